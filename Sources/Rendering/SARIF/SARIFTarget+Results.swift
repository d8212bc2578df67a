import Composing
import JSON
import Localization
import Model
import Text

extension SARIFTarget {
  func write(_ result: Result, _ writer: inout JSONWriter) {
    let message = Self.message(result.origin, in: report)
    let rule = rules.all[result.rule]
    writer.object { writer in
      writer.member("ruleId", rule.id)
      writer.member("ruleIndex", result.rule)
      writer.member("kind", Self.kind(of: message.urgency))
      writer.member("level", Self.level(of: message.urgency))
      Self.write(
        text: Self.escaped(ExportedMessages.text(of: message)), as: "message", &writer)
      if let location = message.location {
        writer.key("locations")
        writer.array { write(location, &$0) }
      }
      if let location = message.testLocation {
        writer.key("relatedLocations")
        writer.array { write(location, as: report.locale.string(.test), &$0) }
      }
      writer.key("partialFingerprints")
      writer.object { $0.member(Self.fingerprintKey, fingerprint(of: message, result.origin)) }
      if message.count > 1 { writer.member("occurrenceCount", message.count) }
      writer.member("baselineState", state(of: result.origin))
      if case .known(let issue, _) = result.origin { writeSuppression(issue, &writer) }
      writeProperties(of: message, &writer)
    }
  }

  /// The key of the fingerprint, which the reader of SARIF uses as it is.
  private static let fingerprintKey = "tidemark/v1"

  private func fingerprint(of message: Message, _ origin: Result.Origin) -> String {
    if let given = message.fingerprint, !given.isEmpty { return given }
    return switch origin {
    case .current(let index): messages.fingerprint(of: index).hexadecimal
    case .known(_, let index): report.known.fingerprints[index].hexadecimal
    case .lost: Fingerprint(of: message).hexadecimal
    }
  }

  /// The kind of a result that is no failure; nil is a failure.
  private static func kind(of urgency: Urgency) -> String? {
    switch urgency {
    case .success: "pass"
    case .neutral: "informational"
    case .information, .warning, .error: nil
    }
  }

  private static func level(of urgency: Urgency) -> String {
    switch urgency {
    case .error: "error"
    case .warning: "warning"
    case .information: "note"
    case .success, .neutral: "none"
    }
  }

  private func state(of origin: Result.Origin) -> String? {
    switch origin {
    case .lost: "absent"
    case .known: nil
    case .current(let index):
      switch messages.change(of: index) {
      case .new: "new"
      case .still: "unchanged"
      case .worse, .better, .expired: "updated"
      case .fixed, .removed, .unseen, .gone, nil: nil
      }
    }
  }

  private func writeSuppression(_ issue: Int, _ writer: inout JSONWriter) {
    writer.key("suppressions")
    writer.array { writer in
      writer.object { writer in
        writer.member("kind", "external")
        writer.member("status", "accepted")
        writer.member("justification", report.known.issues[issue].reason)
      }
    }
  }

  private func writeProperties(of message: Message, _ writer: inout JSONWriter) {
    writeProperties(&writer) { writer in
      writer.member("category", messages.category(of: message))
      if Self.kind(of: message.urgency) != nil {
        writer.member("urgency", message.urgency.rawValue)
      }
      if isReadAsMarkdown(message) { writer.member("textFormat", "markdown") }
      writer.member("details", message.details)
      writer.member("time", messages.time(of: message))
      writer.member("owner", message.owner)
      writer.member("environment", message.environment)
      writer.member("duration", message.duration)
      writer.member("input", message.input)
    }
  }

  private static let longestTitle = 200

  /// Whether the text after the first paragraph is Markdown. A longer title is a part of the text
  /// for a reader.
  private func isReadAsMarkdown(_ message: Message) -> Bool {
    message.textFormat == .markdown && message.text?.isEmpty == false
      && message.title.count <= Self.longestTitle
      && !message.title.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D })
  }

  // MARK: Places

  private func write(
    _ location: Message.Location, as name: String? = nil, _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.key("physicalLocation")
      writer.object { writer in
        writer.key("artifactLocation")
        writer.object { $0.member("uri", Self.address(ofFile: location.file)) }
        guard let line = location.line else { return }
        writer.key("region")
        writer.object { writer in
          writer.member("startLine", line)
          writer.member("startColumn", location.column)
        }
      }
      if let name { Self.write(text: name, as: "message", &writer) }
    }
  }

  /// The address of a path: relative to the sources, or with `file:`.
  static func address(ofFile path: String) -> String {
    if let colons = path.firstRange(of: "://"), !path[..<colons.lowerBound].isEmpty,
      path[..<colons.lowerBound].utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 })
    {
      return path[..<colons.upperBound]
        + PercentEncoding.encoded(path: String(path[colons.upperBound...]))
    }
    let encoded = PercentEncoding.encoded(path: path)
    if path.hasPrefix("//") { return "file:" + encoded }
    if path.hasPrefix("/") { return "file://" + encoded }
    // The drive of Windows.
    let start = Array(path.utf8.prefix(3))
    if start.count == 3, start[1] == UInt8(ascii: ":"), start[2] == UInt8(ascii: "/"),
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= start[0] | 0x20
    {
      return "file:///" + path.prefix(2) + PercentEncoding.encoded(path: String(path.dropFirst(2)))
    }
    return encoded
  }

  // MARK: Texts

  /// A text for `message.text`. Braces and brackets are escaped only if a reader would take them for
  /// placeholders or links, because many readers show the escapes.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { "[{}".utf8.contains($0) }) else { return text }
    var bytes = Array(text.utf8)
    if bytes.contains(UInt8(ascii: "[")),
      ["](", "\\[", "\\]", "\\\\"].contains(where: { has($0, bytes) })
    {
      bytes = bytes.flatMap { "\\[]".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
    }
    if has("{{", bytes) || has("}}", bytes) {
      bytes = bytes.flatMap { "{}".utf8.contains($0) ? [$0, $0] : [$0] }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether two characters follow each other.
  private static func has(_ pair: String, _ bytes: [UInt8]) -> Bool {
    zip(bytes, bytes.dropFirst()).contains { pair.utf8.elementsEqual([$0, $1]) }
  }
}
