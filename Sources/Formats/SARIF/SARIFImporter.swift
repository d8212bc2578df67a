internal import Diagnostics
internal import JSON
internal import Localization
internal import Model
internal import Time
internal import ToolReports

/// Reads SARIF 2.1.0.
struct SARIFImporter: ~Copyable {
  private var reader: JSONReader
  private let context: ImportContext
  private var report: ImportedReport
  private var runs = 0
  private var hasVersion = false
  private var oddLevels: Set<String> = []
  /// Whether the log says that the end of its run is unknown.
  private var hasUnknownEnd = false
  /// The warnings that matter only if the log can be read.
  private var warnings = DiagnosticLog()

  init(_ reader: consuming JSONReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    guard reader.peek() == .object else {
      reader.report(.error, "wrong-type", at: reader.valuePosition, "the log is not an object")
      return (report, reader.log)
    }
    let start = reader.valuePosition
    reader.enterObject()
    while reader.nextKey() {
      switch (reader.textString, reader.peek()) {
      case ("version", .string): guard checkVersion() else { return (report, reader.log) }
      case ("runs", .array):
        reader.enterArray()
        while reader.nextElement() { readRun() }
      case ("inlineExternalProperties", .array): readExternal()
      default: reader.skipValue()
      }
    }
    reader.finish()
    finishReport(start)
    return (report, reader.log)
  }

  /// False if the log must not be read further.
  private mutating func checkVersion() -> Bool {
    hasVersion = true
    let place = reader.valuePosition
    let version = reader.readString()
    guard version != "2.1.0", !reader.hasFailed else { return true }
    reader.report(
      .error, "unsupported-version", at: place,
      "SARIF \(VisibleText.quoted(version)) is not read",
      help: ["convert the log to 2.1.0, for example with 'sarif transform'"])
    return false
  }

  private mutating func hold(
    _ severity: Severity, _ id: String, at position: JSONReader.Position, _ summary: String
  ) {
    warnings.add(Diagnostic(severity, id, summary, at: reader.location(position)))
  }

  private mutating func finishReport(_ start: JSONReader.Position) {
    guard !reader.hasFailed else { return }
    if !hasVersion {
      reader.report(
        .error, "unsupported-version", at: start, "the log does not say its version",
        help: ["only SARIF 2.1.0 is read: \"version\": \"2.1.0\""])
      return
    }
    if runs == 0 {
      hold(.warning, "no-runs", at: start, "the log holds no run")
      noteIncomplete()
    }
    reader.log.add(contentsOf: warnings.diagnostics)
    if report.ending == .unknown, !hasUnknownEnd { report.ending = .completed }
  }

  private mutating func noteExternal() {
    noteExternal(reader.textString, at: reader.valuePosition, line: reader.keyPosition.line)
    reader.skipValue()
  }

  /// Notes results and invocations outside of the runs. Other parts hold no finding.
  private mutating func readExternal() {
    let (name, place) = (reader.textString, reader.valuePosition)
    let line = reader.keyPosition.line
    let hides = reader.readTree().elements.contains { part in
      ["results", "invocations"].contains { part[$0]?.elements.isEmpty == false }
    }
    if hides { noteExternal(name, at: place, line: line) }
  }

  private mutating func noteExternal(_ name: String, at place: JSONReader.Position, line: Int) {
    hold(
      .warning, "external-properties", at: place,
      "parts of the log that stand outside of its runs are not read")
    report.unread.add(name, line: line)
  }

  private mutating func noteIncomplete() {
    if report.ending != .failed { report.ending = .incomplete }
  }

  // MARK: Runs

  private mutating func readRun() {
    guard reader.peek() == .object else { return reader.skipValue() }
    runs += 1
    let position = reader.valuePosition
    var run = SARIFRun()
    run.needsEnd = context.options.category == .run
    reader.enterObject()
    while reader.nextKey() {
      switch (reader.textString, reader.peek()) {
      case ("tool", .object): run.tool = SARIFTool(reader.readTree())
      case ("results", .array): readResults(&run)
      case ("artifacts", .array):
        run.artifacts = reader.readTree().elements.map { SARIFLocation(artifact: $0) }
      case ("originalUriBaseIds", .object): readBases(&run)
      case ("invocations", .array): run.invocations = reader.readTree().elements
      case ("automationDetails", .object):
        let id = reader.readTree()["id"]?.string
        run.series = Self.name(ofSeries: id)
        run.automation = run.series ?? Self.name(ofRun: id)
      case ("versionControlProvenance", .array):
        run.provenance = reader.readTree().elements.first
      case ("externalPropertyFileReferences", .object): noteExternal()
      default: reader.skipValue()
      }
    }
    finish(run, at: position)
  }

  /// Results wait for the end of their run if their rule or file may follow them.
  private mutating func readResults(_ run: inout SARIFRun) {
    run.hasResults = true
    reader.enterArray()
    let tool = run.tool
    while reader.nextElement() {
      guard reader.peek() == .object else {
        reader.skipValue()
        continue
      }
      let source = context.mark(reader.valuePosition)
      let result = SARIFResult(&reader, source: source)
      if let tool, run.results.isEmpty, !run.mustWait(result) {
        run.note(result)
        add(result, run, tool)
      } else {
        run.results.append(result)
      }
    }
  }

  private mutating func readBases(_ run: inout SARIFRun) {
    let position = reader.valuePosition
    for member in reader.readTree().members { run.bases[member.key] = SARIFBase(member.value) }
    if let name = run.cyclicBase {
      hold(
        .warning, "cyclic-base", at: position,
        "\(VisibleText.quoted(name)) in 'originalUriBaseIds' depends on itself")
    }
  }

  private mutating func finish(_ run: SARIFRun, at position: JSONReader.Position) {
    let tool = run.tool ?? SARIFTool(JSONValue(.object([]), at: reader.location(position)))
    var run = run
    for result in run.results {
      run.note(result)
      add(result, run, tool)
    }
    readInvocations(of: run, tool)
    if let name = tool.driver.name {
      report.environmentFacts.add(program: name, tool.driver.version)
    }
    if run.hasResults {
      report.look(with: tool.id, run: run.automation, at: run.filesLookedAt)
      report.noteRun(of: tool.id, named: run.series)
      for category in run.categories.sorted() { report.look(with: category) }
    }
    guard !run.hasResults, !reader.hasFailed else { return }
    let name = tool.substitute(context.locale) ?? tool.id
    let text = context.locale.string(.toolDidNotRun, ["tool": name])
    hold(.warning, "no-results", at: position, text)
    report.reason = report.reason ?? text
    report.addShortfall(text)
  }

  private mutating func add(_ result: SARIFResult, _ run: SARIFRun, _ tool: SARIFTool) {
    if result.isAbsent { return }
    if result.kind == .notApplicable { return }
    if result.kind == .pass, result.extra?.own == nil { return report.addPassed() }
    noteOddLevel(of: result)
    let finding = run.finding(of: result, tool, context.locale)
    if result.isSuppressed { report.suppress(finding) } else { report.add(finding) }
  }

  private mutating func noteOddLevel(of result: SARIFResult) {
    guard let word = result.oddLevel, oddLevels.insert(word).inserted else { return }
    warnings.add(
      Diagnostic(
        .warning, "unknown-severity",
        "unknown level \(VisibleText.quoted(word)) is read as the one of its rule, else as a warning",
        at: SourceLocation(file: context.path, line: Int(result.source.line), column: 1)))
  }

  /// The name without surrounding slashes: `java` for `/java/`.
  private static func name(ofRun id: String?) -> String? {
    let parts = id?.split(separator: "/") ?? []
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }

  /// The part of the name up to the last slash. The rest differs in each run.
  private static func name(ofSeries id: String?) -> String? {
    guard let id, let slash = id.lastIndex(of: "/") else { return nil }
    return name(ofRun: String(id[..<slash]))
  }

  // MARK: Invocations

  private mutating func readInvocations(of run: SARIFRun, _ tool: SARIFTool) {
    for invocation in run.invocations {
      report.environmentFacts.add(host: invocation["machine"]?.string)
      var notifications = ["toolExecutionNotifications", "toolConfigurationNotifications"].flatMap {
        invocation[$0]?.elements ?? []
      }
      // A tool that could not start or was killed did not succeed, even if it says so.
      if let status = invocation["properties"]?["tidemark"]?["status"]?.string {
        readOwnStatus(status, invocation, &notifications)
      } else if invocation["executionSuccessful"]?.bool == false
        || ["processStartFailureMessage", "exitSignalName"].contains(where: {
          invocation[$0]?.string?.isEmpty == false
        }) || SARIF.index(invocation["exitSignalNumber"]).map({ $0 > 0 }) ?? false
      {
        report.ending = .failed
        var reason = reason(invocation)
        // The error that stopped the tool is reported once, as the reason.
        if reason == nil,
          let index = notifications.firstIndex(where: { $0["level"]?.string == "error" })
        {
          reason = notifications.remove(at: index)["message"]?["text"]?.string
        }
        report.reason = report.reason ?? reason
      }
      if let time = invocation["startTimeUtc"]?.string.flatMap({ TimePoint(parsing: $0) }) {
        report.started = report.started ?? time
      }
      if let time = invocation["endTimeUtc"]?.string.flatMap({ TimePoint(parsing: $0) }) {
        report.finished = time
      }
      for notification in notifications { add(notification, run, tool) }
    }
    report.commit = report.commit ?? run.provenance?["revisionId"]?.string
    report.repository = report.repository ?? run.provenance?["repositoryUri"]?.string
    report.branch = report.branch ?? run.provenance?["branch"]?.string
  }

  /// Reads the status of the run that Tidemark wrote, and its notifications about missing parts. A
  /// run without a status may succeed for Tidemark, and never for SARIF.
  private mutating func readOwnStatus(
    _ status: String, _ invocation: JSONValue, _ notifications: inout [JSONValue]
  ) {
    switch Dataset.Run.Status(rawValue: status) {
    case .completed: break
    case let failure?:
      (report.ending, report.failure) = (.failed, failure)
      report.reason = report.reason ?? invocation["exitCodeDescription"]?.string
    case nil: hasUnknownEnd = true
    }
    for notification in notifications
    where notification["descriptor"]?["id"]?.string == "tidemark/gap" {
      if let text = notification["message"]?["text"]?.string { report.addShortfall(text) }
    }
    notifications.removeAll {
      $0["descriptor"]?["id"]?.string?.hasPrefix("tidemark/") ?? false
    }
    if invocation["executionSuccessful"]?.bool == false, !hasUnknownEnd { noteIncomplete() }
  }

  private func reason(_ invocation: JSONValue) -> String? {
    invocation["exitCodeDescription"]?.string
      ?? invocation["processStartFailureMessage"]?.string
      ?? invocation["exitSignalName"]?.string
      ?? SARIF.index(invocation["exitCode"]).map {
        context.locale.string(.exitStatus, ["number": String($0)])
      }
  }

  /// Adds a notification of the tool about itself, if it is an error or a warning.
  private mutating func add(_ notification: JSONValue, _ run: SARIFRun, _ tool: SARIFTool) {
    let level = notification["level"]?.string.flatMap(SARIF.Level.init) ?? .warning
    guard level == .error || level == .warning else { return }
    var finding = Finding(level.urgency, tool: tool.id)
    finding.toolTitle = tool.substitute(context.locale)
    finding.run = run.automation
    finding.level = level.rawValue
    finding.message = notification["message"]?["text"]?.string ?? ""
    finding.rule = notification["descriptor"]?["id"]?.string
    let location = notification["locations"]?.elements.first.map { SARIFLocation(notification: $0) }
    (finding.file, finding.line) = (location.flatMap(run.path), location?.line)
    finding.details = notification["exception"]?["message"]?.string
    finding.source = context.mark(notification.location)
    report.add(finding)
  }
}
