internal import Basics
internal import Model

/// One thing that a tool has found in the sources.
struct Finding {
  var urgency: Urgency
  /// Everything the tool says of it, as plain text.
  var message = ""
  var rule: String?
  var ruleURL: String?
  var file: String?
  var line: Int?
  var column: Int?
  var details: String?
  /// What tells it from others and stays from run to run; nil leaves that to its title and file.
  var fingerprint: String?
  var category: String
  var source = SourceMark()

  static let longestTitle = 200

  /// A message: the first line is the title, the rest the text.
  func message(paths: SourcePaths) -> Message {
    let plain = JUnitProblem.trimmed(TerminalText.plainText(message))
    let lines = plain.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let first = lines.first.map(String.init) ?? ""
    var title = first.isEmpty ? rule ?? category : first
    var text = lines.count > 1 ? JUnitProblem.trimmed(String(lines[1])) : ""
    if title.count > Self.longestTitle {
      text = plain
      title = title.prefix(Self.longestTitle - 1) + "…"
    }
    var made = Message(
      urgency: urgency, category: category, title: title, text: text.isEmpty ? nil : text,
      details: details.flatMap { $0.isEmpty ? nil : $0 }, fingerprint: fingerprint, source: source)
    made.textFormat = .plain
    made.detailsFormat = .log
    if let rule, !rule.isEmpty { made.link = Message.Link(title: rule, url: ruleURL) }
    if let file, !file.isEmpty {
      made.location = Message.Location(
        file: paths.path(file), line: Self.place(line), column: Self.place(column))
    }
    return made
  }

  private static func place(_ number: Int?) -> Int? {
    number.flatMap { 1...Int(Int32.max) ~= $0 ? $0 : nil }
  }
}
