import Composing
import Diagnostics
import Files
import Pipeline
import Publishing
import Time

extension ReportRequest {
  /// Makes the request of a command with one report; logs wrong usage.
  init(
    _ dataset: DatasetOptions, _ input: InputOptions, _ comparison: ComparisonOptions,
    _ site: SiteOptions, _ outcome: OutcomeOptions, _ call: CommandCall, _ loader: AssetLoader,
    _ log: inout DiagnosticLog
  ) {
    let input = input.resolved(for: call, &log)
    // Without a report, the settings' inputs may be from an earlier run.
    let isMissing = call.operands.isEmpty && comparison.missing != nil
    if isMissing { log.add(contentsOf: call.notesOfUnreadInputs) }
    self = dataset.request(
      InputOperand.find(isMissing ? [] : input.operands(call)), loader, outcome, call, &log)
    reportsBroken = input.reportsBroken
    build = input.build
    commits = input.links.commits
    address = input.links.report
    recentCommits = dataset.commits.read(hiding: input.redactor, &log)
    diff = input.changedSources
    outcome.checkDiff(diff, &log)
    missing = comparison.missing
    baseline = comparison.baseline.map {
      input.baseline($0, isOptional: comparison.isBaselineOptional)
    }
    settings.project = site.project
    let ancestry = site.ancestry?.read(
      site: site.folder, besides: input.streams(call), &log)
    var reference = site.reference
    reference?.ancestry = ancestry
    self.site = reference
    if baseline != nil, site.ancestry?.isGiven ?? false {
      log.add(UsageError.together("--baseline", "--" + AncestryOptions.name).diagnostic)
    }
    if inputs.isEmpty, missing == nil { log.add(UsageError.missingOperand("INPUT").diagnostic) }
    log.add(contentsOf: standardInputProblems)
    if let failOn = outcome.failOn, !failOn.value.comparing.isEmpty, !comparesWithLastReport(site) {
      let words = Gate(failOn.value.comparing).description
      log.add(
        UsageError.newWithoutBaseline(option: "--fail-on \(words)")
          .diagnostic(about: failOn.setting))
    }
    if let failOn = outcome.failOn, failOn.value.exceptions.contains(.flaky), site.folder == nil {
      log.add(
        Diagnostic(
          .error, "site-needed",
          "'--fail-on -flaky' needs a site, which knows the tests that come and go",
          at: failOn.setting.location, help: ["name a site of 'publish' with '--site DIR'"]))
    }
    log.add(contentsOf: site.problems)
  }

  /// Whether a baseline or a site is given.
  func comparesWithLastReport(_ site: SiteOptions) -> Bool {
    baseline != nil || site.folder != nil
  }

  /// The error of a repeated standard input.
  var standardInputProblems: [Diagnostic] {
    paths.count { $0 == "-" } > 1
      ? [UsageError.severalInputsFromStandardInput.diagnostic] : []
  }

  /// Throws if an output would overwrite an input.
  func keep(_ path: String) throws(UsageError) {
    guard Folder.isRegularFile(path) else { return }
    if paths.contains(where: { $0 != "-" && Folder.isSameFile($0, path) }) {
      throw .outputIsInput(path)
    }
  }

  private var paths: [String] {
    (inputs + (baseline?.inputs ?? [])).flatMap { input in
      if case .file(let path) = input.source { [path] } else { input.paths }
    }
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
