import Basics
import Composing
import Diagnostics
import Importing
import Model
import Publishing

/// The way from the files that a command names to the report that it renders.
struct ReportMaking {
  let arguments: Arguments
  let host: ProcessEnvironment
  let plan: ReportPlan
  let layers: AssetLoader
  let reporter: DiagnosticReporter
  let progress: ProgressLine

  /// The report; or the status to end with when the log forbids to go on.
  func report(_ log: inout DiagnosticLog) -> Result<Report, Ending> {
    progress.say("reading")
    let inputs = read(&log)
    let isAsked = plan.site.isAsked
    let project = isAsked ? plan.site.project(of: inputs.dataset, &log) : plan.site.project
    let night = SiteOptions.timed(inputs.dataset)
    var dataset = night
    if let project {
      do throws(PublishError) { dataset = try plan.site.adopted(night, by: project) } catch {
        log.add(contentsOf: error.diagnostics)
      }
    }
    let world = World(arguments: arguments, host: host, layers: layers)
    var settings = world.settings(for: dataset, inputs.baseline, &log)
    if isAsked, let disagreement = SiteOptions.disagreement(night, arguments, in: settings.zone) {
      log.add(disagreement)
    }
    if inputs.baseline == nil, plan.isBaselineOptional || inputs.isMissing {
      settings.compare(dataset, with: nil)
    }
    var memory: SiteMemory?
    if isAsked, let project, !reporter.isFailing(log) {
      let isClock = world.isClock(for: night)
      memory = plan.site.memory(
        of: night, project: project, settings: settings, isClock: isClock, &log)
      if inputs.baseline == nil {
        settings.compare(dataset, with: memory?.baseline, after: memory?.runBefore)
      }
      settings.address = memory?.address
      // The report speaks as of the run that it is, not as of the minute in which a mail is made.
      if isClock, let time = memory?.time { settings.now = time }
    }
    if reporter.isFailing(log) {
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
    guard let report, !reporter.isFailing(log) else {
      return .failure(Ending(status: blame(log)))
    }
    return .success(report)
  }

  private func read(_ log: inout DiagnosticLog) -> Inputs {
    Inputs.read(
      plan.inputs, orMissing: plan.missing, baseline: plan.baseline,
      isOptional: plan.isBaselineOptional, zones: DatasetImporter.Zones(arguments, host),
      isFailing: reporter.isFailing, log: &log)
  }

  struct Ending: Error {
    var status: ExitStatus
  }

  /// Ends a command that did what it was asked: with a status of its own where the report is as bad
  /// as `--fail-on` says.
  func end(_ report: Report, _ log: DiagnosticLog) -> ExitStatus {
    guard let threshold = plan.failOn, let reason = report.reason(to: threshold) else {
      return reporter.end(log, .done)
    }
    var log = log
    log.add(reason)
    return reporter.end(log, .failing)
  }

  /// Whose mistake it is: the usage is wrong when no error has its place in an input.
  private func blame(_ log: DiagnosticLog) -> ExitStatus {
    let errors = log.diagnostics.filter { $0.severity == .error && $0.id != "totals-disagree" }
    let isUsage = errors.allSatisfy { $0.location.map { !plan.paths.contains($0.file) } ?? true }
    return isUsage && !errors.isEmpty ? .usage : .input
  }
}
