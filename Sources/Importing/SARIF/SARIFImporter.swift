internal import Basics
internal import Diagnostics
internal import JSON
internal import Model

/// Reads SARIF 2.1.0.
struct SARIFImporter: ~Copyable {
  private var reader: JSONReader
  private let context: ImportContext
  private var report: ImportedReport
  private var runs = 0

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
    reader.enterObject()
    while reader.nextKey() {
      switch (reader.textString, reader.peek()) {
      case ("version", .string): checkVersion()
      case ("runs", .array):
        reader.enterArray()
        while reader.nextElement() { readRun() }
      default: reader.skipValue()
      }
    }
    reader.finish()
    finishReport()
    return (report, reader.log)
  }

  private mutating func checkVersion() {
    let place = reader.valuePosition
    let version = reader.takeString()
    guard version != "2.1.0" else { return }
    reader.report(
      .error, "unsupported-version", at: place,
      "SARIF \(VisibleText.quoted(version)) is not read",
      help: ["convert the log to 2.1.0, for example with 'sarif transform'"])
  }

  private mutating func finishReport() {
    let start = JSONReader.Position(line: 1, column: 1)
    if !reader.hasFailed, runs == 0 {
      reader.report(.warning, "no-runs", at: start, "the log holds no run")
      noteIncomplete()
    }
    if !reader.hasFailed, report.ending == .unknown { report.ending = .completed }
  }

  // MARK: Runs

  /// Results wait for the end of their run, since what they refer to may follow them.
  private mutating func readRun() {
    guard reader.peek() == .object else { return reader.skipValue() }
    runs += 1
    let position = reader.valuePosition
    var run = SARIFRun()
    reader.enterObject()
    while reader.nextKey() {
      switch (reader.textString, reader.peek()) {
      case ("tool", .object): run.tool = SARIFTool(reader.takeTree())
      case ("results", .array):
        run.hasResults = true
        reader.enterArray()
        while reader.nextElement() {
          let place = reader.valuePosition
          guard reader.peek() == .object else {
            reader.skipValue()
            continue
          }
          run.results.append(SARIFResult(reader.takeTree(), source: context.mark(place)))
        }
      case ("artifacts", .array):
        run.artifacts = reader.takeTree().elements.map { SARIFLocation(artifact: $0) }
      case ("originalUriBaseIds", .object):
        for member in reader.takeTree().members { run.bases[member.key] = SARIFBase(member.value) }
      case ("invocations", .array): run.invocations = reader.takeTree().elements
      case ("versionControlProvenance", .array):
        run.provenance = reader.takeTree().elements.first
      case ("externalPropertyFileReferences", .object):
        reader.report(
          .warning, "external-properties", at: reader.valuePosition,
          "parts of the log in other files are not read")
        noteIncomplete()
        reader.skipValue()
      default: reader.skipValue()
      }
    }
    finish(run, at: position)
  }

  private mutating func finish(_ run: SARIFRun, at position: JSONReader.Position) {
    let tool = run.tool ?? SARIFTool(JSONValue(.object([]), at: reader.location(position)))
    take(run, tool, position)
    if !run.hasResults, !reader.hasFailed {
      var finding = Finding(.warning, tool: tool.driver.name)
      finding.message = context.locale.string(.toolDidNotRun, ["tool": tool.driver.name])
      finding.fingerprint = "sarif:\(tool.driver.name)\u{1F}no results"
      finding.source = context.mark(position)
      report.add(finding)
      noteIncomplete()
    }
    for result in run.results {
      if result.isAbsent || ["pass", "notApplicable"].contains(result.kind) { continue }
      let (component, rule) = tool.rule(of: result)
      var finding = run.finding(
        of: result, component, rule, tool: tool.driver.name, context.locale)
      finding.source = result.source
      if result.isSuppressed { report.suppress(finding) } else { report.add(finding) }
    }
  }

  private mutating func noteIncomplete() {
    if report.ending != .failed { report.ending = .incomplete }
  }

  // MARK: Invocations

  private mutating func take(
    _ run: SARIFRun, _ tool: SARIFTool, _ position: JSONReader.Position
  ) {
    for invocation in run.invocations {
      if invocation["executionSuccessful"]?.bool == false {
        report.ending = .failed
        report.reason = report.reason ?? reason(invocation)
      }
      if let time = invocation["startTimeUtc"]?.string.flatMap({ TimePoint(parsing: $0) }) {
        report.started = report.started ?? time
      }
      if let time = invocation["endTimeUtc"]?.string.flatMap({ TimePoint(parsing: $0) }) {
        report.finished = time
      }
      for key in ["toolExecutionNotifications", "toolConfigurationNotifications"] {
        for notification in invocation[key]?.elements ?? [] {
          add(notification, tool.driver.name)
        }
      }
    }
    report.commit = report.commit ?? run.provenance?["revisionId"]?.string
    report.branch = report.branch ?? run.provenance?["branch"]?.string
    report.repository = report.repository ?? run.provenance?["repositoryUri"]?.string
  }

  private func reason(_ invocation: JSONValue) -> String? {
    invocation["exitCodeDescription"]?.string
      ?? invocation["processStartFailureMessage"]?.string
      ?? invocation["exitSignalName"]?.string
      ?? SARIF.index(invocation["exitCode"]).map {
        context.locale.string(.exitStatus, ["number": String($0)])
      }
  }

  /// What the tool says of itself: errors and warnings are messages.
  private mutating func add(_ notification: JSONValue, _ tool: String) {
    let urgency: Urgency
    switch notification["level"]?.string {
    case "error": urgency = .error
    case "warning", nil: urgency = .warning
    default: return
    }
    var finding = Finding(urgency, tool: tool)
    finding.message = notification["message"]?["text"]?.string ?? ""
    finding.rule = notification["descriptor"]?["id"]?.string
    let location = notification["locations"]?.elements.first.map { SARIFLocation($0) }
    (finding.file, finding.line) = (location?.uri, location?.line)
    finding.source = context.mark(notification.location)
    report.add(finding)
  }

}
