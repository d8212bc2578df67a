internal import Text
internal import ToolReports

/// Messages of Robot Framework, which may be in HTML.
enum RobotText {
  /// The text of a message. Removes the tags of a message that begins with `*HTML*`.
  static func plain(_ message: String) -> String {
    let text = PlainText.trimmed(message)
    guard text.hasPrefix("*HTML*") else { return text }
    return PlainText.trimmed(
      withoutTags(
        String(text.dropFirst(6).drop(while: \.isWhitespace))))
  }

  /// Elements that begin a new line.
  private static let blocks: Set<String> = [
    "br", "hr", "p", "div", "tr", "table", "li", "ul", "ol", "pre", "h1", "h2", "h3", "h4",
    "summary",
  ]
  private static let entities: [(name: String, character: String)] = [
    ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"),
    ("&nbsp;", " "), ("&amp;", "&"),
  ]

  /// Removes the tags of HTML and decodes its entities.
  static func withoutTags(_ html: String) -> String {
    let bytes = Array(html.utf8)
    var output: [UInt8] = []
    var index = 0
    // The first `>` after the index, kept so that each is searched for once.
    var close = 0
    while index < bytes.count {
      let rest = bytes[index...]
      guard let open = rest.firstIndex(of: UInt8(ascii: "<")) else {
        output += rest
        break
      }
      output += rest[..<open]
      if close <= open { close = bytes[open...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count }
      guard let name = name(ofTag: bytes[(open + 1)..<close]), close < bytes.count else {
        output.append(bytes[open])
        index = open + 1
        continue
      }
      if blocks.contains(name), output.last != 0x0A, !output.isEmpty { output.append(0x0A) }
      index = close + 1
    }
    var text = String(decoding: output, as: UTF8.self)
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    for (name, character) in entities { text = text.replacing(name, with: character) }
    return text
  }

  /// The name of a tag; nil for any other text. A comment has an empty name.
  private static func name(ofTag inside: ArraySlice<UInt8>) -> String? {
    let name = inside.first == UInt8(ascii: "/") ? inside.dropFirst() : inside
    guard let first = name.first, isLetter(first) || first == UInt8(ascii: "!") else { return nil }
    let letters = name.prefix(16).prefix {
      isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
    }
    return String(decoding: letters, as: UTF8.self).lowercased()
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
