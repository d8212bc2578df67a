import Basics
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
  let rebuilds: Bool
  let makesIndex: Bool
  let dataset: DatasetOptions
  let outcome: OutcomeOptions

  static let about = CommandHelp(
    name: "publish", summary: "Adds a run to a static site that keeps the history",
    operands: "[INPUT…]",
    discussion: "Each run gets a page of its own at PROJECT/runs/RUN/, the latest stands at "
      + "PROJECT/, and the first page lists all projects. What is new, fixed and still there is "
      + "worked out from the runs before. The site's folder holds all that is remembered; its "
      + "links are relative, so it works from disk and from any server. Publishing the same run "
      + "again changes nothing.",
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
        "Keeps a year of runs, with a feed and a map of the site."
      ),
      (
        "tidemark publish --site public --batch runs.json",
        "Adds the runs of many projects, listed in a file."
      ),
      (
        "tidemark publish --site public --project core --rebuild",
        "Rewrites everything that can be derived from the runs themselves."
      ),
    ])
  init(_ options: inout OptionReader) {
    var initializesSite = false
    var site = SiteOptions(
      &options, "The folder of the site; it is made when it is not there."
    ) { options in
      initializesSite = options.flag(
        OptionSpec(
          name: "init-site", argument: .none,
          help: "Make a site of a folder that holds other files, which stay. Else such a folder is "
            + "refused.", isSetting: false))
    }
    self.initializesSite = initializesSite
    isEach = options.flag(
      OptionSpec(
        name: "each", argument: .none,
        help: "Each INPUT is a run of its own, not a part of one run.", isSetting: false))
    missing = options.text(
      OptionSpec(
        name: "missing", argument: .value("REASON"),
        help:
          "The run has no report; the site says so and why. Beside inputs: when they can't be "
          + "read. A report that comes later takes its place under the same --run.",
        isSetting: false))
    site.readAddress(
      &options,
      "Where the site will stand: for feed.xml, sitemap.xml and the links of mails. The site "
        + "remembers it.")
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
          help: "Keep the runs of the N days up to the latest."), from: 1, to: 1_000_000)?.value
    staleAfter =
      options.value(
        OptionSpec(
          name: "stale-after", argument: .value("TIME"),
          help:
            "After how long the next run is overdue, such as 36h or 8d: pages then say so. The "
            + "site remembers it, until 'never'."),
        "it is written as 36h or 8d, or never"
      ) { $0 == "never" ? 0 : Self.seconds($0) }?.value
    batch = options.text(
      OptionSpec(
        name: "batch", argument: .value("FILE"),
        help:
          "Publish every run of a list: [{\"project\": …, \"inputs\": […]}, …], with \"run\", "
          + "\"missing\" and \"now\" where needed; files are named from the list's folder. All "
          + "cores are used.", isSetting: false))
    shard =
      options.value(
        OptionSpec(
          name: "shard", argument: .value("I/N"),
          help: "Of a batch publish the I-th of N parts and leave the page of all projects to "
            + "--index.", isSetting: false),
        "it is written as 2/8, from 1/8 to 8/8", Shard.init)?.value
    rebuilds = options.flag(
      OptionSpec(
        name: "rebuild", argument: .none,
        help: "Rewrite all that can be derived from the runs themselves, of --project or of all.",
        isSetting: false))
    makesIndex = options.flag(
      OptionSpec(
        name: "index", argument: .none, help: "Rewrite the page of all projects, and no other.",
        isSetting: false))
    dataset = DatasetOptions(&options)
    outcome = OutcomeOptions(&options)
  }

  /// From `90m`, `36h` or `8d`.
  private static func seconds(_ text: String) -> Int? {
    let units: [Character: Int] = ["m": 60, "h": 3_600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
      1...100_000 ~= count
    else { return nil }
    return count * unit
  }

  func run(_ call: CommandCall) -> ExitStatus {
    var log = call.log
    let reporter = DiagnosticReporter(outcome, call.host)
    // What a broken file of settings would have said is not missing.
    if log.errorCount > 0 { return reporter.end(log, .usage) }
    let task = task(call.operands, &log)
    let loader = AssetLoader(template: dataset.template, theme: dataset.theme, formats: [.page])
    let isUsable = log.errorCount == 0
    log.add(contentsOf: loader.problems)
    guard isUsable, !outcome.strictness.isFailing(log), let folder = site.folder else {
      return reporter.end(log, .usage)
    }
    var request = dataset.request([], loader, outcome)
    request.overrides.project = site.project
    let work = PublishWork(
      command: self, host: call.host, task: task, site: folder, request: request)
    let status = work.run(&log)
    return reporter.end(log, status)
  }

  /// The one task of a call; its problems are logged.
  private func task(_ inputs: [String], _ log: inout DiagnosticLog) -> PublishTask {
    if site.folder == nil {
      log.add(
        Diagnostic(.error, "site-needed", "no site given", help: ["use --site DIR"]))
    }
    var tasks: [PublishTask] = []
    if !inputs.isEmpty { tasks.append(isEach ? .each(inputs) : .night(inputs)) }
    if missing != nil, inputs.isEmpty { tasks.append(.night([])) }
    if isEach, site.run != nil { log.add(UsageError.together("--each", "--run").diagnostic) }
    if let batch { tasks.append(.batch(batch)) }
    if rebuilds { tasks.append(.rebuild) }
    if makesIndex { tasks.append(.index) }
    if inputs.count(where: { $0 == "-" }) > 1 {
      log.add(UsageError.severalInputsFromStandardInput.diagnostic)
    }
    if tasks.isEmpty {
      var problem = UsageError.missingOperand("INPUT").diagnostic
      problem.help = ["or one of '--missing', '--batch', '--rebuild' and '--index'"]
      log.add(problem)
    } else if tasks.count > 1 {
      log.add(
        Diagnostic(
          .error, "one-task",
          "inputs or '--missing', '--batch', '--rebuild' and '--index' exclude each other",
          help: ["call 'tidemark publish' once for each"]))
    }
    if let problem = batchProblem { log.add(problem) }
    log.add(contentsOf: site.problems)
    return tasks.first ?? .index
  }

  /// An option that goes with a batch alone, or not with one.
  private var batchProblem: Diagnostic? {
    if batch == nil {
      return shard.map { _ in
        Diagnostic(
          .error, "batch-option", "'--shard' goes with '--batch' alone",
          help: ["name the list of all runs with '--batch FILE'"])
      }
    }
    // A project that settings name is that of single nights.
    guard site.run != nil || site.isProjectTyped || missing != nil else { return nil }
    return Diagnostic(
      .error, "batch-option", "'--project' and '--run' don't go with '--batch'",
      help: ["a batch names the project and the id of each run"])
  }

  /// What the site is asked to keep and to say.
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
  /// One run of these inputs; without any it has no report.
  case night([String])
  /// A run of each input.
  case each([String])
  case batch(String)
  case rebuild
  case index
}
