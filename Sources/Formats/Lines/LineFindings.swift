internal import Localization
internal import Model
internal import Time
internal import ToolReports

/// Finds messages of compilers, linters and workflow commands in lines of text. The lines below a
/// finding become its details.
struct LineFindings {
  /// The tool or the name of the log; `Log`, which is not shown, if neither is known.
  let tool: String
  private let isNamed: Bool
  let context: ImportContext
  /// Whether the lines are a log, in which all findings are reported. Between the tests of a
  /// report, only errors and warnings with a location or from a command are reported.
  let isLog: Bool
  /// The last finding; later lines may belong to it.
  var pending: Finding?
  /// The line of the last finding.
  private var pendingLine = ""
  var details: Excerpt
  /// The numbered source lines in the details.
  var source = NumberedLines()
  var takesDetails = false
  /// Whether the last finding is from a command, which has no details.
  var isCommand = false
  /// Lines that belong to the finding if a later line does.
  var candidates: [String] = []
  /// Headings and include chains of the next finding.
  var before: [String] = []
  /// The location of the next finding, from a line of its own.
  var openPlace: SourcePlace?
  /// Where the text of the last finding follows; nil if it has its text.
  var waiting: AwaitedText?
  private var stopToken: String?
  private var masks = Redactor(knowsForms: false)
  /// Failures in lines without a finding.
  var signs = FailureSigns()
  /// Lines in unknown forms that may be findings.
  private var unread = UnreadParts()
  /// Lines that together may be a finding.
  var keyed = KeyedLines()
  /// The first line that reports an aborted build.
  private var failure: String?
  /// Whether findings may be repeated from here on, as MSBuild and Maven do at the end.
  private var isRecap = false
  private var known: Set<Int> = []
  /// The files that the log names.
  var files = LogFiles()
  /// The tools that commands name.
  private(set) var tools: Set<String> = []
  /// Whether lines below the name of a Go package are errors. Beside the events of `go test`, only
  /// events are: such a line makes the run fail.
  private let countsGoErrors: Bool
  /// Whether the last lines are the errors of a Go package, below its name.
  private var isInGoPackage = false
  /// The number of findings.
  private(set) var count = 0
  /// The number of errors among the findings.
  private(set) var errors = 0
  /// The number of errors according to summaries.
  private var claimedErrors = 0
  /// How many findings summaries count that no line describes and no message tells.
  private var hidden = 0
  /// How many findings a message about hidden ones counts, beside itself.
  private var told = 0

  /// A problem of a line.
  enum Trouble {
    /// The value of a mask is too short to be hidden.
    case shortMask
    /// A summary counts more errors than there are findings.
    case hiddenErrors(claimed: Int)
  }

  init(
    _ context: ImportContext, tool: String?, ofLog isLog: Bool = true, countsGoErrors: Bool = true
  ) {
    self.context = context
    self.isLog = isLog
    self.countsGoErrors = countsGoErrors
    self.tool = tool ?? "Log"
    isNamed = tool != nil
    details = context.excerpt
  }

  /// Reads the next line. Returns a problem that the caller must report.
  mutating func readLine(
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
    // Masks are applied before parsing, so that no part of a value remains. The report hides other
    // secrets, because they may span several lines.
    let prefix = LinePrefix(masks.redacted(shown))
    let (time, line) = (prefix.time, prefix.rest)
    if let token = stopToken {
      if PlainText.trimmedLine(line) == "::\(token)::" {
        stopToken = nil
        return nil
      }
    } else if let command = WorkflowCommand(line) {
      return readCommand(command, of: line, time, number, into: &report)
    }
    if readStep(line) { return nil }
    guard let found = SourceLine(line) else {
      if let first = line.utf8.first, !PlainText.isSpaceOrTab(first) {
        isInGoPackage = SourceLine.isGoPackage(line)
      }
      if readOpening(line, time, number, into: &report) { return nil }
      if let claim = LineSummary(line), isLog {
        return check(claim, of: line, number, into: &report)
      }
      addKeyed(line, number, into: &report)
      readOther(line, number)
      return nil
    }
    if isLog,
      let claim = LineSummary(ofTask: found) ?? (found.file == nil ? LineSummary(line) : nil)
    {
      return check(claim, of: line, number, into: &report)
    }
    addFinding(found, line, time, number, into: &report)
    return nil
  }

  private mutating func addFinding(
    _ given: SourceLine, _ line: Substring, _ time: TimePoint?, _ number: Int,
    into report: inout ImportedReport
  ) {
    var found = given
    if found.file == nil, let place = openPlace {
      (found.file, found.line, found.column) = (String(place.file), place.line, place.column)
    }
    if countsGoErrors, isInGoPackage, found.isOfGo, line.utf8.first != UInt8(ascii: "\t") {
      found.urgency = .error
    }
    if let file = found.file { files.insert(file) }
    // A note with a rule is a finding; a note without one is a detail of the last finding.
    if found.isNote, found.rule == nil, takesDetails,
      pending.map({ $0.urgency >= .warning }) ?? false
    {
      candidates = []
      source.close()
      addDetails(String(line))
      return
    }
    if found.file == nil, found.urgency == .information {
      // `INFO: Build completed, 1 test FAILED`
      return signs.examine(line, number: number)
    }
    if found.rule == nil, found.ruleName != nil { found.rule = found.ruleName }
    if isRepeated(found) { return }
    let isSaid = found.urgency == .error || found.level.map { $0.utf8.count > 1 } ?? false
    guard isLog || isSaid && found.urgency != .information else {
      signs.examine(line, number: number)
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

  /// Whether a summary at the end repeats the finding.
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

  /// Adds the last finding and the unread lines.
  mutating func finish(into report: inout ImportedReport) {
    endKeyed(into: &report)
    flush(into: &report)
    report.unread.add(unread)
    if hidden > 0 { report.addShortfall(context.locale.count(.hiddenFailures, hidden)) }
    guard let failure else { return }
    report.ending = .failed
    report.reason = report.reason ?? failure
  }

  /// Reports failures in lines without a finding. Must be called after `finish`.
  func reportSigns(in report: inout ImportedReport, showsErrors: Bool) {
    signs.report(in: &report, showsErrors: showsErrors || errors > 0 || failure != nil)
  }

  /// Reads a line without a finding for signs of a failed build.
  mutating func readSigns(_ line: Substring, _ number: Int) {
    if LogFiles.isFailure(line) {
      failure = failure ?? String(PlainText.trimmedLine(line.prefix(200)))
    } else if isLog, SourceLine.mayBeFinding(line) {
      unread.add(String(line), line: number)
    }
    if LogFiles.endsBuild(line) { isRecap = true }
    signs.examine(line, number: number)
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
    // Without a location, it may be output of a program under test: an error is only a sign.
    if !isLog, !isCommand, finding.file == nil {
      let number = Int(finding.source.line)
      if finding.urgency == .error {
        signs.addFailure(pendingLine[...], number: number)
      } else {
        signs.examine(pendingLine[...], number: number)
      }
      return
    }
    if finding.urgency == .error { errors += 1 }
    report.add(finding)
  }

  // MARK: Summaries

  private mutating func check(
    _ claim: LineSummary, of line: Substring, _ number: Int, into report: inout ImportedReport
  ) -> Trouble? {
    takesDetails = false
    claimedErrors = claim.isOfFile ? claimedErrors + claim.errors : max(claimedErrors, claim.errors)
    let claimed = claimedErrors + claim.warnings
    // A summary without errors may count failures in other words: `1 failures, 0 errors`.
    if claim.errors == 0 { signs.examine(line, number: number) }
    // Two lines may count errors and warnings, as those of `javac` do.
    let missing = claimed - count - told - hidden
    guard missing > 0 else { return nil }
    let isFirst = hidden == 0
    if count == 0, claim.errors > 0 {
      var finding = finding(.error)
      finding.message = context.locale.count(.hiddenFailures, claimed)
      finding.fingerprint = "lines:hidden errors"
      begin(finding, nil, number)
      (takesDetails, told) = (false, claimed - 1)
    } else {
      hidden += missing
    }
    return isFirst ? .hiddenErrors(claimed: claimed) : nil
  }

  // MARK: Commands

  private mutating func readCommand(
    _ command: WorkflowCommand, of line: Substring, _ time: TimePoint?, _ number: Int,
    into report: inout ImportedReport
  ) -> Trouble? {
    takesDetails = false
    switch command {
    case .other, .mask: break
    case .failure: signs.addFailure(line, number: number)
    case .stop(let token): stopToken = token
    case .issue(let issue):
      if issue.file == nil, let claim = LineSummary(issue.text[...]), isLog {
        return check(claim, of: line, number, into: &report)
      }
      flush(into: &report)
      begin(finding(issue), time, number)
      isCommand = true
    }
    return nil
  }
}
