internal import Inputs
internal import JSON
internal import ToolReports

/// `message` objects: a text, or an id with arguments.
struct SARIFMessage {
  var text: String?
  /// The parts that few messages have.
  private var rareParts: RareParts?

  private final class RareParts {
    var markdown: String?
    var id: String?
    var arguments: [String] = []
  }

  init() {}

  private enum Key: String, CaseIterable, Sendable {
    case text, markdown, id, arguments
  }

  /// Reads the next value if it is a message.
  init(_ reader: inout JSONReader) {
    guard var members = KnownMembers<Key>(in: &reader) else { return }
    while let key = members.next(&reader) {
      switch key {
      case .text: text = reader.readText()
      case .markdown: setRarePart(reader.readText()) { $0.markdown = $1 }
      case .id: setRarePart(reader.readText()) { $0.id = $1 }
      case .arguments:
        setRarePart(reader.readTree().elements.compactMap(\.string)) { $0.arguments = $1 }
      }
    }
  }

  private mutating func setRarePart<Value>(_ value: Value?, _ assign: (RareParts, Value) -> Void) {
    guard let value else { return }
    let known = rareParts ?? RareParts()
    rareParts = known
    assign(known, value)
  }

  /// The text with its arguments. An id is resolved by the messages of the rule, else of the tool.
  func filledText(_ rule: [String: SARIFString]?, _ component: [String: SARIFString]) -> String? {
    let known = rareParts?.id.flatMap { rule?[$0] ?? component[$0] }
    guard let text = text ?? known?.text ?? rareParts?.id else {
      return filledMarkdown(rule, component)
    }
    return Self.filled(text, rareParts?.arguments ?? [])
  }

  /// The same in Markdown; nil if there is no such form.
  func filledMarkdown(
    _ rule: [String: SARIFString]?, _ component: [String: SARIFString]
  ) -> String? {
    guard let rareParts else { return nil }
    let known = text == nil ? rareParts.id.flatMap { rule?[$0] ?? component[$0] } : nil
    return (rareParts.markdown ?? known?.markdown).map { Self.filled($0, rareParts.arguments) }
  }

  /// A longer text gets no further arguments, which may be much longer than their placeholders.
  private static let longestFilled = 1 << 20

  /// A text with its arguments in place of `{0}`. `{{` is a brace. A missing argument leaves `{0}`.
  static func filled(_ text: String, _ arguments: [String]) -> String {
    guard PlainText.has(UInt8(ascii: "{"), in: text) || PlainText.has(UInt8(ascii: "}"), in: text)
    else {
      return text
    }
    var output = ""
    var rest = text[...]
    while let index = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      output += rest[..<index]
      let brace = rest[index]
      rest = rest[rest.index(after: index)...]
      if rest.first == brace {
        output.append(brace)
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix(9).prefix { $0.isASCII && $0.isNumber }
      if brace == "{", rest.dropFirst(digits.count).first == "}", let number = Int(digits),
        arguments.indices.contains(number),
        output.utf8.count + arguments[number].utf8.count <= longestFilled
      {
        output += arguments[number]
        rest = rest.dropFirst(digits.count + 1)
      } else {
        output.append(brace)
      }
    }
    return output + rest
  }

  /// The longest link, in bytes. A longer link is text.
  private static let longestLink = 2_000

  /// Replaces links in a text by the results of `shown`, and escaped brackets by brackets if
  /// `unescaping` is true.
  static func withoutLinks(
    _ text: String, unescaping: Bool, _ shown: (_ words: String, _ target: String) -> String?
  ) -> String {
    guard PlainText.has(UInt8(ascii: "["), in: text) else { return text }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\"), index + 1 < bytes.count, "[]\\".utf8.contains(bytes[index + 1])
      {
        output.append(contentsOf: unescaping ? [bytes[index + 1]] : [byte, bytes[index + 1]])
        index += 2
        continue
      }
      if byte == UInt8(ascii: "["), let link = link(at: index, in: bytes),
        let replacement = shown(link.words, link.target)
      {
        output.append(contentsOf: replacement.utf8)
        index = link.end
        continue
      }
      output.append(byte)
      index += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func link(
    at start: Int, in bytes: [UInt8]
  ) -> (words: String, target: String, end: Int)? {
    let limit = min(bytes.count, start + longestLink)
    var middle = start + 1
    while middle < limit, bytes[middle] != UInt8(ascii: "]") {
      if bytes[middle] == UInt8(ascii: "[") { return nil }
      middle += bytes[middle] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard middle + 1 < limit, bytes[middle + 1] == UInt8(ascii: "(") else { return nil }
    var end = middle + 2
    while end < limit, bytes[end] != UInt8(ascii: ")") { end += 1 }
    guard end < limit else { return nil }
    return (
      String(decoding: bytes[(start + 1)..<middle], as: UTF8.self),
      String(decoding: bytes[(middle + 2)..<end], as: UTF8.self), end + 1
    )
  }
}

/// A text and its form in Markdown.
struct SARIFString {
  var text: String?
  var markdown: String?

  init(_ value: JSONValue) {
    text = value["text"]?.string
    markdown = value["markdown"]?.string
  }

  static func all(_ value: JSONValue?) -> [String: SARIFString] {
    var strings: [String: SARIFString] = [:]
    for member in value?.members ?? [] { strings[member.key] = SARIFString(member.value) }
    return strings
  }
}
