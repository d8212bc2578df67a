import Basics
import Composing
import Diagnostics
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
      SharedOptions.locale, SharedOptions.sort, SharedOptions.filter, SharedOptions.strict,
      SharedOptions.failOn, SharedOptions.format, SharedOptions.quiet, SharedOptions.color,
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

  static func run(_ arguments: Arguments, _ host: Host) -> ExitStatus {
    var arguments = arguments
    var log = DiagnosticLog()
    log.add(contentsOf: Settings.complete(&arguments, with: spec.options, host: host))
    let speaker = Speaker(arguments, host)
    let plan = PublishPlan(arguments)
    log.add(contentsOf: plan.problems)
    let isUsable = log.errorCount == 0
    log.add(contentsOf: plan.layers.problems)
    guard isUsable, !speaker.isFailing(log), let site = plan.site else {
      return speaker.end(log, .usage)
    }
    let work = PublishWork(
      arguments: arguments, host: host, plan: plan, site: site, speaker: speaker)
    let status = work.run(&log)
    return speaker.end(log, status)
  }
}

/// One `publish`, from its inputs to the site's first page.
struct PublishWork {
  let arguments: Arguments
  let host: Host
  let plan: PublishPlan
  let site: String
  let speaker: Speaker
  /// The names in the site before a batch began.
  var siblings: [String]?

  func run(_ log: inout DiagnosticLog) -> ExitStatus {
    var status = ExitStatus.done
    switch plan.task {
    case .night(let inputs): status = publish(inputs, orMissing: plan.missing, &log)
    case .missing(let reason): status = publish(Self.missing(reason), &log)
    case .batch(let path):
      guard let worst = runBatch(path, &log) else { return .usage }
      status = worst
    case .rebuild:
      for project in plan.project.map({ [$0] }) ?? projects() where status == .done {
        let settings = settings(for: plan.wish.adopted(Dataset(), by: project), &log)
        status = attempt(&log) { () throws(PublishError) in
          try publisher(project).rebuild(settings)
        }
      }
    case .index: break
    }
    // In a batch the others' nights are there whatever became of one.
    guard status == .done || status == .failing || plan.isBatch, plan.shard == nil else {
      return status
    }
    let front = attempt(&log) { () throws(PublishError) in
      try FrontPage(
        site: site, store: plan.layers.store, template: plan.layers.templateName,
        theme: plan.layers.themeName, options: plan.options, locale: arguments.value("locale")
      ).publish()
    }
    return front == .done ? status : front
  }

  static func missing(_ reason: String, _ now: TimePoint? = nil) -> Dataset {
    var dataset = Dataset()
    dataset.now = now
    dataset.run = Dataset.Run(status: .missing, reason: reason)
    return dataset
  }

  /// Publishes the night that files hold; or, where somebody says what to say then, a night without a
  /// report when they can't be read.
  func publish(
    _ inputs: [String], orMissing reason: String?, project: String? = nil, run: String? = nil,
    now: TimePoint? = nil, _ log: inout DiagnosticLog
  ) -> ExitStatus {
    var found = DiagnosticLog()
    let read = Inputs.read(inputs, baseline: nil, log: &found)
    let isWrong = read.hasErrors || speaker.isFailing(found)
    guard isWrong, let reason else {
      log.add(contentsOf: found.diagnostics)
      return isWrong ? .input : publish(read.dataset, project: project, run: run, &log)
    }
    // It is dealt with, so it is no error.
    for var problem in found.diagnostics {
      problem.severity = min(problem.severity, .warning)
      log.add(problem)
    }
    var missing = Self.missing(reason, now)
    missing.project = read.dataset.project
    var own = DiagnosticLog()
    let status = publish(missing, project: project, run: run, &own)
    log.add(contentsOf: own.diagnostics)
    log.add(Diagnostic(.note, "no-report", "the night is published without a report: \(reason)"))
    return status
  }

  func publish(
    _ given: Dataset, project: String? = nil, run: String? = nil, _ log: inout DiagnosticLog
  ) -> ExitStatus {
    guard let project = project ?? plan.wish.project(of: given, &log) else { return .usage }
    let dataset = plan.wish.adopted(given, by: project)
    let settings = settings(for: dataset, &log)
    guard !speaker.isFailing(log) else { return .usage }
    var failing = false
    let status = attempt(&log) { () throws(PublishError) in
      let outcome = try publisher(project).publish(
        dataset, id: run ?? plan.run, settings: settings)
      guard let threshold = plan.failOn, let report = outcome.report, report.meets(threshold)
      else { return outcome.problems }
      failing = true
      return outcome.problems + [.failOnMet(threshold, by: report)]
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
    return publisher
  }

  private func settings(for dataset: Dataset, _ log: inout DiagnosticLog) -> Composer.Settings {
    World(arguments: arguments, host: host, layers: plan.layers).settings(for: dataset, nil, &log)
  }

  private func projects() -> [String] {
    ((try? Folder.names(in: site)) ?? []).filter {
      SiteName.problem($0, "project", option: "--project") == nil
        && Folder.exists("\(site)/\($0)/runs")
    }
  }

  private func attempt(
    _ log: inout DiagnosticLog, _ body: () throws(PublishError) -> [Diagnostic]
  ) -> ExitStatus {
    do throws(PublishError) {
      // Project and first page share a template, and with it its mistakes.
      let found = try body()
      let said = log.diagnostics
      log.add(contentsOf: found.filter { !said.contains($0) })
      var own = DiagnosticLog()
      own.add(contentsOf: found)
      return speaker.isFailing(own) ? .output : .done
    } catch {
      switch error {
      case .file(let problem):
        log.add(Diagnostic(.error, "unwritable-file", problem.message))
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
