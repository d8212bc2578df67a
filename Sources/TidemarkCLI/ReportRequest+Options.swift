import Basics
import Composing
import Diagnostics
import Pipeline

extension ReportRequest {
  /// The request of a command that makes one report; logs wrong usage.
  init(
    _ dataset: DatasetOptions, _ comparison: ComparisonOptions, _ site: SiteOptions,
    _ outcome: OutcomeOptions, _ operands: [String], _ loader: AssetLoader,
    _ log: inout DiagnosticLog
  ) {
    self = dataset.request(operands, loader, outcome)
    missing = comparison.missing
    baseline = comparison.baseline.map {
      Baseline(.file($0), isOptional: comparison.isBaselineOptional)
    }
    overrides.project = site.project
    self.site = site.reference
    if inputs.isEmpty, missing == nil { log.add(UsageError.missingOperand("INPUT").diagnostic) }
    if paths.count(where: { $0 == "-" }) > 1 {
      log.add(UsageError.severalInputsFromStandardInput.diagnostic)
    }
    if let failOn = outcome.failOn, failOn.value.needsBaseline, !comparesWithLastReport(site) {
      log.add(
        UsageError.newWithoutBaseline(option: "--fail-on \(failOn.setting.value)")
          .diagnostic(about: failOn.setting))
    }
    log.add(contentsOf: site.problems)
  }

  /// Whether a baseline or a site is given.
  func comparesWithLastReport(_ site: SiteOptions) -> Bool {
    baseline != nil || site.folder != nil
  }

  /// Throws when an output would overwrite an input.
  func keep(_ path: String) throws(UsageError) {
    guard Folder.isRegularFile(path) else { return }
    if paths.contains(where: { $0 != "-" && Folder.isSameFile($0, path) }) {
      throw .outputIsInput(path)
    }
  }

  private var paths: [String] {
    inputs.map(\.name) + [baseline?.input.name].compactMap { $0 }
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
