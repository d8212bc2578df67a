import Text

/// A table of a document. Its cells are paragraphs of a second document (`TableFinder`).
struct Table {
  /// The first line of the table's paragraph in CommonMark.
  var line: Int
  /// Whether there is text above the header. It is a paragraph before the paragraphs of the cells.
  var hasLead: Bool
  var alignments: [TableRow.Alignment]
  /// The number of cells of each row, including the header.
  var rows: [Int] = []
  /// Whether it may be wider than a phone.
  var isWide = false
  /// Whether a line of dashes follows; CommonMark parses it as a heading's underline.
  var endsInRule = false
}

/// Finds the tables in the paragraphs of a parsed document.
///
/// Cells come from the source, for two reasons: text in one cell must not affect another, and
/// parsing drops the backslash before a pipe. `cells` is a document with one paragraph for each
/// cell, followed by the source itself for its link definitions.
struct TableFinder: TreeVisitor {
  private(set) var tables: [Table] = []
  var cells = ByteSink()

  /// The prefix of each cell, so that it can't begin another block. CommonMark strips it as white
  /// space at the start of a line.
  static let opener: StaticString = "\u{A0}"

  private let delimiters: [Int]
  private let lines: [Bytes]
  private var quotes = 0
  /// Columns with a larger total width do not fit on a narrow phone.
  private static let phone = 30

  /// - Parameter source: must live as long as this value.
  init(_ source: Bytes, delimiters: [Int]) {
    self.delimiters = delimiters
    var lines: [Bytes] = []
    SourceLines.forEach(in: source) { lines.append($1) }
    self.lines = lines
  }

  mutating func enter(_ element: Element, _ node: Node) {
    switch element {
    case .quote: quotes += 1
    case .paragraph, .heading: find(node)
    default: break
    }
  }

  mutating func exit(_ element: Element, _ node: Node) {
    if case .quote = element { quotes -= 1 }
  }

  mutating func enterLink(_ destination: Bytes, title: Bytes, _ node: Node) {}
  mutating func exitLink(_ node: Node) {}
  mutating func text(_ bytes: Bytes) {}
  mutating func code(_ bytes: Bytes) {}
  mutating func codeBlock(_ lines: Bytes, info: Bytes) {}
  mutating func html(_ source: Bytes, isBlock: Bool, _ node: Node) {}
  mutating func softBreak() {}
  mutating func hardBreak() {}
  mutating func rule() {}
  mutating func task(isDone: Bool) {}

  private mutating func find(_ node: Node) {
    let last = min(node.lastLine, lines.count)
    guard node.line > 0, node.line < last else { return }
    var candidate = delimiters.partitioningIndex { $0 > node.line }
    while candidate < delimiters.count, delimiters[candidate] <= last {
      let header = delimiters[candidate] - 1
      if let alignments = TableRow.alignments(content(header + 1, of: node)),
        TableRow.countCells(in: content(header, of: node)) == alignments.count
      {
        return addTable(node, header: header, last: last, alignments)
      }
      candidate += 1
    }
  }

  private mutating func addTable(
    _ node: Node, header: Int, last: Int, _ alignments: [TableRow.Alignment]
  ) {
    var table = Table(line: node.line, hasLead: header > node.line, alignments: alignments)
    if table.hasLead {
      for number in node.line..<header {
        cells.write(Self.opener)
        cells.write(content(number, of: node))
        cells.write("\n")
      }
      cells.write("\n")
    }
    var widths = [Int](repeating: 0, count: alignments.count)
    for number in header...last where number != header + 1 {
      let row = content(number, of: node)
      if node.headingLevel != nil, Self.isUnderline(row) {
        table.endsInRule = true
        break
      }
      table.rows.append(write(row, &widths))
    }
    table.isWide = widths.reduce(0) { $0 + $1 + 3 } > Self.phone
    tables.append(table)
  }

  /// Writes the cells of a row, at most as many as columns. Returns their number.
  private mutating func write(_ row: Bytes, _ widths: inout [Int]) -> Int {
    var column = 0
    TableRow.forEachCell(in: row) { cell in
      guard column < widths.count else { return }
      cells.write(Self.opener)
      var word = 0
      for index in cell.indices {
        let byte = cell[index]
        word = byte <= 0x20 ? 0 : word + (byte & 0xC0 == 0x80 ? 0 : 1)
        widths[column] = max(widths[column], word)
        let hidesPipe =
          byte == UInt8(ascii: "\\") && index + 1 < cell.count
          && cell[index + 1] == UInt8(ascii: "|")
        if !hidesPipe { cells.write(byte: byte) }
      }
      cells.write("\n\n")
      column += 1
    }
    return column
  }

  /// The content of a paragraph's line, without the markers of its containers.
  private func content(_ number: Int, of node: Node) -> Bytes {
    let line = lines[number - 1]
    if number == node.line {
      return Bytes(rebasing: line[min(max(node.column - 1, 0), line.count)...])
    }
    var rest = line.trimmedAtStart
    for _ in 0..<quotes {
      guard rest.first == UInt8(ascii: ">") else { break }
      rest = Bytes(rebasing: rest[1...]).trimmedAtStart
    }
    return rest
  }

  private static func isUnderline(_ row: Bytes) -> Bool {
    let row = row.trimmed
    return row.count >= 3 && row.allSatisfy { $0 == UInt8(ascii: "-") }
  }
}

extension [Int] {
  /// The index of the first sorted element that meets a condition.
  fileprivate func partitioningIndex(where holds: (Int) -> Bool) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if holds(self[middle]) {
        range = range.lowerBound..<middle
      } else {
        range = (middle + 1)..<range.upperBound
      }
    }
    return range.lowerBound
  }

  /// Whether the sorted elements contain one.
  func hasSorted(_ element: Int) -> Bool {
    let index = partitioningIndex { $0 >= element }
    return index < count && self[index] == element
  }
}
