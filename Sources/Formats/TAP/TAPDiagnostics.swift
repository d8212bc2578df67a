internal import Localization
internal import Text
internal import ToolReports

/// The lines below a test point: a block of YAML and comments. Only the indentation and a few keys
/// of the block are parsed.
struct TAPDiagnostics {
  /// A top-level key of the block, its value as text, and its lines.
  private struct Entry {
    var key: String
    var value: String
    var lines: [Substring]
  }

  /// The lines of the block without their common indentation.
  var yaml: Excerpt?
  var comments: Excerpt?
  /// The output before the point.
  var output: Excerpt?

  private static let messageKeys: Set<String> = ["message", "error"]
  private static let placeKeys: Set<String> = ["at", "location"]
  private static let fileKeys: Set<String> = ["file", "fileName", "filename"]
  private static let lineKeys: Set<String> = ["line", "lineNumber"]
  private static let columnKeys: Set<String> = ["column", "columnNumber", "char"]
  private static let expectedKeys: Set<String> = ["expected", "wanted", "want"]
  private static let actualKeys: Set<String> = ["actual", "found", "got"]
  /// Keys that are omitted from the details.
  private static let silentKeys: Set<String> = ["duration_ms", "severity", "type"]

  /// Sets the text, the details and the location of a test.
  func describe(_ test: inout TestCase, _ locale: Locale) {
    let entries = yaml.map { Self.entries($0.text) } ?? []
    var texts: [String] = []
    if let message = entries.first(where: { Self.messageKeys.contains($0.key) })?.value {
      texts += Self.summary(message).map { [$0] } ?? []
    }
    if let difference = Self.difference(entries) { texts.append(difference) }
    locate(&test, entries)
    let comments = comments.map { PlainText.trimmed($0.text) } ?? ""
    if let summary = Self.summary(ofComments: comments) { texts.append(summary) }
    if test.file == nil { Self.locate(&test, in: comments) }
    test.text = texts.isEmpty ? nil : texts.joined(separator: "\n")
    let rest = entries.filter { entry in
      let isSaid =
        (entry.lines.count == 1 || Self.messageKeys.contains(entry.key))
        && texts.contains { $0.contains(entry.value) }
      return !isSaid && !Self.silentKeys.contains(entry.key)
        && !(test.file != nil && Self.isPlace(entry.key))
    }
    var parts = [rest.flatMap(\.lines).joined(separator: "\n"), comments].map(PlainText.trimmed)
    parts = parts.filter { !$0.isEmpty && $0 != test.text }
    if let output {
      parts.append(locale.string(.outputHeading) + "\n" + PlainText.trimmed(output.text))
    }
    let details = parts.joined(separator: "\n\n")
    test.details = details.isEmpty ? nil : details
  }

  private static func isPlace(_ key: String) -> Bool {
    placeKeys.contains(key) || fileKeys.contains(key) || lineKeys.contains(key)
      || columnKeys.contains(key)
  }

  /// The first paragraph, or a whole short message if its first paragraph ends with a colon.
  private static func summary(_ message: String) -> String? {
    guard let first = PlainText.firstParagraph(message) else { return nil }
    return first.hasSuffix(":") && message.utf8.count < 500 ? message : first
  }

  /// `expected: 2, actual: 1`, if both are short.
  private static func difference(_ entries: [Entry]) -> String? {
    func value(_ keys: Set<String>) -> String? {
      entries.first { keys.contains($0.key) && $0.lines.count == 1 && $0.value.utf8.count < 200 }?
        .value
    }
    guard let expected = value(expectedKeys), let actual = value(actualKeys) else { return nil }
    return "expected: \(expected), actual: \(actual)"
  }

  // MARK: YAML

  private static func entries(_ text: String) -> [Entry] {
    var entries: [Entry] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let (key, value) = member(line) {
        entries.append(Entry(key: key, value: value, lines: [line]))
      } else if !entries.isEmpty {
        entries[entries.count - 1].lines.append(line)
      } else if !line.isEmpty {
        entries.append(Entry(key: "", value: "", lines: [line]))
      }
    }
    for index in entries.indices {
      while entries[index].lines.count > 1, entries[index].lines.last?.isEmpty == true {
        entries[index].lines.removeLast()
      }
      let isBlock = ["", "|", "|-", "|+", ">", ">-", ">+"].contains(entries[index].value)
      guard isBlock, entries[index].lines.count > 1 else { continue }
      let block = PlainText.trimmed(entries[index].lines.dropFirst().joined(separator: "\n"))
      entries[index].value = PlainText.dedented(block)
    }
    return entries
  }

  /// `key: value` without indentation.
  private static func member(_ line: Substring) -> (key: String, value: String)? {
    guard let first = line.utf8.first, first > 0x20, first != UInt8(ascii: "-"),
      first != UInt8(ascii: "#"), let colon = line.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    let rest = line[colon...].dropFirst()
    guard rest.utf8.first.map(PlainText.isSpaceOrTab) ?? true else { return nil }
    return (unquoted(line[..<colon]), unquoted(PlainText.trimmedLine(rest)))
  }

  private static func unquoted(_ text: Substring) -> String {
    guard text.utf8.count >= 2, let quote = text.first, text.last == quote else {
      return String(text)
    }
    let inside = text.dropFirst().dropLast()
    switch quote {
    case "'": return String(inside.replacing("''", with: "'"))
    case "\"":
      return String(
        inside.replacing("\\n", with: "\n").replacing("\\\"", with: "\"")
          .replacing("\\\\", with: "\\"))
    default: return String(text)
    }
  }

  // MARK: Places

  private func locate(_ test: inout TestCase, _ entries: [Entry]) {
    var entries = entries
    if let place = entries.first(where: { Self.placeKeys.contains($0.key) }) {
      if place.lines.count > 1 {
        entries = Self.entries(place.value)
      } else if place.value.hasPrefix("{") {
        let inside = place.value.dropFirst().prefix { $0 != "}" }
        entries = inside.split(separator: ",").compactMap { part in
          let words = part.split(separator: ":", maxSplits: 1)
          guard words.count == 2 else { return nil }
          let (key, value) = (PlainText.trimmedLine(words[0]), PlainText.trimmedLine(words[1]))
          return Entry(key: Self.unquoted(key), value: Self.unquoted(value), lines: [part])
        }
      } else {
        return Self.locate(&test, at: place.value)
      }
    }
    func value(_ keys: Set<String>) -> String? {
      entries.first { keys.contains($0.key) && !$0.value.isEmpty }?.value
    }
    guard let file = value(Self.fileKeys) else { return }
    test.file = file
    test.line = value(Self.lineKeys).flatMap { Int($0) }
    test.column = value(Self.columnKeys).flatMap { Int($0) }
  }

  /// `file:line:column`, optionally in parentheses after a function.
  private static func locate(_ test: inout TestCase, at place: String) {
    var place = place[...]
    if place.hasSuffix(")"), let open = place.lastIndex(of: "(") {
      place = place[place.index(after: open)...].dropLast()
    }
    var numbers: [Int] = []
    while numbers.count < 2, let colon = place.lastIndex(of: ":"),
      let number = Int(place[place.index(after: colon)...])
    {
      numbers.append(number)
      place = place[..<colon]
    }
    guard !numbers.isEmpty, !place.isEmpty else { return }
    test.file = String(place)
    test.line = numbers.last
    test.column = numbers.count > 1 ? numbers.first : nil
  }

  // MARK: Comments

  /// The difference in the comments, or the first line that is neither "failed" nor a location.
  private static func summary(ofComments comments: String) -> String? {
    var got: String?
    for line in comments.split(separator: "\n").prefix(20) {
      let line = PlainText.trimmedLine(line)
      let lower = line.prefix(12).lowercased()
      if lower.hasPrefix("got:") {
        got = String(PlainText.trimmedLine(line.dropFirst(4)))
      } else if lower.hasPrefix("expected:"), let got {
        return "expected: \(PlainText.trimmedLine(line.dropFirst(9))), actual: \(got)"
      } else if got == nil, !line.isEmpty, !lower.hasPrefix("failed "), place(in: line) == nil {
        return String(line)
      }
    }
    return got.map { "actual: \($0)" }
  }

  private static func locate(_ test: inout TestCase, in comments: String) {
    if let found = PlaceInText.inTestFile(comments) {
      (test.file, test.line) = found
      return
    }
    for line in comments.split(separator: "\n").prefix(20) {
      guard let found = place(in: PlainText.trimmedLine(line)) else { continue }
      (test.file, test.line) = found
      return
    }
  }

  /// `at t/a.t line 17.`, `in t/a.t at line 17.`, `(in test file a.bats, line 5)`
  private static func place(in line: Substring) -> (String, Int)? {
    let words = line.prefix(1_000).split(separator: " ")
    guard let index = words.firstIndex(of: "line"), index >= 2, index + 1 < words.count,
      let number = Int(words[index + 1].prefix { $0.isASCII && $0.isNumber })
    else { return nil }
    let isBehindAt = words[index - 1] == "at"
    guard !isBehindAt || index >= 3 else { return nil }
    var path = words[isBehindAt ? index - 2 : index - 1]
    if path.last == "," { path.removeLast() }
    return path.contains(".") || path.contains("/") ? (String(path), number) : nil
  }
}
