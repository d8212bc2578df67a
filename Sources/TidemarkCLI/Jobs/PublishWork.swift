import Composing
import Datasets
import Diagnostics
import Files
import Model
import Pipeline
import Publishing
import Rendering
import Time

/// Runs one `publish` command, from its inputs to the page of all projects.
struct PublishWork {
  let command: PublishCommand
  let host: ProcessEnvironment
  let task: PublishTask
  let site: String
  let request: ReportRequest
  /// The template and theme that the site remembers from now on; nil if that does not change.
  let look: SiteLook?
  /// The commits of a run of a branch.
  var ancestry: CommitAncestry?
  /// The project names in the site before the batch.
  var siblings: [String]?
  let claim = SiteClaim()
  let published = PublishedRuns()

  func run(_ log: inout DiagnosticLog) -> ExitStatus {
    var status = ExitStatus.done
    switch task {
    case .run(let inputs): status = publish(inputs, orMissing: command.missing, &log)
    case .each(let inputs):
      let found = InputOperand.find(inputs)
      log.add(contentsOf: found.notes)
      for input in ReportInput.distinct(found.inputs, &log) {
        var own = DiagnosticLog()
        status = status.worse(
          than: publish(
            of: [input], found.unread(ofRun: input), orMissing: command.missing, &own))
        log.add(contentsOf: own.diagnostics)
      }
    case .batch(let path):
      guard let worst = runBatch(path, &log) else { return .input }
      status = worst
    case .compare(let before, let after):
      return compare(before, after, &log)
    case .rebuild, .index:
      guard Folder.exists(site) else {
        log.add(
          Diagnostic(
            .error, "no-site", "there is no site in '\(site)'",
            help: ["name its folder with '--site DIR'"]))
        return .usage
      }
      guard case .rebuild = task else { break }
      do throws(FileError) {
        let projects =
          if let one = command.site.project { [one] } else { try SiteFolder(site).projects() }
        for project in projects {
          status = status.worse(than: rebuild(project, &log))
        }
      } catch {
        log.add(error.diagnostic)
        return .output
      }
    }
    // In a batch, other runs may be published after a failed one.
    guard status == .done || status == .failing || takesMany, command.shard == nil else {
      return status
    }
    host.progress?.say("writing", "the page of all projects")
    var found = DiagnosticLog()
    let front = attempt(&found) { () throws(PublishError) in
      try FrontPage(
        site: site, store: assets.store, template: assets.template, theme: assets.theme,
        options: command.publishing, locale: request.settings.locale?.value, look: look
      ).publish()
    }
    log.addOnce(found.diagnostics)
    guard front != .done else { return status }
    if case .index = task { return front }
    log.add(
      Diagnostic(
        .note, "front-page-left",
        "the runs were published, but the page of all projects in '\(site)' is out of date",
        help: ["'tidemark publish --index --site \(site)' updates it"]))
    return front
  }

  /// Publishes a run of inputs. With a reason and without readable inputs, publishes a run without
  /// a report.
  func publish(
    _ operands: [InputOperand], orMissing reason: String?, project: String? = nil,
    run: String? = nil, now: TimePoint? = nil, _ log: inout DiagnosticLog
  ) -> ExitStatus {
    let found = InputOperand.find(operands)
    return publish(
      of: found.inputs, found.unread, noting: found.notes, orMissing: reason, project: project,
      run: run,
      now: now, &log)
  }

  private func publish(
    of inputs: [ReportInput], _ unread: Dataset.Run.Unread = .init(),
    noting notes: [Diagnostic] = [], orMissing reason: String?,
    project: String? = nil, run: String? = nil,
    now: TimePoint? = nil, _ log: inout DiagnosticLog
  ) -> ExitStatus {
    var own = DiagnosticLog()
    var request = request
    request.inputs = inputs
    request.notes = notes
    request.unread = unread
    request.missing = reason
    request.fallbackTime = now
    request.settings.project = project ?? request.settings.project
    let pipeline = ReportPipeline(request, in: PipelineEnvironment(host))
    let read = pipeline.read(&own)
    if read.hasErrors || strictness.isFailing(own) {
      log.add(contentsOf: own.diagnostics)
      log.add(
        Diagnostic(
          .note, "not-published", "the run was not published",
          help: ["with '--missing REASON' it is published as a run without a report"]))
      return .input
    }
    var keepsReport = false
    let status = publish(
      read.dataset, through: pipeline, run: run, keepsReport: &keepsReport, &own)
    log.add(contentsOf: own.diagnostics)
    guard read.isMissing, !inputs.isEmpty, status == .done || status == .failing else {
      return status
    }
    let reason = reason ?? ""
    log.add(
      Diagnostic(
        .note, "no-report",
        keepsReport
          ? "nothing was published, as no input was read: \(reason)"
          : "the run is published without a report: \(reason)"))
    // What the inputs hold is not known: they meet every gate.
    return keepsReport && command.outcome.failOn != nil ? .failing : status
  }

  private func rebuild(_ project: String, _ log: inout DiagnosticLog) -> ExitStatus {
    change(project, &log) { context throws(PublishError) in
      try publisher(project).rebuild(context)
    }
  }

  private func compare(
    _ before: String, _ after: String, _ log: inout DiagnosticLog
  ) -> ExitStatus {
    let project = command.site.project ?? ""
    return change(project, &log) { context throws(PublishError) in
      try publisher(project).compare(before, with: after, context)
    }
  }

  /// Changes an existing project, with the settings of the call and the project's defaults.
  private func change(
    _ project: String, _ log: inout DiagnosticLog,
    _ body: (Composer.Context) throws(PublishError) -> [Diagnostic]
  ) -> ExitStatus {
    var own = DiagnosticLog()
    defer { log.addOnce(own.diagnostics) }
    do throws(FileError) {
      let siteFolder = SiteFolder(site)
      guard try siteFolder.hasProject(project) else {
        own.add(
          Diagnostic(
            .error, "no-project", "the site in '\(site)' has no project '\(project)'",
            help: Suggestion.help(for: project, among: try siteFolder.projects())))
        return .usage
      }
    } catch {
      own.add(error.diagnostic)
      return .output
    }
    var defaults: ProjectDefaults?
    let asked = read(&defaults, of: project, &own)
    guard asked == .done else { return asked }
    let pipeline = ReportPipeline(request, in: PipelineEnvironment(host))
    let prepared = pipeline.prepare(Dataset(), as: project, defaults, isForSite: true, &own)
    guard !strictness.isFailing(own) else { return .usage }
    return attempt(&own) { () throws(PublishError) in try body(prepared.context) }
  }

  private func publish(
    _ dataset: Dataset, through pipeline: ReportPipeline, run: String?,
    keepsReport: inout Bool, _ log: inout DiagnosticLog
  ) -> ExitStatus {
    guard let project = pipeline.project(of: dataset, &log) else { return .usage }
    var defaults: ProjectDefaults?
    let asked = read(&defaults, of: project, &log)
    guard asked == .done else { return asked }
    var prepared = pipeline.prepare(dataset, as: project, defaults, isForSite: true, &log)
    pipeline.watch(&prepared, &log)
    guard !strictness.isFailing(log) else { return .usage }
    var judgement = ExitStatus.done
    let status = attempt(&log) { () throws(PublishError) in
      let outcome = try publisher(project).publish(
        prepared.kept, id: run ?? command.site.run, context: prepared.context,
        isClock: pipeline.isClock(prepared))
      keepsReport = outcome.keepsReport
      if !keepsReport, !outcome.problems.contains(where: { $0.id == "too-old" }) {
        published.add(
          "\(site)/\(project)/runs/\(outcome.id)/", outcome.report?.successCounts ?? [])
      }
      guard let report = outcome.report else { return outcome.problems }
      let judged = report.judged(by: command.outcome.failOn?.value)
      judgement = judged.status
      return outcome.problems + judged.notes
    }
    return status == .done ? judgement : status
  }

  private func publisher(_ project: String) -> Publisher {
    var publisher = Publisher(
      site: site, project: project, store: assets.store, template: assets.template,
      theme: assets.theme, options: command.publishing, strictness: strictness)
    publisher.presentation.hasEverythingInline = command.hasEverythingInline
    publisher.siblings = siblings
    publisher.ancestry = ancestry
    publisher.claim = claim
    // Concurrent runs have no common step.
    if siblings == nil { publisher.progress = { [host] in host.progress?.say($0, $1) } }
    if !command.outcome.diagnostics.isQuiet {
      let host = host
      publisher.waiting = {
        host.say(
          "waiting for another process that writes to \(VisibleText.quoted($0, limit: 400))\n")
      }
    }
    return publisher
  }

  private var assets: ReportAssets { request.assets }
  var strictness: Strictness { request.strictness }

  /// Whether parts of the task can succeed after another part fails.
  private var takesMany: Bool {
    switch task {
    case .rebuild: command.site.project == nil
    case .batch, .each: true
    case .run, .compare, .index: false
    }
  }

  /// Reads the defaults of a project; logs problems.
  private func read(
    _ defaults: inout ProjectDefaults?, of project: String, _ log: inout DiagnosticLog
  ) -> ExitStatus {
    attempt(&log) { () throws(PublishError) in
      defaults = try Publisher.defaults(of: project, in: site)
      return []
    }
  }

  private func attempt(
    _ log: inout DiagnosticLog, _ body: () throws(PublishError) -> [Diagnostic]
  ) -> ExitStatus {
    do throws(PublishError) {
      let found = try body()
      log.addOnce(found)
      return strictness.isFailing(found) ? .output : .done
    } catch {
      switch error {
      case .file(let problem):
        log.add(problem.diagnostic)
        return .output
      case .refused(let problems, let blame):
        log.add(contentsOf: problems)
        return switch blame {
        case .usage: .usage
        case .input: .input
        case .site: .output
        }
      }
    }
  }
}
