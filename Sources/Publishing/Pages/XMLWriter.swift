import Basics

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

  /// Words for XML that somebody else writes.
  static func clean(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isSayable($0) ? $0 : "\u{FFFD}" }))
  }

  private static func isSayable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
  }

  /// What XML has no way to say becomes the sign for what is unknown.
  private mutating func escape(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": sink.write("&amp;" as StaticString)
      case "<": sink.write("&lt;" as StaticString)
      case ">": sink.write("&gt;" as StaticString)
      case "\"": sink.write("&quot;" as StaticString)
      case "\n", "\r", "\t": sink.write(byte: UInt8(ascii: " "))
      case _ where !Self.isSayable(scalar): sink.write("\u{FFFD}")
      default: sink.write(String(scalar))
      }
    }
  }
}
