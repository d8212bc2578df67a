import Basics
import Composing
import Diagnostics
import Importing
import Model
import Publishing
import Rendering

/// `publish`: a night goes to a site that remembers.
enum PublishCommand {
  static let spec = CommandSpec(
    name: "publish", summary: "Adds a night to a static site that remembers",
    operands: "[INPUT…]",
    discussion: "Each night gets a page of its own at PROJECT/runs/RUN/, the latest stands at "
      + "PROJECT/, and the first page lists all projects. What is new, fixed and still there is "
      + "worked out from the nights before. The site's folder holds all that is remembered; its "
      + "links are relative, so it works from disk and from any server. Publishing the same night "
      + "again changes nothing.",
    options: PublishPlan.options + [
      SharedOptions.template, SharedOptions.theme, SharedOptions.now, SharedOptions.timeZone,
      SharedOptions.locale, SharedOptions.sort, SharedOptions.filter, SharedOptions.noSettings,
      SharedOptions.strict, SharedOptions.failOn, SharedOptions.format, SharedOptions.quiet,
      SharedOptions.color,
    ],
    examples: [
      (
        "tidemark publish nightly.json --site public --project core",
        "Adds tonight's report to the site in public/."
      ),
      (
        "tidemark publish --site public --project core --missing \"no disk space\"",
        "Says that tonight has no report, and why."
      ),
      (
        "tidemark publish nightly.json --site public --keep 365 --base-url https://example.org/r/",
        "Keeps a year of nights, with a feed and a map of the site."
      ),
      (
        "tidemark publish --site public --batch nights.json",
        "Adds the nights of many projects, listed in a file."
      ),
      (
        "tidemark publish --site public --project core --rebuild",
        "Makes everything anew that the nights themselves tell."
      ),
    ])

  static func run(_ arguments: Arguments, _ host: ProcessEnvironment) -> ExitStatus {
    var arguments = arguments
    var log = DiagnosticLog()
    log.add(contentsOf: Settings.complete(&arguments, with: spec.options, host: host))
    let reporter = DiagnosticReporter(arguments, host)
    // What a broken file of settings would have said is not missing.
    if log.errorCount > 0 { return reporter.end(log, .usage) }
    let plan = PublishPlan(arguments)
    log.add(contentsOf: plan.problems)
    let isUsable = log.errorCount == 0
    log.add(contentsOf: plan.layers.problems)
    guard isUsable, !reporter.isFailing(log), let site = plan.site else {
      return reporter.end(log, .usage)
    }
    let work = PublishWork(
      arguments: arguments, host: host, plan: plan, site: site, reporter: reporter)
    let status = work.run(&log)
    return reporter.end(log, status)
  }
}

/// One `publish`, from its inputs to the site's first page.
struct PublishWork {
  let arguments: Arguments
  let host: ProcessEnvironment
  let plan: PublishPlan
  let site: String
  let reporter: DiagnosticReporter
  /// The names in the site before a batch began.
  var siblings: [String]?

  func run(_ log: inout DiagnosticLog) -> ExitStatus {
    var status = ExitStatus.done
    switch plan.task {
    case .night(let inputs): status = publish(inputs, orMissing: plan.missing, &log)
    case .each(let inputs):
      for input in Inputs.distinct(inputs, &log) {
        var own = DiagnosticLog()
        status = status.worse(than: publish([input], orMissing: plan.missing, &own))
        log.add(contentsOf: own.diagnostics)
      }
    case .batch(let path):
      guard let worst = runBatch(path, &log) else { return .input }
      status = worst
    case .rebuild, .index:
      guard Folder.exists(site) else {
        log.add(
          Diagnostic(
            .error, "no-site", "there is no site in '\(site)'",
            help: ["name its folder with '--site DIR'"]))
        return .usage
      }
      guard case .rebuild = plan.task else { break }
      do throws(FileError) {
        let projects = if let one = plan.project { [one] } else { try SiteFolder(site).projects() }
        for project in projects {
          status = status.worse(than: rebuild(project, &log))
        }
      } catch {
        log.add(error.diagnostic)
        return .output
      }
    }
    // In a batch the others' nights are there whatever became of one.
    guard status == .done || status == .failing || plan.takesMany, plan.shard == nil else {
      return status
    }
    var found = DiagnosticLog()
    let front = attempt(&found) { () throws(PublishError) in
      try FrontPage(
        site: site, store: plan.layers.store, template: plan.layers.templateName,
        theme: plan.layers.themeName, options: plan.options, locale: arguments.value("locale")
      ).publish()
    }
    log.addOnce(found.diagnostics)
    guard front != .done else { return status }
    if case .index = plan.task { return front }
    log.add(
      Diagnostic(
        .note, "front-page-left",
        "what was published is in its place; the page of all projects in '\(site)' is not up to date",
        help: ["'tidemark publish --index --site \(site)' makes it anew"]))
    return front
  }

  /// Publishes the run that files hold; or, where it is said what to say then, a run without a
  /// report when there are none or they can't be read.
  func publish(
    _ inputs: [String], orMissing reason: String?, project: String? = nil, run: String? = nil,
    now: TimePoint? = nil, _ log: inout DiagnosticLog
  ) -> ExitStatus {
    var own = DiagnosticLog()
    let read = Inputs.read(
      inputs, orMissing: reason, now: now, baseline: nil,
      zones: DatasetImporter.Zones(arguments, host), isFailing: reporter.isFailing, log: &own)
    if read.hasErrors || reporter.isFailing(own) {
      log.add(contentsOf: own.diagnostics)
      log.add(
        Diagnostic(
          .note, "not-published", "the night was not published",
          help: ["with '--missing REASON' it is published as a night without a report"]))
      return .input
    }
    let status = publish(read.dataset, project: project, run: run, &own)
    log.add(contentsOf: own.diagnostics)
    if read.isMissing, !inputs.isEmpty, status == .done || status == .failing {
      log.add(
        Diagnostic(
          .note, "no-report", "the night is published without a report: \(reason ?? "")"))
    }
    return status
  }

  private func rebuild(_ project: String, _ log: inout DiagnosticLog) -> ExitStatus {
    var own = DiagnosticLog()
    defer { log.addOnce(own.diagnostics) }
    do throws(FileError) {
      let place = SiteFolder(site)
      guard try place.hasProject(project) else {
        own.add(
          Diagnostic(
            .error, "no-project", "the site in '\(site)' has no project '\(project)'",
            help: Suggestion.help(for: project, among: try place.projects())))
        return .usage
      }
    } catch {
      own.add(error.diagnostic)
      return .output
    }
    var adopted = Dataset()
    let asked = adopt(&adopted, by: project, &own)
    guard asked == .done else { return asked }
    let settings = settings(for: adopted, &own)
    guard !reporter.isFailing(own) else { return .usage }
    return attempt(&own) { () throws(PublishError) in try publisher(project).rebuild(settings) }
  }

  func publish(
    _ given: Dataset, project: String? = nil, run: String? = nil, _ log: inout DiagnosticLog
  ) -> ExitStatus {
    guard let project = project ?? plan.wish.project(of: given, &log) else { return .usage }
    let dataset = SiteOptions.timed(given)
    var adopted = dataset
    let asked = adopt(&adopted, by: project, &log)
    guard asked == .done else { return asked }
    let settings = settings(for: adopted, &log)
    if let disagreement = SiteOptions.disagreement(dataset, arguments, in: settings.zone) {
      log.add(disagreement)
    }
    guard !reporter.isFailing(log) else { return .usage }
    var failing = false
    let status = attempt(&log) { () throws(PublishError) in
      let outcome = try publisher(project).publish(
        dataset, id: run ?? plan.run, settings: settings)
      guard let threshold = plan.failOn, let reason = outcome.report?.reason(to: threshold)
      else { return outcome.problems }
      failing = true
      return outcome.problems + [reason]
    }
    return status == .done && failing ? .failing : status
  }

  private func publisher(_ project: String) -> Publisher {
    let isStrict = arguments.flag("strict")
    var publisher = Publisher(
      site: site, project: project, store: plan.layers.store, template: plan.layers.templateName,
      theme: plan.layers.themeName, options: plan.options
    ) { found in
      found.contains { $0.severity == .error || isStrict && $0.severity == .warning }
    }
    publisher.siblings = siblings
    if !arguments.flag("quiet") {
      let host = host
      publisher.waiting = {
        host.say(
          "waiting for another process that writes to \(VisibleText.quoted($0, limit: 400))\n")
      }
    }
    return publisher
  }

  private func settings(for dataset: Dataset, _ log: inout DiagnosticLog) -> Composer.Settings {
    World(arguments: arguments, host: host, layers: plan.layers).settings(for: dataset, nil, &log)
  }

  /// Gives a dataset the project's own settings; says why when they can't be read.
  private func adopt(
    _ dataset: inout Dataset, by project: String, _ log: inout DiagnosticLog
  ) -> ExitStatus {
    attempt(&log) { () throws(PublishError) in
      dataset = try plan.wish.adopted(dataset, by: project)
      return []
    }
  }

  private func attempt(
    _ log: inout DiagnosticLog, _ body: () throws(PublishError) -> [Diagnostic]
  ) -> ExitStatus {
    do throws(PublishError) {
      let found = try body()
      log.addOnce(found)
      var own = DiagnosticLog()
      own.add(contentsOf: found)
      return reporter.isFailing(own) ? .output : .done
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

extension FileError {
  /// An error whose id says whether a file could not be read or could not be written.
  var diagnostic: Diagnostic {
    Diagnostic(.error, isReading ? "unreadable-file" : "unwritable-file", message)
  }
}

extension PublishError {
  var diagnostics: [Diagnostic] {
    switch self {
    case .file(let error): [error.diagnostic]
    case .refused(let problems, _): problems
    }
  }
}
