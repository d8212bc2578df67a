internal import Diagnostics
internal import JSON
internal import Localization
internal import Model
internal import Text
internal import ToolReports

/// Reads the JSON of Trivy: vulnerabilities, misconfigurations, secrets and licences of targets.
struct TrivyImporter: ~Copyable {
  private var reader: JSONReader
  private let context: ImportContext
  private var report: ImportedReport
  private var oddWords: Set<String> = []
  private var targets = 0
  private var artifact: String?
  private var artifactType: String?
  /// The classes of the targets.
  private var classes: Set<String> = []

  /// The findings of a target, collected because its name may follow them.
  private struct Target {
    var name = ""
    var findings: [Finding] = []
    var suppressed: [Finding] = []
    /// The number of failed checks in the summary, and in the list.
    var countedChecks = 0
    var listedChecks = 0
  }

  private static let tool = "Trivy"

  init(_ reader: consuming JSONReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    let start = reader.valuePosition
    switch reader.peek() {
    case .object: readReport()
    case .array: readTargets()
    default: _ = reader.isReport(.object, "an object")
    }
    reader.finish()
    noteScope()
    guard !reader.hasFailed else { return (report, reader.log) }
    report.ending = .completed
    if targets == 0, report.unread.isEmpty {
      reader.report(
        .warning, "no-results", at: start, "the report lists no target: nothing was scanned",
        help: ["see what the scanner was called with"])
      report.addShortfall(context.locale.string(.toolDidNotRun, ["tool": Self.tool]))
    }
    return (report, reader.log)
  }

  /// Notes what was scanned, and for what, by the classes of the targets: `trivy config` does not
  /// look for vulnerabilities. Secrets and licences have no target if there are none.
  private mutating func noteScope() {
    report.note(scanned: artifact, isImage: artifactType == "container_image")
    var kinds = Set(Kind.allCases.filter { $0.isOf(classes) })
    if kinds.contains(.vulnerability) { kinds.formUnion([.secret, .license]) }
    for kind in kinds.isEmpty ? Set(Kind.allCases) : kinds {
      report.look(with: Self.tool, scan: kind.scan)
    }
  }

  private mutating func readReport() {
    reader.enterObject()
    while reader.nextKey() {
      switch (reader.textString, reader.peek()) {
      case ("ArtifactName", .string): artifact = reader.readString()
      case ("ArtifactType", .string): artifactType = reader.readString()
      case ("Results", .array): readTargets()
      case ("CreatedAt", .string): report.finished = ReportedTime.time(reader.readString())
      case ("Metadata", .object):
        let metadata = reader.readTree()
        report.repository = metadata["RepoURL"]?.string
        report.commit = metadata["Commit"]?.string
        report.branch = metadata["Branch"]?.string
      case ("Results", let kind) where kind != .null: skipOdd("Results")
      case (let key, .array): skipList(key, knownAs: [])
      default: reader.skipValue()
      }
    }
  }

  /// The names of lists that contain no findings.
  private static let otherLists: Set<String> = ["Packages", "CustomResources"]

  /// Skips a list. An unknown list with objects is noted, because they may be findings.
  private mutating func skipList(_ name: String, knownAs known: Set<String>) {
    let line = reader.keyPosition.line
    guard !known.contains(name) else { return reader.skipValue() }
    var isFound = false
    reader.enterArray()
    while reader.nextElement() {
      isFound = isFound || reader.peek() == .object
      reader.skipValue()
    }
    if isFound { report.unread.add(name, line: line) }
  }

  /// Skips and notes a value that should be a list of findings.
  private mutating func skipOdd(_ name: String) {
    report.unread.add(name, line: reader.keyPosition.line)
    reader.skipValue()
  }

  private mutating func readTargets() {
    reader.enterArray()
    while reader.nextElement() {
      guard reader.peek() == .object else {
        reader.skipValue()
        continue
      }
      readTarget()
    }
  }

  private mutating func readTarget() {
    var target = Target()
    targets += 1
    reader.enterObject()
    while reader.nextKey() {
      switch (reader.textString, reader.peek()) {
      case ("Target", .string): target.name = reader.readString()
      case ("Class", .string): classes.insert(reader.readString())
      case ("MisconfSummary", .object):
        let line = reader.keyPosition.line
        let failures = reader.readTree()["Failures"]
        target.countedChecks = ReportClaims.count(failures) ?? 0
        if failures != nil, ReportClaims.count(failures) == nil {
          report.unread.add("MisconfSummary", line: line)
        }
      case ("ExperimentalModifiedFindings", .array):
        reader.enterArray()
        while reader.nextElement() { readModified(into: &target) }
      case (let key, .array):
        guard let kind = Kind(rawValue: key) else {
          skipList(key, knownAs: Self.otherLists)
          continue
        }
        reader.enterArray()
        while reader.nextElement() {
          let value = reader.readTree()
          guard case .object = value.kind else { continue }
          addFinding(value, kind, to: &target)
        }
      case (let key, let kind) where kind != .null && Kind(rawValue: key) != nil: skipOdd(key)
      default: reader.skipValue()
      }
    }
    if target.countedChecks > target.listedChecks {
      let hidden = target.countedChecks - target.listedChecks
      report.addShortfall(context.locale.count(.hiddenFailures, hidden))
    }
    for finding in target.findings { report.add(complete(finding, target.name)) }
    for finding in target.suppressed { report.suppress(complete(finding, target.name)) }
  }

  private mutating func addFinding(_ value: JSONValue, _ kind: Kind, to target: inout Target) {
    // Passed checks, which Trivy lists on demand, are ignored.
    switch value["Status"]?.string?.uppercased() {
    case "PASS" where kind == .misconfiguration: break
    case "EXCEPTION" where kind == .misconfiguration:
      target.suppressed.append(finding(value, kind))
    default:
      if kind == .misconfiguration { target.listedChecks += 1 }
      target.findings.append(finding(value, kind))
    }
  }

  /// Reads a finding that is suppressed by an ignore file or by a statement of the vendor.
  private mutating func readModified(into target: inout Target) {
    let value = reader.readTree()
    guard let inner = value["Finding"], let type = value["Type"]?.string,
      let kind = Kind.allCases.first(where: { $0.type == type })
    else { return report.suppress(count: 1) }
    target.suppressed.append(finding(inner, kind))
  }

  // MARK: Findings

  private mutating func finding(_ value: JSONValue, _ kind: Kind) -> Finding {
    let severity = value["Severity"]?.string ?? "UNKNOWN"
    var finding = Finding(urgency(severity, at: value.location), tool: Self.tool)
    finding.level = severity
    finding.scan = kind.scan
    kind.describe(&finding, value)
    finding.source = context.mark(value.location)
    return finding
  }

  private mutating func urgency(_ word: String, at location: SourceLocation) -> Urgency {
    switch word.uppercased() {
    case "CRITICAL", "HIGH": return .error
    case "MEDIUM": return .warning
    case "LOW", "UNKNOWN", "": return .information
    default: break
    }
    if oddWords.insert(word).inserted {
      reader.log.add(
        Diagnostic(
          .warning, "unknown-severity",
          "unknown severity \(VisibleText.quoted(word)) is read as \(Urgency.warning.rawValue)",
          at: location))
    }
    return .warning
  }

  /// Adds the target to a finding: a file, or the system of an image. The fingerprint ignores a
  /// system such as `alpine:3.10 (alpine 3.10.2)`, because its tag may change between runs.
  private func complete(_ finding: Finding, _ target: String) -> Finding {
    var finding = finding
    let isSystem = target.hasSuffix(")") && target.contains(" (")
    if isSystem, finding.file == nil {
      finding.opening = target
    } else {
      finding.file = finding.file ?? target
    }
    finding.fingerprint = finding.fingerprint.map {
      "trivy:\($0)\u{1F}\(finding.file ?? "")"
    }
    return finding
  }
}
