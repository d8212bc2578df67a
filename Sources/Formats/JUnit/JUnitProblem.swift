internal import Text
internal import ToolReports

/// A `failure`, an `error` or a similar element.
struct JUnitProblem {
  var isError = false
  var message: String?
  var type: String?
  var file: String?
  var line: String?
  var content = Excerpt()

  /// Messages without information.
  private static let emptyMessages: Set<String> = [
    "", "failure", "failed", "test failure", "error", "collection failure",
  ]
  private static let longestEmptyMessage = emptyMessages.map(\.utf8.count).max() ?? 0

  /// Whether a message has no information.
  private static func isEmpty(_ message: String) -> Bool {
    message.utf8.count <= longestEmptyMessage && emptyMessages.contains(message.lowercased())
  }

  /// Types without information, by the part after their last dot.
  private static let emptyTypes: Set<String> = [
    "assertionerror", "assertionfailederror", "testcodefailure",
  ]

  /// The most lines of a paragraph that joins the text. A longer one stays in the details.
  private static let mostLines = 8

  /// Its text, its other details, and its place if the message begins with one.
  ///
  /// The text is the message's first paragraph, else the first informative line of the content,
  /// with an informative type. The details do not repeat the text.
  ///
  /// - Parameter test: The name of the test.
  func described(
    for test: String?
  ) -> (text: String?, details: String?, location: (path: String, line: Int)?) {
    var message = PlainText.trimmed(TerminalText.plain(self.message ?? ""))
    let leading = PlaceInText.leading(in: message)
    if let leading { message = PlainText.trimmed(String(message.dropFirst(leading.text.count))) }
    // Playwright's message consists of the place and the name.
    if Self.isEmpty(message)
      || leading != nil && test?.hasSuffix(message) == true
    {
      message = ""
    }
    var content = self.content.isEmpty ? "" : PlainText.trimmed(self.content.text)
    if let leading, content.hasPrefix(leading.text) {
      content = PlainText.trimmed(String(content.dropFirst(leading.text.count)))
    }
    if let test { content = Self.without(test: test, content) }
    var text: String?
    if let (said, rest) = PlainText.split(message) {
      text = said
      content = without(said, content)
      if !rest.isEmpty, !content.contains(rest), !Self.isMarked(rest, in: content) {
        content = content.isEmpty ? rest : rest + "\n\n" + content
      }
    } else if let said = Self.tellingLine(of: content) {
      text = said
      content = without(said, content)
    }
    // The paragraph after a colon belongs to the text.
    if let said = text, said.hasSuffix(":"), let (more, rest) = PlainText.split(content),
      more.count(where: \.isNewline) < Self.mostLines
    {
      text = said + "\n" + more
      content = rest
    }
    if PytestSource.lacksIndent(content) { content = PytestSource.indent + content }
    let found = leading.map { (path: $0.path, line: $0.line) }
    return (withType(text), content.isEmpty ? nil : content, found)
  }

  /// Whether all lines of a text are in the lines that pytest marks as the error.
  private static func isMarked(_ text: String, in content: String) -> Bool {
    var marked = content.split(separator: "\n").filter { $0.hasPrefix("E  ") }
      .map { PlainText.trimmed(String($0.dropFirst())) }[...]
    for line in text.split(separator: "\n") {
      let line = PlainText.trimmed(String(line))
      guard let index = marked.firstIndex(of: line) else { return false }
      marked = marked[(index + 1)...]
    }
    return true
  }

  /// The content without PHPUnit's first line, which repeats the name: `CartTest::testAdds`.
  private static func without(test: String, _ content: String) -> String {
    guard let line = PlainText.firstLine(of: content), line.hasSuffix("::" + test) else {
      return content
    }
    return PlainText.rest(of: content, behind: line) ?? content
  }

  /// Whether it only states that tests failed: `--- FAIL` and the like.
  var isFrame: Bool {
    guard !content.isEmpty, Self.isEmpty(message ?? "") else { return false }
    let text = content.text
    return Self.tellingLine(of: text) == nil && !PlainText.trimmed(text).isEmpty
  }

  private static func tellingLine(of text: String) -> String? {
    if let cause = cause(in: text) { return cause }
    return text.split(separator: "\n").first { line in
      !line.utf8.allSatisfy(PlainText.isBlank) && !JUnitDialect.isFrame(line)
    }.map { PlainText.trimmed(String($0)) }
  }

  /// The first line that pytest marks as the cause in a trace. For a syntax error, it is the last
  /// one, which follows the place and the source.
  private static func cause(in text: String) -> String? {
    let lines = text.split(separator: "\n")
    // In a chain of errors, the last one counts, because the test ended with it.
    let last = lines.lastIndex { TraceInText.handled.contains(String($0)) } ?? lines.startIndex
    let isMarked = lines[last...].contains { $0.hasPrefix("E   ") }
    let marked = (isMarked ? lines[last...] : lines[...]).drop { !$0.hasPrefix("E   ") }
      .prefix { $0.hasPrefix("E   ") }
      .map { PlainText.trimmed(String($0.dropFirst())) }
    guard let first = marked.first else { return nil }
    return first.hasPrefix("File \"") ? marked.last : first
  }

  /// The content without leading lines that repeat a text or `type: text`.
  private func without(_ said: String, _ content: String) -> String {
    guard mayBegin(content, with: said) else { return withoutPlace(said, content) }
    for beginning in [said, (type ?? "") + ": " + said] {
      if let rest = PlainText.rest(of: content, behind: beginning) { return rest }
    }
    return withoutPlace(said, content)
  }

  /// The content; empty if it is a single line that only adds the place to the text.
  private func withoutPlace(_ said: String, _ content: String) -> String {
    content.hasSuffix(said) && !PlainText.hasLines(content) ? "" : content
  }

  /// Whether a content may begin with a text or the type. Only ASCII first bytes are compared.
  private func mayBegin(_ content: String, with said: String) -> Bool {
    guard let first = content.utf8.first, 0x21..<0x7F ~= first else { return true }
    return [said.utf8.first, type?.utf8.first ?? UInt8(ascii: ":")].contains { other in
      other.map { $0 == first || $0 >= 0x80 } ?? true
    }
  }

  private func withType(_ text: String?) -> String? {
    guard let type = type.map(PlainText.trimmed), isTelling(type), text?.contains(type) != true
    else { return text }
    return text.map { "\($0) (\(type))" } ?? type
  }

  /// Whether a type is informative. A single word in lower case is a kind and not a type.
  private func isTelling(_ type: String) -> Bool {
    let last = type.split { $0 == "." || $0 == ":" }.last?.lowercased() ?? ""
    return !last.isEmpty && !Self.emptyMessages.contains(last) && !Self.emptyTypes.contains(last)
      && !type.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
  }
}
