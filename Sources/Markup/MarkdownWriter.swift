import Text

/// The context that Markdown is written for.
package enum MarkdownForm: Sendable {
  /// Whole lines.
  case blocks
  /// One line of text.
  case line
  /// One table cell: a line without `|`.
  case cell
}

/// Writes a tree as GitHub-flavoured Markdown that can't affect its surroundings. Only markup of
/// the tree becomes markup, including GitHub's extensions.
struct MarkdownWriter: DocumentWriter {
  /// The pending separator before the next text.
  enum Break {
    case soft, hard
  }

  var sink: ByteSink
  let form: MarkdownForm
  /// Whether the text may use GitHub's extensions: true for a template, false for values.
  let isTrusted: Bool
  let base: String?
  private var headings: HeadingLevels

  /// The bytes that begin each line.
  private var prefix: [UInt8]
  var frame: MarkdownFrame
  private var outer: [MarkdownFrame] = []
  private var depth = 0

  /// Whether the line contains only markers so far.
  var isLineStart = true
  /// Whether the sink's current line already contains text.
  var followsWords = false
  var inHeading = false
  /// Pending spaces; spaces and line ends are written only before text.
  var spaces = 0
  var pending: Break?

  var markDepth = 0
  /// One bit for each open mark: whether it was written as an HTML tag.
  var tags: UInt64 = 0
  /// Whether the line contains only opening tags, which alone would start an HTML block.
  var hasOnlyTags = false
  var links = LinkNesting()
  var link: OpenLink?
  /// The alignments of the open table's columns; nil outside of a table.
  var columns: [TableRow.Alignment]?

  struct OpenLink {
    var destination: Links.Destination
    var title: String
    /// The sink's length at the start of the link's text.
    var start: Int
    /// Whether the link was written as `<address>`, so that its text is skipped.
    var isAutomatic: Bool
  }

  init(
    sink: ByteSink, form: MarkdownForm, prefix: String = "", base: String?, topHeading: Int?,
    isTrusted: Bool = false
  ) {
    self.sink = sink
    self.form = form
    self.base = base
    headings = HeadingLevels(top: topHeading)
    self.isTrusted = isTrusted
    self.prefix = Array(prefix.utf8)
    frame = MarkdownFrame(outerPrefix: 0)
  }

  // MARK: Blocks

  mutating func enter(_ element: Element, _ node: Node) {
    switch element {
    case .paragraph: begin(.paragraph)
    case .heading(let level):
      begin(.other)
      inHeading = true
      guard form == .blocks else { return }
      for _ in 0..<headings.enter(level) { sink.write(byte: UInt8(ascii: "#")) }
      spaces = 1
      isLineStart = false
    case .quote:
      depth += 1
      guard isNested else { return }
      begin(.quote)
      sink.write("> ")
      push(MarkdownFrame(outerPrefix: prefix.count))
      prefix += "> ".utf8
    case .list(let start, let isTight):
      depth += 1
      guard isNested else { return }
      let marker = frame.newMarker(isOrdered: start != nil)
      begin(.list(marker: marker))
      push(
        MarkdownFrame(
          outerPrefix: prefix.count, isTight: isTight, marker: marker, number: start))
    case .item: enterItem()
    case .emphasis, .strong, .deletion: enterMark(element, node)
    case .table: enterTable()
    case .row: enterRow()
    case .cell(let cell): enterCell(cell)
    }
  }

  mutating func exit(_ element: Element, _ node: Node) {
    switch element {
    case .paragraph, .heading: endLine()
    case .quote:
      if isNested {
        if frame.previous == nil { sink.write("\n") }
        pop()
      }
      depth -= 1
    case .list:
      if isNested { pop() }
      depth -= 1
    case .item:
      guard isNested else { return }
      if frame.previous == nil { sink.write("\n") }
      pop()
    case .emphasis, .strong, .deletion: exitMark(element)
    case .table: columns = nil
    case .row(let isHeader): exitRow(isHeader: isHeader)
    case .cell: exitCell()
    }
  }

  /// Whether the container at the current depth is written.
  var isNested: Bool {
    form == .blocks && depth <= Self.deepestNesting
  }

  /// The deepest written container. It is lower than for HTML, because each level adds a prefix to
  /// every line.
  static let deepestNesting = 16

  private mutating func enterItem() {
    guard isNested else {
      if form != .blocks {
        begin(.paragraph)
        flush()
        sink.write("• ")
        isLineStart = true
      }
      return
    }
    if frame.previous == nil {
      frame.previous = .other
    } else {
      nextLine(isAfterBlank: !frame.isTight)
    }
    let start = sink.bytes.count
    if let number = frame.number {
      sink.write(String(min(number, 999_999_999)))
      frame.number = number + 1
    }
    sink.write(byte: frame.marker)
    sink.write(byte: 0x20)
    let width = sink.bytes.count - start
    push(
      MarkdownFrame(outerPrefix: prefix.count, isTight: frame.isTight, marker: frame.marker))
    for _ in 0..<width { prefix.append(0x20) }
  }

  private mutating func push(_ new: MarkdownFrame) {
    outer.append(frame)
    frame = new
  }

  private mutating func pop() {
    prefix.removeLast(max(0, prefix.count - frame.outerPrefix))
    if let last = outer.popLast() { frame = last }
  }

  /// Moves to the start of a block.
  mutating func begin(_ block: MarkdownFrame.Block) {
    switch form {
    case .blocks:
      if frame.previous != nil { nextLine(isAfterBlank: frame.needsBlankLine(before: block)) }
      isLineStart = true
      spaces = 0
      pending = nil
    case .line:
      spaces = isLineStart ? 0 : 1
    case .cell:
      pending = isLineStart ? nil : .hard
    }
    frame.previous = block
  }

  private mutating func nextLine(isAfterBlank: Bool) {
    if isAfterBlank {
      writePrefix(isBlank: true)
      sink.write("\n")
    }
    writePrefix(isBlank: false)
  }

  mutating func writePrefix(isBlank: Bool) {
    var count = prefix.count
    while isBlank, count > 0, prefix[count - 1] == 0x20 { count -= 1 }
    prefix.withUnsafeBufferPointer { sink.write(Bytes(start: $0.baseAddress, count: count)) }
  }

  /// Ends a block of one line.
  private mutating func endLine() {
    inHeading = false
    guard form == .blocks else { return }
    spaces = 0
    pending = nil
    sink.write("\n")
  }

  mutating func rule() {
    guard form == .blocks else { return }
    begin(.other)
    // Neither a list marker nor a heading underline.
    sink.write("___\n")
  }

  mutating func html(_ source: Bytes, isBlock: Bool, _ node: Node) {
    guard isBlock else { return text(source) }
    begin(.html)
    text(source.droppingLastLineFeeds)
    endLine()
  }

  mutating func codeBlock(_ lines: Bytes, info: Bytes) {
    lines.withoutEscapes { shownCodeBlock($0, info: info) }
  }

  private mutating func shownCodeBlock(_ lines: Bytes, info: Bytes) {
    guard form == .blocks else { return codeLines(lines) }
    begin(.other)
    CodeFence.enclose(lines.droppingOneLineFeed) { fence, lines in
      for _ in 0..<fence { sink.write(byte: UInt8(ascii: "`")) }
      if isTrusted || CodeLanguages.contains(info) { sink.write(info) }
      sink.write("\n")
      let expandsTabs = !prefix.isEmpty
      lines.forEachLine { line in
        writePrefix(isBlank: line.isEmpty)
        MarkdownEscaping.writeCode(line, expandsTabs: expandsTabs, to: &sink)
        sink.write("\n")
      }
      writePrefix(isBlank: false)
      for _ in 0..<fence { sink.write(byte: UInt8(ascii: "`")) }
      sink.write("\n")
    }
  }

  /// Writes a block of code where only one line is available.
  private mutating func codeLines(_ lines: Bytes) {
    lines.droppingOneLineFeed.forEachLine { line in
      begin(.other)
      code(line)
    }
  }

  // MARK: Text

  mutating func softBreak() {
    if form == .blocks, !inHeading, columns == nil {
      if pending == nil { pending = .soft }
    } else {
      spaces = max(spaces, 1)
    }
  }

  mutating func hardBreak() {
    if form == .line || inHeading || columns != nil {
      spaces = max(spaces, 1)
    } else {
      pending = .hard
    }
  }

  /// Writes the pending spaces or line end before text.
  mutating func flush() {
    if hasOnlyTags {
      hasOnlyTags = false
    } else if let pending, !isLineStart {
      switch form {
      case .blocks:
        sink.write(pending == .hard ? "\\\n" : "\n")
        writePrefix(isBlank: false)
        isLineStart = true
      case .cell, .line: sink.write("<br>")
      }
    } else if !isLineStart {
      for _ in 0..<spaces { sink.write(byte: 0x20) }
    }
    pending = nil
    spaces = 0
  }

  mutating func text(_ bytes: Bytes) {
    if let link, link.isAutomatic { return }
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09:
        spaces += 1
        index += 1
      case 0x0D where index + 1 < bytes.count && bytes[index + 1] == 0x0A: index += 1
      case 0x0A:
        softBreak()
        index += 1
      default:
        flush()
        if isLineStart {
          isLineStart = false
          if !followsWords {
            index = MarkdownEscaping.writeLineStart(
              bytes, from: index, isTrusted: isTrusted, to: &sink)
            continue
          }
        }
        index = line(bytes, from: index)
      }
    }
  }

  /// Writes the text of one line. Returns the index of the next line.
  private mutating func line(_ bytes: Bytes, from start: Int) -> Int {
    let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    var last = end
    if end < bytes.count, last > start, bytes[last - 1] == 0x0D { last -= 1 }
    while last > start, bytes[last - 1] == 0x20 || bytes[last - 1] == 0x09 { last -= 1 }
    MarkdownEscaping.write(
      bytes, start..<last,
      in: .init(
        isTrusted: isTrusted, inHeading: inHeading, inCell: isInCell,
        inLink: links.isInside),
      to: &sink)
    spaces = end - last
    return end
  }

  /// The most backticks that parsers take for the mark of inline code.
  private static let longestMarks = 80

  mutating func code(_ bytes: Bytes) {
    guard !bytes.isEmpty else { return }
    flush()
    isLineStart = false
    let tick = UInt8(ascii: "`")
    let fence = bytes.longestRun(of: tick) + 1
    if fence > Self.longestMarks || isInCell && bytes.contains(UInt8(ascii: "|")) {
      // In a cell, backslashes and pipes of code can't both be escaped unambiguously.
      sink.write("<code>")
      MarkdownEscaping.write(
        bytes, 0..<bytes.count, in: .init(inCell: isInCell), to: &sink)
      sink.write("</code>")
      return
    }
    let first = bytes[0]
    let last = bytes[bytes.count - 1]
    let isPadded =
      first == tick || last == tick
      || (first == 0x20 && last == 0x20 && bytes.contains { $0 != 0x20 })
    for _ in 0..<fence { sink.write(byte: tick) }
    if isPadded { sink.write(byte: 0x20) }
    MarkdownEscaping.writeCode(bytes, expandsTabs: true, to: &sink)
    if isPadded { sink.write(byte: 0x20) }
    for _ in 0..<fence { sink.write(byte: tick) }
  }
}
