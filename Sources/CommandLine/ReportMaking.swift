import Composing
import Diagnostics
import Model
import Publishing

/// The way from the files that a command names to the report that it renders.
struct ReportMaking {
  let arguments: Arguments
  let host: Host
  let plan: ReportPlan
  let layers: Layers
  let speaker: Speaker
  let progress: ProgressLine

  /// The report; or the status to end with when the log forbids to go on.
  func report(_ log: inout DiagnosticLog) -> Result<Report, Ending> {
    progress.say("reading")
    let inputs = read(&log)
    let project = plan.site.isAsked ? plan.site.project(of: inputs.dataset, &log) : nil
    let night = project == nil ? inputs.dataset : SiteWish.timed(inputs.dataset)
    var dataset = project.map { plan.site.adopted(night, by: $0) } ?? night
    var settings = World(arguments: arguments, host: host, layers: layers)
      .settings(for: dataset, inputs.baseline, &log)
    var memory: SiteMemory?
    if let project, !speaker.isFailing(log) {
      memory = plan.site.memory(of: night, project: project, settings: settings, &log)
      if inputs.baseline == nil {
        settings.compare(dataset, with: memory?.baseline, after: memory?.runBefore)
      }
      dataset.url = memory?.address ?? dataset.url
    }
    if speaker.isFailing(log) {
      log.add(
        contentsOf: Composer().check(dataset, settings: settings, isPartial: inputs.hasErrors))
      return .failure(Ending(status: inputs.hasErrors ? .input : blame(log)))
    }

    progress.say("composing")
    var (report, problems) = Composer().compose(dataset, settings: settings)
    report?.histories = memory?.histories ?? [:]
    log.add(contentsOf: problems)
    // Nothing lost, nothing invented: a report whose numbers disagree is not written.
    if let disagreement = report?.reconcile() { log.add(disagreement) }
    guard let report, !speaker.isFailing(log) else {
      return .failure(Ending(status: blame(log)))
    }
    return .success(report)
  }

  /// What the inputs hold; or, where somebody says what to say then, a night without a report when
  /// there are none or they can't be read.
  private func read(_ log: inout DiagnosticLog) -> Inputs {
    guard let reason = plan.missing else {
      return Inputs.read(plan.inputs, baseline: plan.baseline, log: &log)
    }
    var found = DiagnosticLog()
    let read = Inputs.read(plan.inputs, baseline: nil, log: &found)
    guard plan.inputs.isEmpty || read.hasErrors || speaker.isFailing(found) else {
      return Inputs.read(plan.inputs, baseline: plan.baseline, log: &log)
    }
    log.takeAsNotes(found)
    var missing = PublishWork.missing(reason)
    (missing.project, missing.title) = (read.dataset.project, read.dataset.title)
    return Inputs(dataset: missing)
  }

  struct Ending: Error {
    var status: ExitStatus
  }

  /// Ends a command that did what it was asked: with a status of its own where the report is as bad
  /// as `--fail-on` says.
  func end(_ report: Report, _ log: DiagnosticLog) -> ExitStatus {
    guard let threshold = plan.failOn, let reason = report.reason(to: threshold) else {
      return speaker.end(log, .done)
    }
    var log = log
    log.add(reason)
    return speaker.end(log, .failing)
  }

  /// Whose mistake it is: the usage is wrong when no error has its place in an input.
  private func blame(_ log: DiagnosticLog) -> ExitStatus {
    let errors = log.diagnostics.filter { $0.severity == .error && $0.id != "totals-disagree" }
    let isUsage = errors.allSatisfy { $0.location.map { !plan.paths.contains($0.file) } ?? true }
    return isUsage && !errors.isEmpty ? .usage : .input
  }
}
