import Composing
import Diagnostics
import Pipeline
import Publishing
import Rendering

/// `publish`: adds a run to a site.
struct PublishCommand: Command {
  let site: SiteOptions
  let initializesSite: Bool
  let isEach: Bool
  let missing: String?
  let keep: Int?
  let keepDays: Int?
  /// In seconds; 0 for never.
  let staleAfter: Int?
  let batch: String?
  let shard: Shard?
  /// The run to compare the operand with.
  let comparesWith: String?
  let rebuilds: Bool
  let makesIndex: Bool
  let opens: Bool
  let hasEverythingInline: Bool
  private(set) var input: InputOptions
  let dataset: DatasetOptions
  let outcome: OutcomeOptions

  static let about = CommandHelp(
    name: "publish", summary: "Adds a run to a static site that keeps the history",
    operands: "[INPUT…]",
    discussion:
      "INPUT is as for 'render'. Each run gets its own page at PROJECT/runs/RUN/, the latest run is at PROJECT/, "
      + "and the first page lists all projects. What is new, fixed and still there is computed "
      + "from the previous runs. The whole history is in the site's folder; its links are "
      + "relative, so it works from disk and from any server. Publishing the same run again "
      + "changes nothing.",
    examples: [
      (
        "tidemark publish nightly.json --site public --project core",
        "Adds a run's report to the site in public/."
      ),
      (
        "tidemark publish --site public --project core --missing \"no disk space\"",
        "Publishes a run without a report, and the reason."
      ),
      (
        "tidemark publish nightly.json --site public --keep 365 --base-url https://example.org/r/",
        "Keeps the last 365 runs, and writes a feed and a sitemap."
      ),
      (
        "tidemark publish --site public --batch runs.json",
        "Adds the runs of many projects, listed in a file."
      ),
      (
        "tidemark publish --site public --project core --compare 2026-11-19-0312 2026-11-20-0312",
        "Makes the page that compares two runs."
      ),
      (
        "tidemark publish --site public --project core --rebuild",
        "Rewrites all files of a project that are derived from its runs."
      ),
    ])
  init(_ options: inout OptionReader) {
    var initializesSite = false
    var site = SiteOptions(
      &options, "Folder of the site; it is created if needed."
    ) { options in
      initializesSite = options.flag(
        OptionSpec(
          name: "init-site", argument: .none,
          help: "Allow a site in a folder that holds other files, which are kept. Without this "
            + "option, such a folder is refused.", isSetting: false))
    }
    self.initializesSite = initializesSite
    isEach = options.flag(
      OptionSpec(
        name: "each", argument: .none,
        help: "Publish each INPUT as a run of its own instead of merging them.", isSetting: false))
    missing = options.text(
      OptionSpec(
        name: "missing", argument: .value("REASON"),
        help:
          "Publish a run without a report, for this reason. With inputs: only if none of them can "
          + "be read. A later report with the same --run replaces it.",
        isSetting: false))
    site.readAddress(
      &options,
      "Web address of the site, for feed.xml, sitemap.xml and the links in mails. The site "
        + "remembers it.")
    site.readAncestry(&options)
    self.site = site
    keep =
      options.number(
        OptionSpec(
          name: "keep", argument: .value("N"), help: "Keep the last N runs of the project."),
        from: 1, to: 1_000_000)?.value
    keepDays =
      options.number(
        OptionSpec(
          name: "keep-days", argument: .value("N"),
          help: "Keep the runs of the last N days, counted from the latest."), from: 1,
        to: 1_000_000)?.value
    staleAfter =
      options.value(
        OptionSpec(
          name: "stale-after", argument: .value("TIME"),
          help:
            "Time after which the next run is overdue, such as 36h or 8d; pages then show it. The "
            + "site remembers it; 'never' turns it off."),
        "it is written as 36h or 8d, or never", Self.seconds)?.value
    batch = options.text(
      OptionSpec(
        name: "batch", argument: .value("FILE"),
        help:
          "Publish every run of a list: [{\"project\": …, \"inputs\": […]}, …], optionally with "
          + "\"run\", \"missing\" and \"now\". Inputs are as on the command line and relative to the "
          + "list's folder. Uses all cores.",
        isSetting: false))
    shard =
      options.value(
        OptionSpec(
          name: "shard", argument: .value("I/N"),
          help: "Publish only part I of N of a batch, and don't update the page of all projects: "
            + "use --index after all parts.", isSetting: false),
        "it is written as 2/8, from 1/8 to 8/8", Shard.init)?.value
    comparesWith = options.text(
      OptionSpec(
        name: "compare", argument: .value("RUN"),
        help:
          "Compare two runs of --project in the site: --compare A B makes the page "
          + "PROJECT/compare/A~B.html, the report of B with the changes since A, and links to it "
          + "from both.",
        isSetting: false))
    rebuilds = options.flag(
      OptionSpec(
        name: "rebuild", argument: .none,
        help: "Rewrite all files that are derived from the runs, of --project or of all projects.",
        isSetting: false))
    makesIndex = options.flag(
      OptionSpec(
        name: "index", argument: .none, help: "Rewrite only the page of all projects.",
        isSetting: false))
    hasEverythingInline = options.hasEverythingInline()
    opens = options.opens("Open the page of the run, else the first page,")
    input = InputOptions(&options)
    dataset = DatasetOptions(&options)
    outcome = OutcomeOptions(&options)
  }

  /// The number of seconds of `90m`, `36h` or `8d`; 0 for `never`.
  private static func seconds(_ text: String) -> Int? {
    if text == "never" { return 0 }
    let units: [Character: Int] = ["m": 60, "h": 3_600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
      1...100_000 ~= count
    else { return nil }
    return count * unit
  }

  func run(_ call: CommandCall) -> ExitStatus {
    var log = call.log
    let reporter = DiagnosticReporter(outcome, call.host)
    // With wrong settings, an option may only seem to be missing.
    if log.errorCount > 0 { return reporter.end(log, .usage) }
    var command = self
    command.input = input.resolved(for: call, &log)
    let task = command.task(call, &log)
    let appearance = SiteAppearance(dataset, site: site.folder, &log)
    if let failure = appearance.failure {
      log.add(failure)
      return reporter.end(log, .output)
    }
    let loader = AssetLoader(
      template: appearance.template, theme: appearance.theme, formats: [.page])
    var request = dataset.request(InputOperand.Found(), loader, outcome, call, &log)
    request.recentCommits = dataset.commits.read(hiding: command.input.redactor, &log)
    request.diff = command.input.changedSources
    outcome.checkDiff(request.diff, &log)
    let ancestry = site.ancestry?.read(
      site: site.folder, besides: command.input.streams(call), &log)
    let isUsable = log.errorCount == 0
    log.add(contentsOf: loader.problems)
    guard isUsable, !outcome.strictness.isFailing(log), let folder = site.folder else {
      return reporter.end(log, .usage)
    }
    request.reportsBroken = input.reportsBroken
    request.build = command.input.build
    request.commits = input.links.commits
    request.address = input.links.report
    request.settings.project = site.project
    let work = PublishWork(
      command: command, host: call.host, task: task, site: folder, request: request,
      look: appearance.look, ancestry: ancestry)
    let status = work.run(&log)
    if opens, status == .done || status == .failing {
      Opener(call.host).open(work.page, &log)
    }
    return reporter.end(log, status, work.success)
  }

  /// The task of a call; logs its problems.
  private func task(_ call: CommandCall, _ log: inout DiagnosticLog) -> PublishTask {
    // The settings' inputs belong to a run with inputs that are not named in the call.
    let isOther = missing != nil || batch != nil || rebuilds || makesIndex
    let compares = comparesWith != nil
    let inputs = call.operands.isEmpty && isOther || compares ? [] : input.operands(call)
    if site.folder == nil {
      log.add(
        Diagnostic(.error, "site-needed", "no site given", help: ["use --site DIR"]))
    }
    var tasks: [PublishTask] = []
    if !inputs.isEmpty { tasks.append(isEach ? .each(inputs) : .run(inputs)) }
    if missing != nil, inputs.isEmpty {
      tasks.append(.run([]))
      log.add(contentsOf: call.notesOfUnreadInputs)
    }
    if isEach, site.run != nil { log.add(UsageError.together("--each", "--run").diagnostic) }
    let isOfOneRun = inputs.isEmpty ? missing != nil : !isEach
    if site.ancestry?.isGiven ?? false, !isOfOneRun {
      log.add(
        Diagnostic(
          .error, "ancestry-option", "'--\(AncestryOptions.name)' goes with one run",
          help: ["publish the run of the branch by a call of its own"]))
    }
    if let comparesWith {
      if call.operands.count == 1 {
        tasks.append(.compare(comparesWith, call.operands[0]))
      } else {
        log.add(
          Diagnostic(
            .error, "two-runs", "'--compare' needs the names of two runs",
            help: ["write '--compare A B': B's report, compared with A"]))
        tasks.append(.compare(comparesWith, comparesWith))
      }
      if site.project == nil {
        log.add(
          Diagnostic(.error, "project-needed", "no project given", help: ["use --project NAME"]))
      }
    }
    if let batch { tasks.append(.batch(batch)) }
    if rebuilds { tasks.append(.rebuild) }
    if makesIndex { tasks.append(.index) }
    if inputs.count(where: { $0.text == "-" }) > 1 {
      log.add(UsageError.severalInputsFromStandardInput.diagnostic)
    }
    if tasks.isEmpty {
      var problem = UsageError.missingOperand("INPUT").diagnostic
      problem.help = ["or one of '--missing', '--batch', '--compare', '--rebuild' and '--index'"]
      log.add(problem)
    } else if tasks.count > 1 {
      log.add(
        Diagnostic(
          .error, "one-task",
          "inputs or '--missing', '--batch', '--compare', '--rebuild' and '--index' exclude "
            + "each other",
          help: ["call 'tidemark publish' once for each"]))
    }
    if let problem = batchProblem { log.add(problem) }
    log.add(contentsOf: site.problems)
    return tasks.first ?? .index
  }

  /// The error of an option that needs `--batch` or excludes it.
  private var batchProblem: Diagnostic? {
    if batch == nil {
      return shard.map { _ in
        Diagnostic(
          .error, "batch-option", "'--shard' goes with '--batch' alone",
          help: ["name the list of all runs with '--batch FILE'"])
      }
    }
    // A project in the settings applies to single runs.
    guard site.run != nil || site.isProjectTyped || missing != nil else { return nil }
    return Diagnostic(
      .error, "batch-option", "'--project' and '--run' don't go with '--batch'",
      help: ["a batch names the project and the id of each run"])
  }

  var publishing: PublishOptions {
    var options = PublishOptions()
    options.keep = keep
    options.keepDays = keepDays
    options.baseURL = site.baseURL
    options.dueAfter = staleAfter
    options.initializesSite = initializesSite
    return options
  }
}

enum PublishTask: Sendable {
  /// One run of these inputs; without inputs, a run without a report.
  case run([InputOperand])
  /// A run for each input.
  case each([InputOperand])
  case batch(String)
  /// The page that compares the second of two runs with the first.
  case compare(String, String)
  case rebuild
  case index
}
