import Text

/// Control bytes in the logical lines of plain text. Values can't contain them, because their
/// control characters are replaced by signs.
package enum TextMark {
  /// Within a line: the column at which its continuation lines begin. They repeat the line's `>`
  /// and have spaces for everything else before the mark.
  package static let hanging: UInt8 = 0x09
  /// At the start of a line: it must not be wrapped.
  package static let whole: UInt8 = 0x02
  /// Before one more byte: a line that repeats this byte to the width of the previous line.
  package static let underline: UInt8 = 0x03
}

/// Writes a tree as plain text, in logical lines.
struct TextWriter: DocumentWriter {
  var sink: ByteSink
  private let base: String?
  /// The available width for tables.
  let columns: Int
  /// Whether headings of the first two levels are underlined, as in a document.
  private let underlinesHeadings: Bool

  /// The bytes that begin each line, and those of the next line if different.
  private(set) var prefix: [UInt8]
  private(set) var nextPrefix: [UInt8]?
  private var frame = Frame(outerPrefix: 0, isTight: false)
  private var outer: [Frame] = []
  private var depth = 0
  private static let deepestNesting = 16

  var isLineStart = true
  var spaces = 0
  var breaksLine = false
  private var links = LinkNesting()
  private var link: OpenLink?
  /// The open table. Its lines are written once all cells are known.
  var table: TextTable?

  private struct Frame {
    var outerPrefix: Int
    var isTight: Bool
    var hasBlock = false
    var number: Int?
  }

  private struct OpenLink {
    var destination: Links.Destination
    /// The sink's length at the start of the link's text.
    var start: Int
    /// Whether the link's text is its address.
    var isBare: Bool
  }

  init(
    sink: ByteSink, prefix: String = "", base: String?, columns: Int,
    underlinesHeadings: Bool = false
  ) {
    self.sink = sink
    self.base = base
    self.columns = columns
    self.underlinesHeadings = underlinesHeadings
    self.prefix = Array(prefix.utf8)
  }

  // MARK: Blocks

  mutating func enter(_ element: Element, _ node: Node) {
    switch element {
    case .paragraph, .heading:
      begin()
      beginLine()
    case .quote:
      depth += 1
      guard depth <= Self.deepestNesting else { return }
      begin()
      push(Frame(outerPrefix: prefix.count, isTight: false))
      nextPrefix = nextPrefix.map { $0 + "> ".utf8 }
      prefix += "> ".utf8
    case .list(let start, let isTight):
      depth += 1
      guard depth <= Self.deepestNesting else { return }
      begin()
      push(Frame(outerPrefix: prefix.count, isTight: isTight, number: start))
    case .item:
      guard depth <= Self.deepestNesting else { return }
      begin()
      var marker = "- "
      if let number = frame.number {
        marker = "\(number). "
        frame.number = number + 1
      }
      nextPrefix = (nextPrefix ?? prefix) + marker.utf8
      push(Frame(outerPrefix: prefix.count, isTight: frame.isTight))
      prefix += repeatElement(0x20, count: marker.utf8.count)
    case .emphasis, .strong, .row: break
    case .deletion:
      flush()
      sink.write(Self.strike)
    case .table:
      begin()
      table = TextTable(outer: sink)
      sink = ByteSink()
    case .cell(let cell): enterCell(cell)
    }
  }

  mutating func exit(_ element: Element, _ node: Node) {
    switch element {
    case .paragraph: endLine()
    case .heading(let level):
      endLine()
      guard underlinesHeadings, level <= 2 else { return }
      sink.write(byte: TextMark.underline)
      sink.write(level == 1 ? "=\n" : "-\n")
    case .quote, .list:
      if depth <= Self.deepestNesting { pop() }
      depth -= 1
    case .item:
      guard depth <= Self.deepestNesting else { return }
      if nextPrefix != nil {
        beginLine()
        endLine()
      }
      pop()
    case .emphasis, .strong: break
    case .deletion: sink.write(Self.strike)
    case .table: endTable()
    case .row: table?.endRow()
    case .cell: exitCell()
    }
  }

  private mutating func push(_ new: Frame) {
    outer.append(frame)
    frame = new
  }

  private mutating func pop() {
    prefix.removeLast(max(0, prefix.count - frame.outerPrefix))
    if let last = outer.popLast() { frame = last }
  }

  /// Moves to the start of a block.
  mutating func begin() {
    if frame.hasBlock, !frame.isTight { writeBlankLine() }
    frame.hasBlock = true
  }

  private mutating func writeBlankLine() {
    var count = prefix.count
    while count > 0, prefix[count - 1] == 0x20 { count -= 1 }
    prefix.withUnsafeBufferPointer { sink.write(Bytes(start: $0.baseAddress, count: count)) }
    sink.write("\n")
  }

  /// Begins a line of text.
  mutating func beginLine() {
    writePrefix()
    if !prefix.isEmpty { sink.write(byte: TextMark.hanging) }
    isLineStart = true
    spaces = 0
    breaksLine = false
  }

  mutating func writePrefix() {
    (nextPrefix ?? prefix).withUnsafeBufferPointer { sink.write($0) }
    nextPrefix = nil
  }

  mutating func endLine() {
    breaksLine = false
    spaces = 0
    sink.write("\n")
  }

  mutating func rule() {
    begin()
    writePrefix()
    sink.write("* * *\n")
  }

  mutating func html(_ source: Bytes, isBlock: Bool, _ node: Node) {
    guard isBlock else { return text(source) }
    enter(.paragraph(isTight: false), node)
    text(source.droppingLastLineFeeds)
    exit(.paragraph(isTight: false), node)
  }

  mutating func codeBlock(_ lines: Bytes, info: Bytes) {
    lines.withoutEscapes { codeBlock($0) }
  }

  private mutating func codeBlock(_ lines: Bytes) {
    begin()
    lines.droppingOneLineFeed.forEachLine { line in
      // Marked as whole, so that empty lines of code are kept.
      sink.write(byte: TextMark.whole)
      guard !line.isEmpty || nextPrefix != nil else { return writeBlankLine() }
      writePrefix()
      sink.write("    ")
      MarkdownEscaping.writeCode(line, expandsTabs: true, to: &sink)
      sink.write("\n")
    }
  }

  // MARK: Text

  mutating func softBreak() {
    spaces = max(spaces, 1)
  }

  mutating func hardBreak() {
    breaksLine = true
  }

  /// Writes the pending spaces or line end before text.
  mutating func flush() {
    if breaksLine, !isLineStart {
      sink.write("\n")
      beginLine()
    } else if !isLineStart {
      for _ in 0..<spaces { sink.write(byte: 0x20) }
    }
    isLineStart = false
    spaces = 0
  }

  mutating func text(_ bytes: Bytes) {
    var start = 0
    while start < bytes.count, bytes[start] <= 0x20, isSpace(bytes[start]) {
      spaces += 1
      start += 1
    }
    var end = bytes.count
    while end > start, isSpace(bytes[end - 1]) { end -= 1 }
    guard start < end else { return }
    flush()
    LiteralText.writeText(Bytes(rebasing: bytes[start..<end]), to: &sink)
    spaces = bytes.count - end
  }

  @inline(__always)
  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A
  }

  mutating func code(_ bytes: Bytes) {
    flush()
    sink.write("`")
    LiteralText.writeText(bytes, to: &sink)
    sink.write("`")
  }

  mutating func enterLink(_ destination: Bytes, title: Bytes, _ node: Node) {
    let target = Links.destination(String(decoding: destination, as: UTF8.self), base: base)
    guard links.enter(isLink: target != .nothing) else { return }
    flush()
    var isBare = false
    if let bytes = node.onlyText {
      isBare =
        bytes.elementsEqual(destination)
        || "mailto:\(String(decoding: bytes, as: UTF8.self))".utf8.elementsEqual(destination)
    }
    link = OpenLink(destination: target, start: sink.bytes.count, isBare: isBare)
  }

  mutating func exitLink(_ node: Node) {
    guard links.exit(), let link else { return }
    self.link = nil
    guard !link.isBare else { return }
    let isEmpty = sink.bytes.count == link.start
    switch link.destination {
    case .nothing: break
    case .link(let address): writeAddress(address, isEmpty ? ("", "") : (" <", ">"))
    case .text(let address): writeAddress(address, isEmpty ? ("", "") : (" (", ")"))
    }
  }

  private mutating func writeAddress(_ address: String, _ brackets: (StaticString, StaticString)) {
    flush()
    sink.write(brackets.0)
    LiteralText.writeText(address, to: &sink)
    sink.write(brackets.1)
  }
}
