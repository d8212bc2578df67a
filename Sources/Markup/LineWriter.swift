package import Text

/// Writes the text of a tree on one line, without markup.
struct LineWriter: TreeVisitor {
  var sink = ByteSink()
  /// The ranges of code and link text, within which the text is not cut.
  private(set) var uncut: [Range<Int>] = []
  private var needsSpace = false
  private var linkDepth = 0
  private var linkStart = 0

  mutating func enter(_ element: Element, _ node: Node) {
    switch element {
    case .paragraph, .heading, .cell: softBreak()
    case .deletion: strike()
    default: break
    }
  }

  mutating func exit(_ element: Element, _ node: Node) {
    if case .deletion = element { sink.write(TextWriter.strike) }
  }

  /// Writes the tildes before a deletion, because without them the text would mean the opposite.
  private mutating func strike() {
    TextWriter.strike.withUTF8Buffer { text($0) }
  }

  mutating func enterLink(_ destination: Bytes, title: Bytes, _ node: Node) {
    linkDepth += 1
    if linkDepth == 1 { linkStart = sink.bytes.count }
  }

  mutating func exitLink(_ node: Node) {
    linkDepth -= 1
    if linkDepth == 0, linkStart < sink.bytes.count {
      uncut.append(linkStart..<sink.bytes.count)
    }
  }

  mutating func text(_ bytes: Bytes) {
    if needsSpace { sink.write(byte: 0x20) }
    needsSpace = false
    LiteralText.writeText(bytes, to: &sink)
  }

  mutating func code(_ bytes: Bytes) {
    let start = sink.bytes.count
    text(bytes)
    if linkDepth == 0 { uncut.append(start..<sink.bytes.count) }
  }

  mutating func codeBlock(_ lines: Bytes, info: Bytes) {
    softBreak()
    lines.droppingLastLineFeeds.withoutEscapes { code($0) }
  }

  mutating func html(_ source: Bytes, isBlock: Bool, _ node: Node) {
    if isBlock { softBreak() }
    text(isBlock ? source.droppingLastLineFeeds : source)
  }

  mutating func softBreak() { needsSpace = !sink.bytes.isEmpty }
  mutating func hardBreak() { softBreak() }
  mutating func rule() {}

  mutating func task(isDone: Bool) {
    TextWriter.box(isDone: isDone).withUTF8Buffer { text($0) }
  }
}

extension RichText {
  /// The text of `source` on one line, at most `limit` grapheme clusters long. A cut text ends with
  /// "…" and is not cut in code or a link, unless there is nothing else (docs/report-rules.md,
  /// "Cuts").
  package static func line(
    _ source: String, in format: TextFormat = .markdown, limit: Int = .max
  ) -> (text: String, isWhole: Bool) {
    var writer = LineWriter()
    show(source, in: format, keepsSpaces: false, to: &writer)
    let text = writer.sink.string
    if text.utf8.count <= limit { return (text, true) }
    guard limit > 0 else { return ("", false) }
    guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
      end < text.endIndex
    else { return (text, true) }
    var cut = text.index(before: end)
    let offset = text.utf8.distance(from: text.startIndex, to: cut)
    if let range = writer.uncut.first(where: { $0.lowerBound < offset && offset < $0.upperBound }),
      range.lowerBound > 0
    {
      cut = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    }
    var kept = text[..<cut]
    while kept.last == " " { kept.removeLast() }
    return (kept + "…", false)
  }
}
