internal import JSON
internal import Text

/// Writes paths and texts in the notation of format files.
enum FormatNotation {
  /// The path to a member; nil if its key can't be written.
  static func json(_ path: String, adding key: String) -> String? {
    if isPlain(key) { return path.isEmpty ? key : path + "." + key }
    if key.contains("{{") || key.contains("\n") || key.isEmpty { return nil }
    if !key.contains("'") { return path + "['" + key + "']" }
    return key.contains("\"") ? nil : path + "[\"" + key + "\"]"
  }

  /// Whether a key needs no quotes in a path.
  private static func isPlain(_ key: String) -> Bool {
    guard let first = key.utf8.first, key != "$", key != "@" else { return false }
    return key.utf8.allSatisfy { isWord($0) || $0 == UInt8(ascii: "-") }
      && !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first && key.contains("-"))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"),
      UInt8(ascii: "@"):
      true
    default: false
    }
  }

  /// Joins the paths of two levels.
  static func joined(_ outer: String, _ inner: String, _ dialect: FormatPath.Dialect) -> String {
    if dialect == .xml { return outer + "/" + inner }
    return inner.hasPrefix("[") || outer.isEmpty ? outer + inner : outer + "." + inner
  }

  /// A text in quotation marks. It has single ones if it contains double ones.
  static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.value(text)
    guard text.contains("\"") else { return writer.string }
    let inside = String(writer.string.dropFirst().dropLast())
    return "'"
      + inside.replacing("\\\"", with: "\"").replacing("'", with: "\\'") + "'"
  }

  /// The key of an object, in quotation marks if it needs them.
  static func key(_ key: String) -> String {
    let bytes = Array(key.utf8)
    let isName =
      !bytes.isEmpty && !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[0])
      && bytes.allSatisfy { isWord($0) && $0 != UInt8(ascii: "@") }
    return isName ? key : quoted(key)
  }

  /// The text in a comment, which ends with its line.
  static func comment(_ text: String) -> String {
    let line = text.prefix(200).map { $0.isNewline ? " " : $0 }
    return quoted(String(line))
  }
}
