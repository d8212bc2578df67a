import Basics

/// What Markdown is to stand in.
package enum MarkdownForm: Sendable {
  /// Lines of their own.
  case blocks
  /// One line of words.
  case line
  /// One cell of a table: a line in which `|` is none.
  case cell
}

/// Writes a tree as GitHub-flavoured Markdown that can't reach beyond its place: only what the tree
/// says is markup, for GitHub's own extensions too.
struct MarkdownWriter: DocumentWriter {
  /// What separates the line that is being written from the next words.
  enum Break {
    case soft, hard
  }

  var sink: ByteSink
  let form: MarkdownForm
  /// The words of a template's author may use GitHub's extensions; a value's may not.
  let isTrusted: Bool
  let base: String?
  private var headings: HeadingLevels

  /// What each line begins with.
  private var prefix: [UInt8]
  var frame: MarkdownFrame
  private var outer: [MarkdownFrame] = []
  private var depth = 0

  /// Nothing but markers stands on the line so far.
  var isLineStart = true
  /// Whether what the sink holds of the line says so too.
  var followsWords = false
  var inHeading = false
  /// Spaces and line ends are only written when words follow.
  private var spaces = 0
  private var pending: Break?

  var markDepth = 0
  /// One bit for each open mark: whether it was written as an HTML tag.
  var tags: UInt64 = 0
  /// Nothing but opening tags stands on the line: with nothing after them they would be a block.
  var hasOnlyTags = false
  var links = LinkNesting()
  var link: OpenLink?

  struct OpenLink {
    var destination: Links.Destination
    var title: String
    /// Where its words began in the sink.
    var start: Int
    /// The link was written as `<address>`; its words are the same.
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
    case .emphasis, .strong: enterMark(element, node)
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
    case .emphasis, .strong: exitMark(element)
    }
  }

  /// Whether the container at the present depth is written as one.
  private var isNested: Bool {
    form == .blocks && depth <= Self.deepestNesting
  }

  /// Each level costs a prefix on every line, so there are fewer than in HTML.
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

  /// Goes to where a block begins.
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

  private mutating func writePrefix(isBlank: Bool) {
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
    // No list has this marker, and no paragraph becomes a heading by it.
    sink.write("___\n")
  }

  mutating func html(_ source: Bytes, isBlock: Bool, _ node: Node) {
    guard isBlock else { return text(source) }
    begin(.html)
    text(source.droppingLastLineFeeds)
    endLine()
  }

  mutating func codeBlock(_ lines: Bytes, info: Bytes) {
    guard form == .blocks else { return codeLines(lines) }
    begin(.other)
    let fence = max(3, lines.longestRun(of: UInt8(ascii: "`")) + 1)
    for _ in 0..<fence { sink.write(byte: UInt8(ascii: "`")) }
    if isTrusted || CodeLanguages.contains(info) { sink.write(info) }
    sink.write("\n")
    let expandsTabs = !prefix.isEmpty
    lines.droppingOneLineFeed.forEachLine { line in
      writePrefix(isBlank: line.isEmpty)
      MarkdownEscaping.writeCode(line, expandsTabs: expandsTabs, to: &sink)
      sink.write("\n")
    }
    writePrefix(isBlank: false)
    for _ in 0..<fence { sink.write(byte: UInt8(ascii: "`")) }
    sink.write("\n")
  }

  /// A block of code where there is one line only.
  private mutating func codeLines(_ lines: Bytes) {
    lines.droppingOneLineFeed.forEachLine { line in
      begin(.other)
      code(line)
    }
  }

  // MARK: Words

  mutating func softBreak() {
    if form == .blocks, !inHeading {
      if pending == nil { pending = .soft }
    } else {
      spaces = max(spaces, 1)
    }
  }

  mutating func hardBreak() {
    if form == .line || inHeading {
      spaces = max(spaces, 1)
    } else {
      pending = .hard
    }
  }

  /// Writes the spaces or the line end that go before words.
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

  mutating func text(_ words: Bytes) {
    if let link, link.isAutomatic { return }
    var index = 0
    while index < words.count {
      switch words[index] {
      case 0x20, 0x09:
        spaces += 1
        index += 1
      case 0x0D where index + 1 < words.count && words[index + 1] == 0x0A: index += 1
      case 0x0A:
        softBreak()
        index += 1
      default:
        flush()
        if isLineStart {
          isLineStart = false
          if !followsWords {
            index = MarkdownEscaping.writeLineStart(
              words, from: index, isTrusted: isTrusted, to: &sink)
            continue
          }
        }
        index = line(words, from: index)
      }
    }
  }

  /// Writes the words of one line; where the next begins.
  private mutating func line(_ words: Bytes, from start: Int) -> Int {
    let end = words[start...].firstIndex(of: 0x0A) ?? words.count
    var last = end
    if end < words.count, last > start, words[last - 1] == 0x0D { last -= 1 }
    while last > start, words[last - 1] == 0x20 || words[last - 1] == 0x09 { last -= 1 }
    MarkdownEscaping.write(
      words, start..<last,
      in: .init(
        isTrusted: isTrusted, inHeading: inHeading, inCell: form == .cell,
        inLink: links.isInside),
      to: &sink)
    spaces = end - last
    return end
  }

  mutating func code(_ words: Bytes) {
    guard !words.isEmpty else { return }
    flush()
    isLineStart = false
    if form == .cell, words.contains(UInt8(ascii: "|")) {
      // Backslashes and pipes of code can't both be told apart from a cell's end.
      sink.write("<code>")
      MarkdownEscaping.write(
        words, 0..<words.count, in: .init(inCell: true), to: &sink)
      sink.write("</code>")
      return
    }
    let tick = UInt8(ascii: "`")
    let fence = words.longestRun(of: tick) + 1
    let first = words[0]
    let last = words[words.count - 1]
    let isPadded =
      first == tick || last == tick
      || (first == 0x20 && last == 0x20 && words.contains { $0 != 0x20 })
    for _ in 0..<fence { sink.write(byte: tick) }
    if isPadded { sink.write(byte: 0x20) }
    MarkdownEscaping.writeCode(words, expandsTabs: true, to: &sink)
    if isPadded { sink.write(byte: 0x20) }
    for _ in 0..<fence { sink.write(byte: tick) }
  }
}
