internal import Basics
internal import Model

/// Finds in lines of text what compilers, linters and workflow commands say, with the lines below
/// each finding as its details.
struct LineFindings {
  /// What the findings are of: a tool or the log's name, which is not shown where neither is known.
  let tool: String
  private let isNamed: Bool
  private let context: ImportContext
  /// The last finding, to which lines may still be added.
  private var pending: Finding?
  private var details: Excerpt
  /// The numbered lines among them.
  private var source = NumberedLines()
  private var takesDetails = false
  /// Whether the last finding is of a command, which has no details.
  private var isCommand = false
  /// A line that belongs to the finding if the next one does.
  private var candidate: String?
  /// Lines that say where the next finding is.
  private var before: [String] = []
  private var stopToken: String?
  private var masks = Redactor(knowsForms: false)
  /// The files that were looked at.
  private(set) var files = LogFiles()
  /// The tools that commands name.
  private(set) var tools: Set<String> = []
  /// How many findings there were.
  private(set) var count = 0

  private static let mostLinesBefore = 20

  /// What is to be reported of a line.
  enum Trouble {
    /// A value is too short to be hidden.
    case shortMask
    /// A summary claims more errors than there are.
    case hiddenErrors(claimed: Int)
  }

  init(_ context: ImportContext, tool: String?) {
    self.context = context
    self.tool = tool ?? "Log"
    isNamed = tool != nil
    details = context.excerpt
  }

  /// Takes the next line.
  mutating func take(
    _ written: String, number: Int, into report: inout ImportedReport
  ) -> Trouble? {
    let shown = TerminalText.plain(written)
    if stopToken == nil, case .mask(let value) = WorkflowCommand(LogStamp.split(shown).rest) {
      _ = masks.hide(value)
      guard !report.hide(value), !PlainText.trimmedLine(value[...]).isEmpty else {
        return nil
      }
      return .shortMask
    }
    // Before it is taken apart, so that no part of a value remains. Other secrets may have several
    // lines; the report hides them.
    let (time, line) = LogStamp.split(masks.redacted(shown))
    if let token = stopToken {
      if PlainText.trimmedLine(line) == "::\(token)::" {
        stopToken = nil
        return nil
      }
    } else if let command = WorkflowCommand(line) {
      return take(command, time, number, into: &report)
    }
    let found = SourceLine(line)
    if found == nil, LogFiles.isFailure(line) {
      report.ending = .failed
      report.reason = report.reason ?? String(PlainText.trimmedLine(line.prefix(200)))
    }
    if found?.file == nil, let claimed = LineSummary.errors(line) {
      return check(claimed, number, into: &report)
    }
    guard var found else {
      files.take(line)
      takeOther(line)
      return nil
    }
    if let file = found.file { files.insert(file) }
    // A note with a rule of its own is a finding of its own.
    if found.isNote, found.rule == nil, takesDetails,
      pending.map({ $0.urgency >= .warning }) ?? false
    {
      candidate = nil
      source.close()
      addDetails(String(line))
      return nil
    }
    if found.file == nil, found.urgency == .information { return nil }
    if found.rule == nil, found.ruleName != nil { found.rule = found.ruleName }
    flush(into: &report)
    var finding = finding(found.urgency)
    (finding.level, finding.message) = (found.level, found.message)
    (finding.file, finding.line, finding.column) = (found.file, found.line, found.column)
    finding.rule = found.rule
    if let rule = found.rule, let name = found.ruleName { finding.ruleTitle = "\(rule) (\(name))" }
    begin(finding, time, number)
    return nil
  }

  /// Adds what is left.
  mutating func finish(into report: inout ImportedReport) {
    flush(into: &report)
  }

  func finding(_ severity: SourceLine.Severity) -> Finding {
    var finding = Finding(severity.urgency, tool: tool)
    if !isNamed { finding.toolTitle = context.locale.string(.unnamedLog) }
    return finding
  }

  private mutating func begin(_ finding: Finding, _ time: TimePoint?, _ number: Int) {
    count += 1
    if let file = finding.file { files.insert(file) }
    if finding.tool != tool { tools.insert(finding.tool) }
    pending = finding
    pending?.isNamedByTool = false
    pending?.time = time
    pending?.source = context.mark(number)
    (takesDetails, isCommand) = (true, false)
    source = NumberedLines()
    for line in before { addDetails(line) }
    before = []
  }

  private mutating func flush(into report: inout ImportedReport) {
    guard var finding = pending else { return }
    if !details.isEmpty {
      finding.details = PlainText.trimmed(details.text)
      details = context.excerpt
    }
    finding.excerpt = source.excerpt(around: finding.line)
    (pending, candidate) = (nil, nil)
    report.add(finding)
  }

  // MARK: Other lines

  private mutating func addDetails(_ line: String) {
    for line in [candidate, line].compactMap(\.self) {
      details.append(line + "\n")
      source.take(line[...])
    }
    candidate = nil
  }

  private mutating func takeOther(_ line: Substring) {
    let text = PlainText.trimmedLine(line)
    let isIndented = line.utf8.first.map(PlainText.isSpaceOrTab) ?? false
    if text.isEmpty {
      takesDetails = false
    } else if text.utf8.starts(with: "In file included from ".utf8)
      || !isIndented && Self.isHeading(text)
    {
      takesDetails = false
      noteBefore(line)
    } else if !before.isEmpty, isIndented, text.utf8.starts(with: "from ".utf8) {
      noteBefore(line)
    } else if takesDetails, !isCommand, pending != nil {
      if isIndented, pending?.file == nil, text.utf8.starts(with: "--> ".utf8) {
        let place = SourceLine(text.dropFirst(4) + ": place")
        pending?.file = place?.file
        if let file = place?.file { files.insert(file) }
        pending?.line = place?.line
        pending?.column = place?.column
      } else if isIndented || Self.isSource(text) {
        addDetails(String(line))
      } else if candidate == nil {
        candidate = String(line)
      } else {
        takesDetails = false
      }
    }
  }

  /// `a.c: In function 'f':`
  private static func isHeading(_ text: Substring) -> Bool {
    guard text.utf8.last == UInt8(ascii: ":"), text.utf8.count < 2_000 else { return false }
    return text.contains(": In ") || text.contains(": At ")
  }

  private mutating func noteBefore(_ line: Substring) {
    if before.count < Self.mostLinesBefore { before.append(String(line.prefix(2_000))) }
  }

  /// A line under which a place is marked (`^~~~`), or a numbered line of source (`12 | x`, `| ^`).
  private static func isSource(_ text: Substring) -> Bool {
    let rest = text.utf8.drop { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == 0x20 }
    if rest.first == UInt8(ascii: "|") { return true }
    return text.utf8.allSatisfy { "^~- |".utf8.contains($0) } && text.contains("^")
  }

  private mutating func check(
    _ claimed: Int, _ number: Int, into report: inout ImportedReport
  ) -> Trouble? {
    takesDetails = false
    guard claimed > count else { return nil }
    if count == 0 {
      var finding = finding(.error)
      finding.message = context.locale.count(.hiddenFailures, claimed)
      finding.fingerprint = "lines:hidden errors"
      begin(finding, nil, number)
      takesDetails = false
    }
    return .hiddenErrors(claimed: claimed)
  }

  // MARK: Commands

  private mutating func take(
    _ command: WorkflowCommand, _ time: TimePoint?, _ number: Int,
    into report: inout ImportedReport
  ) -> Trouble? {
    takesDetails = false
    switch command {
    case .other, .mask: break
    case .stop(let token): stopToken = token
    case .issue(let issue):
      if issue.file == nil, let claimed = LineSummary.errors(issue.text[...]) {
        return check(claimed, number, into: &report)
      }
      flush(into: &report)
      begin(finding(issue), time, number)
      isCommand = true
    }
    return nil
  }
}
