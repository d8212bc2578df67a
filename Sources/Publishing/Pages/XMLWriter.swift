import Basics
import Markup

/// XML for programs: elements, attributes and words, escaped.
struct XMLWriter {
  private var sink = ByteSink()
  private var level = 0

  init() {
    sink.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" as StaticString)
  }

  var bytes: [UInt8] { sink.bytes }

  mutating func element(
    _ name: String, _ attributes: [(String, String)] = [], _ content: (inout XMLWriter) -> Void
  ) {
    open(name, attributes)
    sink.write(">\n" as StaticString)
    level += 1
    content(&self)
    level -= 1
    indent()
    sink.write("</\(name)>\n")
  }

  /// An element with words alone in it, or nothing.
  mutating func leaf(_ name: String, _ text: String, _ attributes: [(String, String)] = []) {
    open(name, attributes)
    if text.isEmpty {
      sink.write("/>\n" as StaticString)
      return
    }
    sink.write(">" as StaticString)
    escape(text)
    sink.write("</\(name)>\n")
  }

  private mutating func open(_ name: String, _ attributes: [(String, String)]) {
    indent()
    sink.write("<" + name)
    for (key, value) in attributes {
      sink.write(" \(key)=\"")
      escape(value)
      sink.write("\"" as StaticString)
    }
  }

  private mutating func indent() {
    for _ in 0..<level { sink.write(byte: UInt8(ascii: " ")) }
  }

  /// Words of any origin: hidden characters by their signs, and the values in a phrase each between
  /// isolates that end.
  private mutating func escape(_ text: String) {
    for piece in PhraseValue.pieces(of: text) {
      if piece.isValue { sink.write("\u{2068}" as StaticString) }
      var words = piece.words
      words.withUTF8 { words in
        var line = ByteSink()
        PlainWords.writeText(words, to: &line)
        HTMLEscaping.writeAttribute(line.string, to: &sink)
      }
      if piece.isValue { sink.write("\u{2069}" as StaticString) }
    }
  }
}
