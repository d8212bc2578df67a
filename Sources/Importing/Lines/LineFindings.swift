internal import Basics
internal import Model

/// Finds in lines of text what compilers, linters and workflow commands say, with the lines below
/// each finding as its details.
struct LineFindings {
  /// What the findings are of: a tool or the log's name, which is not shown where neither is known.
  let tool: String
  private let isNamed: Bool
  let context: ImportContext
  /// Whether the lines are those of a log, of which all is reported. Of lines between the tests of a
  /// report, only what they say of errors and warnings is, by place or by a command.
  let isLog: Bool
  /// The last finding, to which lines may still be added.
  var pending: Finding?
  /// The line that it was found in.
  private var pendingLine = ""
  var details: Excerpt
  /// The numbered lines among them.
  var source = NumberedLines()
  var takesDetails = false
  /// Whether the last finding is of a command, which has no details.
  var isCommand = false
  /// Lines that belong to the finding if a later one does.
  var candidates: [String] = []
  /// Lines that say where the next finding is.
  var before: [String] = []
  /// The place that a line of its own gives the next finding.
  var openPlace: SourcePlace?
  /// Whether the text of the last finding is still to come.
  var waiting: AwaitedText?
  private var stopToken: String?
  private var masks = Redactor(knowsForms: false)
  /// What else the lines say of failures.
  var signs = FailureSigns()
  /// Lines in forms that are not known and may be findings.
  private var unread = UnreadParts()
  /// Lines that together may be a finding.
  var keyed = KeyedLines()
  /// What says that a build ended before its end.
  private var failure: String?
  /// Whether the findings from here on may be those that were told before, as MSBuild and Maven do.
  private var isRecap = false
  private var known: Set<Int> = []
  /// The files that were looked at.
  var files = LogFiles()
  /// The tools that commands name.
  private(set) var tools: Set<String> = []
  /// How many findings there were.
  private(set) var count = 0
  /// How many of them are errors.
  private(set) var errors = 0
  /// How many errors a compiler has counted after each file.
  private var claimedErrors = 0

  /// What is to be reported of a line.
  enum Trouble {
    /// A value is too short to be hidden.
    case shortMask
    /// A summary claims more errors than there are.
    case hiddenErrors(claimed: Int)
  }

  init(_ context: ImportContext, tool: String?, ofLog isLog: Bool = true) {
    self.context = context
    self.isLog = isLog
    self.tool = tool ?? "Log"
    isNamed = tool != nil
    details = context.excerpt
  }

  /// Takes the next line.
  mutating func take(
    _ written: String, number: Int, into report: inout ImportedReport
  ) -> Trouble? {
    let shown = TerminalText.plain(written)
    if stopToken == nil, case .mask(let value) = WorkflowCommand(LinePrefix(shown).rest) {
      _ = masks.hide(value)
      guard !report.hide(value), !PlainText.trimmedLine(value[...]).isEmpty else {
        return nil
      }
      return .shortMask
    }
    // Before it is taken apart, so that no part of a value remains. Other secrets may have several
    // lines; the report hides them.
    let prefix = LinePrefix(masks.redacted(shown))
    let (time, line) = (prefix.time, prefix.rest)
    if let token = stopToken {
      if PlainText.trimmedLine(line) == "::\(token)::" {
        stopToken = nil
        return nil
      }
    } else if let command = WorkflowCommand(line) {
      return take(command, of: line, time, number, into: &report)
    }
    guard let found = SourceLine(line) else {
      if takeOpening(line, time, number, into: &report) { return nil }
      if let claim = LineSummary(line), isLog { return check(claim, number, into: &report) }
      takeKeyed(line, number, into: &report)
      takeOther(line, number)
      return nil
    }
    if found.file == nil, let claim = LineSummary(line), isLog {
      return check(claim, number, into: &report)
    }
    take(found, line, time, number, into: &report)
    return nil
  }

  private mutating func take(
    _ given: SourceLine, _ line: Substring, _ time: TimePoint?, _ number: Int,
    into report: inout ImportedReport
  ) {
    var found = given
    if found.file == nil, let place = openPlace {
      (found.file, found.line, found.column) = (String(place.file), place.line, place.column)
    }
    if let file = found.file { files.insert(file) }
    // A note with a rule of its own is a finding of its own.
    if found.isNote, found.rule == nil, takesDetails,
      pending.map({ $0.urgency >= .warning }) ?? false
    {
      candidates = []
      source.close()
      addDetails(String(line))
      return
    }
    if found.file == nil, found.urgency == .information { return }
    if found.rule == nil, found.ruleName != nil { found.rule = found.ruleName }
    if isRepeated(found) { return }
    let isSaid = found.urgency == .error || found.level.map { $0.utf8.count > 1 } ?? false
    guard isLog || isSaid && found.urgency != .information else {
      signs.take(line, number: number)
      return
    }
    flush(into: &report)
    var finding = finding(found.urgency)
    (finding.level, finding.message) = (found.level, found.message)
    (finding.file, finding.line, finding.column) = (found.file, found.line, found.column)
    finding.rule = found.rule
    if let rule = found.rule, let name = found.ruleName { finding.ruleTitle = "\(rule) (\(name))" }
    begin(finding, time, number)
    pendingLine = String(line)
  }

  /// Whether a summary at the end says a finding again.
  private mutating func isRepeated(_ found: SourceLine) -> Bool {
    var hasher = Hasher()
    hasher.combine(found.file)
    hasher.combine(found.line)
    hasher.combine(found.column)
    hasher.combine(found.rule)
    hasher.combine(found.message)
    let isNew = known.insert(hasher.finalize()).inserted
    return isRecap && !isNew
  }

  /// Adds what is left.
  mutating func finish(into report: inout ImportedReport) {
    endKeyed(into: &report)
    flush(into: &report)
    report.unread.add(unread)
    guard let failure else { return }
    report.ending = .failed
    report.reason = report.reason ?? failure
  }

  /// Says what the other lines say of failures, behind `finish`.
  func reportSigns(in report: inout ImportedReport, showsErrors: Bool) {
    signs.report(in: &report, showsErrors: showsErrors || errors > 0 || failure != nil)
  }

  /// Takes a line that is no finding for what it says of the build as a whole.
  mutating func takeSigns(_ line: Substring, _ number: Int) {
    if LogFiles.isFailure(line) {
      failure = failure ?? String(PlainText.trimmedLine(line.prefix(200)))
    }
    if LogFiles.endsBuild(line) { isRecap = true }
    if isLog, SourceLine.mayBeFinding(line) { unread.add(String(line), line: number) }
    signs.take(line, number: number)
  }

  func finding(_ severity: SourceLine.Severity) -> Finding {
    var finding = Finding(severity.urgency, tool: tool)
    if !isNamed { finding.toolTitle = context.locale.string(.unnamedLog) }
    return finding
  }

  mutating func begin(_ finding: Finding, _ time: TimePoint?, _ number: Int) {
    count += 1
    if let file = finding.file { files.insert(file) }
    if finding.tool != tool { tools.insert(finding.tool) }
    pending = finding
    pending?.isNamedByTool = false
    pending?.time = time
    pending?.source = context.mark(number)
    (takesDetails, isCommand) = (true, false)
    (openPlace, waiting) = (nil, nil)
    source = NumberedLines()
    for line in before { addDetails(line) }
    before = []
  }

  mutating func flush(into report: inout ImportedReport) {
    guard var finding = pending else { return }
    if !details.isEmpty {
      finding.details = PlainText.trimmed(details.text)
      details = context.excerpt
    }
    finding.excerpt = source.excerpt(around: finding.line)
    (pending, candidates, waiting) = (nil, [], nil)
    // What a program under test says of itself is not known to be a finding.
    if !isLog, !isCommand, finding.file == nil {
      if finding.urgency == .error {
        signs.take(failure: pendingLine[...], number: Int(finding.source.line))
      }
      return
    }
    if finding.urgency == .error { errors += 1 }
    report.add(finding)
  }

  // MARK: Summaries

  private mutating func check(
    _ claim: LineSummary, _ number: Int, into report: inout ImportedReport
  ) -> Trouble? {
    takesDetails = false
    claimedErrors = claim.isOfFile ? claimedErrors + claim.errors : max(claimedErrors, claim.errors)
    let claimed = claimedErrors + claim.warnings
    guard claimed > count else { return nil }
    if count == 0, claim.errors > 0 {
      var finding = finding(.error)
      finding.message = context.locale.count(.hiddenFailures, claimed)
      finding.fingerprint = "lines:hidden errors"
      begin(finding, nil, number)
      takesDetails = false
    } else {
      report.addShortfall(context.locale.count(.hiddenFailures, claimed - count))
    }
    return .hiddenErrors(claimed: claimed)
  }

  // MARK: Commands

  private mutating func take(
    _ command: WorkflowCommand, of line: Substring, _ time: TimePoint?, _ number: Int,
    into report: inout ImportedReport
  ) -> Trouble? {
    takesDetails = false
    switch command {
    case .other, .mask: break
    case .failure: signs.take(failure: line, number: number)
    case .stop(let token): stopToken = token
    case .issue(let issue):
      if issue.file == nil, let claim = LineSummary(issue.text[...]), isLog {
        return check(claim, number, into: &report)
      }
      flush(into: &report)
      begin(finding(issue), time, number)
      isCommand = true
    }
    return nil
  }
}
