package import Composing
package import Diagnostics
package import Model
package import Rendering

/// Makes a report for a request: reads the inputs, resolves time zone, language and time, reads the
/// previous runs, composes and reconciles. All problems are added to the log.
package struct ReportPipeline: Sendable {
  package enum Stage: String, Sendable {
    case reading, composing
  }

  /// The reason why there is no report; the log holds the details.
  package enum Failure: Error {
    case usage, input
  }

  package let request: ReportRequest
  let environment: PipelineEnvironment

  package init(_ request: ReportRequest, in environment: PipelineEnvironment) {
    self.request = request
    self.environment = environment
  }

  /// The report, complete and reconciled.
  ///
  /// - Parameter progress: Called at the beginning of each stage.
  package func report(
    _ log: inout DiagnosticLog, progress: (Stage) -> Void = { _ in }
  ) throws(Failure) -> Report {
    progress(.reading)
    return try report(of: read(&log), &log, progress: progress)
  }

  /// Makes a report of inputs that are already read.
  package func report(
    of inputs: ReadInputs, _ log: inout DiagnosticLog, progress: (Stage) -> Void = { _ in }
  ) throws(Failure) -> Report {
    var (project, defaults) = (request.settings.project, ProjectDefaults() as ProjectDefaults?)
    if let site = request.site {
      project = self.project(of: inputs.dataset, &log)
      defaults = project.flatMap { site.defaults(of: $0, &log) }
    }
    var run = prepare(
      inputs.dataset, as: project, defaults, isForSite: request.site != nil,
      isPartial: inputs.hasErrors, &log)
    watch(&run, &log)
    compare(&run, project, inputs, &log)
    if request.strictness.isFailing(log) {
      log.add(
        contentsOf: Composer().check(
          run.dataset, in: run.context, isPartial: inputs.hasErrors))
      throw inputs.hasErrors ? .input : blame(log)
    }
    progress(.composing)
    let (report, problems) = Self.compose(
      run.dataset, run.context, strictness: request.strictness)
    log.add(contentsOf: problems)
    guard let report else { throw blame(log) }
    return report
  }

  /// Composes and reconciles; returns no report if a problem is an error.
  package static func compose(
    _ dataset: Dataset, _ context: Composer.Context, strictness: Strictness
  ) -> (Report?, [Diagnostic]) {
    var (report, problems) = Composer().compose(dataset, in: context)
    // A report with wrong totals is not written.
    if let mismatch = report?.reconcile() { problems.append(mismatch) }
    return (strictness.isFailing(problems) ? nil : report, problems)
  }

  /// Renders reports with the template, the theme and the presentation of the request.
  package func renderer(of report: Report) -> ReportRenderer {
    let assets = request.assets
    return ReportRenderer(
      report, store: assets.store, template: assets.template, theme: assets.theme,
      options: request.presentation)
  }

  /// Adds the messages about the thresholds that the numbers of a run break.
  package func watch(_ run: inout PreparedRun, _ log: inout DiagnosticLog) {
    let watch = MetricWatch(run.kept, run.context)
    log.add(contentsOf: watch.problems)
    let found = watch.broken(in: run.kept)
    log.add(contentsOf: found.problems)
    found.add(to: &run.kept)
    found.add(to: &run.dataset)
  }

  /// Sets the baseline of a run, and the site's memory of its messages.
  private func compare(
    _ run: inout PreparedRun, _ project: String?, _ inputs: ReadInputs, _ log: inout DiagnosticLog
  ) {
    run.context.baseline = inputs.baseline.map { watched($0, run) }
    run.context.isBaselineUnread = inputs.isBaselineUnread
    if inputs.baseline == nil, request.baseline?.isOptional ?? false || inputs.isMissing {
      run.context.compare(run.dataset, with: nil)
    }
    guard let site = request.site, let project, !request.strictness.isFailing(log) else {
      let found = MetricWatch(run.dataset, run.context)
        .changes(in: run.dataset, since: run.context.baseline, earlier: [])
      log.add(contentsOf: found.problems)
      found.add(to: &run.dataset)
      return
    }
    let isClock = isClock(run)
    let memory = site.memory(
      of: run.kept, project: project, context: run.context, isClock: isClock, &log)
    log.add(contentsOf: memory?.metrics.problems ?? [])
    memory?.metrics.add(to: &run.dataset)
    if inputs.baseline == nil {
      run.context.compare(run.dataset, with: memory?.baseline, after: memory?.runBefore)
      run.context.recall = memory?.recall
      run.context.mainLine = memory?.mainLine
    } else {
      run.context.recall = memory?.recall?.withoutBaseline
    }
    run.context.episode =
      inputs.baseline == nil ? memory?.episode : memory?.episode?.withoutNumbers
    run.context.earlierRuns = memory?.earlierRuns
    run.context.address = request.address ?? memory?.address
    run.context.testsAddress = memory?.testsAddress
    run.context.isOnSite = request.address == nil && memory?.isAddressOfRun == true
    run.context.hasOwnAddress =
      request.address != nil || memory?.address == nil || memory?.isAddressOfRun == true
    // A published run keeps its time, whenever its mail is made.
    if isClock, let time = memory?.time { run.context.now = time }
  }

  /// The baseline with the messages that the thresholds of a run give it.
  private func watched(_ baseline: Dataset, _ run: PreparedRun) -> Dataset {
    var baseline = baseline
    MetricWatch(run.dataset, run.context).broken(in: baseline).add(to: &baseline)
    return baseline
  }

  /// Returns wrong usage if no error has a location in an input.
  private func blame(_ log: DiagnosticLog) -> Failure {
    let names = Set((request.inputs + (request.baseline?.inputs ?? [])).map(\.name))
    let errors = log.diagnostics.filter { $0.severity == .error && $0.id != "totals-disagree" }
    let isUsage = errors.allSatisfy { $0.location.map { !names.contains($0.file) } ?? true }
    return isUsage && !errors.isEmpty ? .usage : .input
  }
}
