import Composing
import Diagnostics

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
    let inputs = Inputs.read(plan.inputs, baseline: plan.baseline, log: &log)
    let dataset = inputs.dataset
    let settings = World(arguments: arguments, host: host, layers: layers)
      .settings(for: dataset, inputs.baseline, &log)
    if speaker.isFailing(log) {
      log.add(
        contentsOf: Composer().check(dataset, settings: settings, isPartial: inputs.hasErrors))
      return .failure(Ending(status: inputs.hasErrors ? .input : blame(log)))
    }

    progress.say("composing")
    let (report, problems) = Composer().compose(dataset, settings: settings)
    log.add(contentsOf: problems)
    // Nothing lost, nothing invented: a report whose numbers disagree is not written.
    if let disagreement = report?.reconcile() { log.add(disagreement) }
    guard let report, !speaker.isFailing(log) else {
      return .failure(Ending(status: blame(log)))
    }
    return .success(report)
  }

  struct Ending: Error {
    var status: ExitStatus
  }

  /// Ends a command that did what it was asked: with a status of its own where the report is as bad
  /// as `--fail-on` says.
  func end(_ report: Report, _ log: DiagnosticLog) -> ExitStatus {
    guard let threshold = plan.failOn, report.fails(on: threshold) else {
      return speaker.end(log, .done)
    }
    let found = threshold.needsBaseline ? report.comparison?.text : report.verdict.text
    var log = log
    log.add(
      Diagnostic(
        .note, "fail-on-met", "'--fail-on \(threshold.rawValue)' is met: \(found ?? report.title)"))
    return speaker.end(log, .failing)
  }

  /// Whose mistake it is: the usage is wrong when no error has its place in an input.
  private func blame(_ log: DiagnosticLog) -> ExitStatus {
    let errors = log.diagnostics.filter { $0.severity == .error && $0.id != "totals-disagree" }
    let isUsage = errors.allSatisfy { $0.location.map { !plan.paths.contains($0.file) } ?? true }
    return isUsage && !errors.isEmpty ? .usage : .input
  }
}
