internal import Diagnostics
internal import JSON
internal import Model
internal import ToolReports

/// Makes findings.
extension FormatReport {
  /// The most findings that one element may stand for.
  private static let mostFindings = 1_000_000

  mutating func addFinding(
    _ fields: FormatFields<FormatFindingField>, _ properties: [(name: String, value: FormatValue)],
    _ isSuppressed: Bool
  ) {
    let level = level(fields)
    let tool = fields.text(.tool) ?? self.tool(in: fields.scope)
    note(tool: tool)
    var finding = Finding(level.urgency, tool: tool)
    finding.level = level.word
    finding.title = fields.text(.title)
    finding.message = fields.text(.message) ?? ""
    finding.markdown = fields.text(.markdown)
    finding.opening = fields.text(.opening)
    finding.closing = fields.text(.closing)
    finding.rule = fields.text(.rule)
    finding.ruleTitle = fields.text(.ruleTitle)
    finding.details = Self.details(fields)
    (finding.file, finding.line) = (fields.text(.file), fields.whole(.line))
    finding.column = fields.whole(.column)
    finding.time = fields.text(.time).flatMap(ReportedTime.time)
    finding.count = min(max(fields.whole(.count) ?? 1, 1), Self.mostFindings)
    finding.properties = properties.compactMap { property in
      property.value.text(in: fields.scope).map { Property(property.name, written: $0) }
    }
    setLink(fields, &finding)
    if let line = finding.line, let text = fields.text(.excerpt) {
      finding.excerpt = SourceText(quoted: text, from: line)
    }
    finding.fingerprint = identity(fields, finding)
    finding.source = context.mark(fields.location)
    if finding.title == nil, finding.message.isEmpty, finding.markdown == nil, finding.rule == nil {
      // An element of another kind than the format knows may be a finding, too.
      noteUnread("an element without a message", line: fields.location.line)
    }
    shown.add(finding, isSuppressed: isSuppressed)
    exampleFields?.add(fields, finding, isSuppressed)
    if isSuppressed {
      report.suppress(finding)
    } else {
      report.add(finding)
    }
  }

  /// Sets the page of the rule, or of the finding.
  private func setLink(_ fields: FormatFields<FormatFindingField>, _ finding: inout Finding) {
    let link = [fields.text(.ruleURL), fields.text(.link)].compactMap { $0 }.first {
      $0.hasPrefix("https://") || $0.hasPrefix("http://")
    }
    finding.ruleURL = link
    if let link, finding.rule == nil { finding.rule = link }
  }

  /// The details, with the facts of a vulnerable package.
  private static func details(_ fields: FormatFields<FormatFindingField>) -> String? {
    var facts: [String] = []
    if let package = fields.text(.package) {
      facts.append(
        "Package: " + [package, fields.text(.version)].compactMap { $0 }.joined(separator: " "))
    }
    if let fixed = fields.text(.fixed) { facts.append("Fixed in: " + fixed) }
    // Tools write 0 for a vulnerability without a rating.
    if let score = fields.text(.score), Double(score) != 0 { facts.append("CVSS: " + score) }
    let parts = [fields.text(.details), facts.isEmpty ? nil : facts.joined(separator: "\n")]
      .compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }

  /// The identity of a finding that stays from run to run; nil if its title and file identify it.
  /// It leaves out the version of a package, because an update is not a new finding.
  private func identity(
    _ fields: FormatFields<FormatFindingField>, _ finding: Finding
  ) -> String? {
    let parts: [String]
    if let id = fields.text(.id) {
      parts = [finding.tool, id]
    } else if let package = fields.text(.package), let rule = finding.rule {
      parts = [finding.tool, rule, package, finding.file ?? ""]
    } else {
      return nil
    }
    return file.name + ":" + parts.joined(separator: "\u{1F}")
  }

  // MARK: Levels

  static let words: [String: Urgency] = {
    var words: [String: Urgency] = [:]
    let known: [(Urgency, String)] = [
      (.error, "critical blocker high fatal error severe err"),
      (.warning, "major medium moderate warning warn minor low"),
      (.information, "info informational information note style hint none unknown negligible"),
      (.success, "success"), (.neutral, "neutral"),
    ]
    for (urgency, list) in known {
      for word in list.split(separator: " ") { words[String(word)] = urgency }
    }
    return words
  }()

  /// The level by the letter of a pattern such as `%E`.
  private static let letter: FormatValue = {
    var words = FormatWords()
    words.words = ["e": "error", "w": "warning", "i": "information", "n": "information"]
    let type = FormatPath(steps: [.member("type")], dialect: .captures)
    return .mapped(.path(type, []), words)
  }()

  /// The tool's word for the severity, and the urgency.
  private mutating func level(
    _ fields: FormatFields<FormatFindingField>
  ) -> (word: String?, urgency: Urgency) {
    let letter = variant.kind == .lines ? Self.letter : nil
    guard let value = fields.values[.level] ?? letter,
      let (word, mapped) = value.level(in: fields.scope, isMapped: true)
        ?? value.level(in: fields.scope, isMapped: false)
    else { return (nil, .warning) }
    if let urgency = Self.words[mapped.lowercased()] { return (word, urgency) }
    if reported.count < 20, reported.insert(mapped).inserted {
      log.add(
        Diagnostic(
          .warning, "unknown-severity",
          "unknown severity \(VisibleText.quoted(mapped)) is read as a warning",
          at: fields.location,
          help: ["'--severity \(file.name):WORD=error' says what it means"]))
    }
    return (word, .warning)
  }
}

extension FormatValue {
  /// The tool's own word, and the word that a table gives for it.
  ///
  /// - Parameter isMapped: Whether the table must have the word.
  fileprivate func level(
    in scope: FormatScope, isMapped: Bool
  ) -> (word: String?, mapped: String)? {
    switch self {
    case .constant(let text): return (nil, text)
    case .first(let values):
      return values.lazy.compactMap { $0.level(in: scope, isMapped: isMapped) }.first
    case .mapped(let value, let table):
      guard let word = value.text(in: scope) else { return nil }
      return (table.text(word) ?? (isMapped ? nil : word)).map { (word, $0) }
    case .path, .template, .joined, .difference: return text(in: scope).map { ($0, $0) }
    }
  }
}
