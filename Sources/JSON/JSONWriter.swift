/// Writes JSON whose bytes depend on nothing but what is written: keys in the order given, strings
/// escaped the same way everywhere.
package struct JSONWriter: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// Whether `<`, `>`, `&` and the line separators U+2028 and U+2029 are escaped too, for JSON that
  /// stands inside a page.
  private let isForMarkup: Bool
  /// Spaces for each level; nil writes everything on one line.
  private let indent: Int?
  private var level = 0
  private var isFirst = true
  private var followsKey = false

  package init(indent: Int? = nil, isForMarkup: Bool = false) {
    self.indent = indent
    self.isForMarkup = isForMarkup
  }

  package var string: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    container(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
  }

  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    container(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
  }

  package mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    if indent != nil { bytes.append(UInt8(ascii: " ")) }
    followsKey = true
  }

  package mutating func value(_ text: String) {
    separate()
    quote(text)
  }

  package mutating func value(_ number: Int) {
    separate()
    bytes.append(contentsOf: String(number).utf8)
  }

  /// What isn't finite has no form in JSON, and becomes null.
  package mutating func value(_ number: Double) {
    separate()
    if let whole = Int(exactly: number), abs(whole) < 1 << 53 {
      bytes.append(contentsOf: String(whole).utf8)
    } else {
      bytes.append(contentsOf: (number.isFinite ? "\(number)" : "null").utf8)
    }
  }

  package mutating func value(_ flag: Bool) {
    separate()
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  package mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  // Members that are left out when there is nothing to say.

  package mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  package mutating func member(_ name: String, _ number: Int?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  package mutating func member(_ name: String, _ number: Double?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  package mutating func member(_ name: String, _ flag: Bool?) {
    guard let flag else { return }
    key(name)
    value(flag)
  }

  private mutating func container(
    _ opening: UInt8, _ closing: UInt8, _ content: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(opening)
    level += 1
    isFirst = true
    content(&self)
    level -= 1
    if !isFirst { breakLine() }
    isFirst = false
    bytes.append(closing)
  }

  private mutating func separate() {
    if followsKey {
      followsKey = false
      return
    }
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    if level > 0 { breakLine() }
  }

  private mutating func breakLine() {
    guard let indent else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * level))
  }

  private mutating func quote(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { escape($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    var runStart = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      var length = 1
      let escape: String?
      switch byte {
      case UInt8(ascii: "\""): escape = "\\\""
      case UInt8(ascii: "\\"): escape = "\\\\"
      case 0x0A: escape = "\\n"
      case 0x0D: escape = "\\r"
      case 0x09: escape = "\\t"
      case 0..<0x20, 0x7F: escape = Self.numbered(byte)
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
        escape = isForMarkup ? Self.numbered(byte) : nil
      case 0xE2
      where isForMarkup && index + 2 < text.count && text[index + 1] == 0x80
        && text[index + 2] & 0xFE == 0xA8:
        escape = text[index + 2] == 0xA8 ? "\\u2028" : "\\u2029"
        length = 3
      default: escape = nil
      }
      if let escape {
        bytes.append(contentsOf: text[runStart..<index])
        bytes.append(contentsOf: escape.utf8)
        runStart = index + length
      }
      index += length
    }
    bytes.append(contentsOf: text[runStart...])
  }

  private static func numbered(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
