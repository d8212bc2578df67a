import Text

@testable import Markup

/// The content of a source without anything that values may not contain, on one line to compare.
struct Structure: TreeVisitor {
  private var base: String?
  private var stack: [String] = [""]
  private var links = LinkNesting()
  private var destination = ""
  private var headings = 0
  private var keepsWords = true

  static func of(_ source: String, base: String?) -> String {
    var structure = Structure(base: base)
    structure.read(source)
    return structure.written
  }

  private mutating func read(_ source: String) {
    var source = source
    source.withUTF8 { bytes in
      ExtendedDocument(value: bytes, ExtendedSyntax(in: bytes)).walk(&self)
    }
  }

  /// The structure of what was visited.
  var written: String { Self.tidied(stack[0]) }

  /// The structure without the text.
  static func skeleton(of source: String) -> String {
    var structure = Structure(base: "https://base.example/")
    structure.keepsWords = false
    structure.read(source)
    return tidied(structure.stack[0])
  }

  /// Ignores empty lines, and on which side of a mark spaces are.
  static func tidied(_ words: String) -> String {
    words.replacing(/\s*(⏎|[()])[\s⏎]*/) { $0.output.1 }
  }

  /// The text of `source` without markup.
  static func words(_ source: String) -> String {
    var structure = Structure()
    var source = source.replacing("\r\n", with: "\n").replacing("\0", with: "␀")
    source.withUTF8 { structure.text($0) }
    return collapsed(structure.stack[0])
  }

  private static func collapsed(_ words: String) -> String {
    let words = words.split { $0 == " " || $0 == "\n" || $0 == "\t" }.joined(separator: " ")
    let joined = words.replacing(" ⏎", with: "⏎").replacing("⏎ ", with: "⏎")
    return String(joined.trimmingPrefix("⏎").replacing(/⏎+$/, with: ""))
  }

  private mutating func write(_ words: String) {
    stack[stack.count - 1] += words
  }

  private mutating func close(_ name: String, isBlock: Bool = false) {
    let content = stack.removeLast()
    let words = isBlock ? Self.collapsed(content) : content
    if name != "p" || !words.isEmpty || !keepsWords { write("\(name)(\(words))") }
  }

  mutating func enter(_ element: Element, _ node: Node) {
    stack.append("")
    if case .heading = element { headings += 1 }
  }

  mutating func exit(_ element: Element, _ node: Node) {
    switch element {
    case .paragraph: close("p", isBlock: true)
    case .heading(let level):
      headings -= 1
      close("h\(level)", isBlock: true)
    case .quote: close("q")
    case .list(let start, _): close(start.map { "l\($0)" } ?? "l")
    case .item: close("i")
    case .emphasis: close("em")
    case .strong: close("st")
    case .deletion: close("del")
    case .table: close("t")
    case .row: close("r")
    case .cell: close("c", isBlock: true)
    }
  }

  mutating func enterLink(_ destination: Bytes, title: Bytes, _ node: Node) {
    let target = Links.destination(String(decoding: destination, as: UTF8.self), base: base)
    guard links.enter(isLink: target != .nothing) else { return }
    if case .link(let address) = target {
      self.destination = address.replacing("(", with: "%28").replacing(")", with: "%29")
        .replacing("$", with: "%24")
    }
    stack.append("")
  }

  mutating func exitLink(_ node: Node) {
    guard links.exit() else { return }
    // Spaces written as entities may be dropped at line ends.
    let words = stack.removeLast()
    write("a<\(destination)>(\(words.isEmpty ? destination : words))")
  }

  mutating func text(_ words: Bytes) {
    var sink = ByteSink()
    LiteralText.writeText(words, to: &sink)
    write(keepsWords ? sink.string : "")
  }

  mutating func code(_ words: Bytes) {
    var sink = ByteSink()
    LiteralText.writeText(words, to: &sink)
    write(keepsWords ? "`\(sink.string)`" : "``")
  }

  mutating func codeBlock(_ lines: Bytes, info: Bytes) {
    var sink = ByteSink()
    lines.withoutEscapes { LiteralText.writeText($0, keepsLines: true, to: &sink) }
    guard keepsWords else { return write("pre()") }
    write("pre(\(sink.string.filter { $0 != " " }.replacing(/\n$/, with: "")))")
  }

  /// HTML of the writer has its meaning; any other HTML counts as text.
  mutating func html(_ source: Bytes, isBlock: Bool, _ node: Node) {
    let html = String(decoding: source, as: UTF8.self)
    switch html {
    case "<!-- -->", "<span>", "</span>": break
    case "<em>", "<strong>", "<del>": stack.append("")
    case "</em>" where stack.count > 1: close("em")
    case "</strong>" where stack.count > 1: close("st")
    case "</del>" where stack.count > 1: close("del")
    default:
      if isBlock { stack.append("") }
      text(source)
      if isBlock { close("p", isBlock: true) }
    }
  }

  mutating func softBreak() { write(" ") }
  mutating func hardBreak() { write(headings > 0 ? " " : "⏎") }
  mutating func rule() { write("hr") }
  mutating func task(isDone: Bool) { write(isDone ? "[x]" : "[ ]") }
}
