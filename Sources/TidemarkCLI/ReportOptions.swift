import Basics
import Composing
import Diagnostics
import Pipeline

/// What every command that makes a report is asked: what to read, what to compare it with, and when
/// to fail.
struct ReportOptions {
  let site: SiteOptions
  private(set) var request: ReportRequest
  private(set) var failOn: FailureThreshold?
  private(set) var problems: [Diagnostic] = []

  init(_ arguments: Arguments, _ loader: AssetLoader) {
    site = SiteOptions(arguments)
    request = ReportRequest(arguments, loader, &problems)
    request.site = site.reference
    problems += site.problems
    if let path = arguments.value("baseline") {
      request.baseline = ReportRequest.Baseline(
        .file(path), isOptional: arguments.flag("baseline-optional"))
    }
    request.missing = arguments.value("missing")
    if request.inputs.isEmpty, request.missing == nil {
      problems.append(UsageError.missingOperand("INPUT").diagnostic)
    }
    if paths.count(where: { $0 == "-" }) > 1 {
      problems.append(UsageError.severalInputsFromStandardInput.diagnostic)
    }
    guard let setting = arguments.values("fail-on").last,
      let threshold = FailureThreshold(rawValue: setting.value)
    else { return }
    failOn = threshold
    if threshold.needsBaseline, !comparesWithLastReport {
      problems.append(
        UsageError.newWithoutBaseline(option: "--fail-on \(setting.value)")
          .diagnostic(about: setting))
    }
  }

  /// Whether a baseline or a site has the last report.
  var comparesWithLastReport: Bool { request.baseline != nil || site.site != nil }

  /// Throws when an output would take the place of an input.
  func keep(_ path: String) throws(UsageError) {
    guard Folder.isRegularFile(path) else { return }
    if paths.contains(where: { $0 != "-" && Folder.isSameFile($0, path) }) {
      throw .outputIsInput(path)
    }
  }

  private var paths: [String] {
    request.inputs.map(\.name) + [request.baseline?.input.name].compactMap { $0 }
  }
}

extension ReportRequest {
  /// What is asked for on a command line.
  init(_ arguments: Arguments, _ loader: AssetLoader, _ problems: inout [Diagnostic]) {
    self.init(inputs: arguments.operands.map { .file($0) }, assets: loader.assets)
    strictness = Strictness(isStrict: arguments.flag("strict"))
    overrides.timeZone = Override(arguments.values("time-zone").last)
    overrides.locale = Override(arguments.values("locale").last)
    overrides.project = arguments.value("project")
    let (sort, filters) = (arguments.values("sort"), arguments.values("filter"))
    overrides.sort = sort.isEmpty ? nil : sort.map(\.value)
    overrides.sortOrigin = sort.first?.place
    overrides.filters = filters.map(\.value)
    overrides.filtersOrigin = filters.first?.place
    guard let setting = arguments.values("now").last else { return }
    overrides.now = TimePoint(parsing: setting.value)
    if overrides.now == nil {
      problems.append(
        Diagnostic(
          .error, "bad-time", "'\(setting.value)' is no time", at: setting.place,
          help: ["write it as 2026-11-20T03:12:00+01:00"]))
    }
  }
}

extension ReportRequest.Override {
  fileprivate init?(_ setting: Setting?) {
    guard let setting else { return nil }
    self.init(setting.value, at: setting.place)
  }
}

extension PipelineEnvironment {
  init(_ host: ProcessEnvironment) {
    self.init(
      zoneFolder: TimeZoneRules.folder(tzdir: host.environment["TZDIR"]),
      sourceDateEpoch: host.environment["SOURCE_DATE_EPOCH"], clock: host.clock)
  }
}

extension ExitStatus {
  init(_ failure: ReportPipeline.Failure) {
    self =
      switch failure {
      case .usage: .usage
      case .input: .input
      }
  }
}
