import Basics
import Composing
import Diagnostics
import Pipeline
import Publishing
import Rendering

/// What a `publish` command line asks for, checked before anything is read.
struct PublishPlan {
  enum Task {
    /// One run of these inputs; without any it has no report.
    case night([String])
    /// A run of each input.
    case each([String])
    case batch(String)
    case rebuild
    case index
  }

  static let options = [
    OptionSpec(
      name: "site", argument: .value("DIR"),
      help: "The folder of the site; it is made when it is not there.", path: .path),
    OptionSpec(
      name: "init-site", argument: .none,
      help: "Make a site of a folder that holds other files, which stay. Else such a folder is "
        + "refused.", isSetting: false),
    SiteOptions.project, SiteOptions.run,
    OptionSpec(
      name: "each", argument: .none, help: "Each INPUT is a run of its own, not a part of one run.",
      isSetting: false),
    OptionSpec(
      name: "missing", argument: .value("REASON"),
      help:
        "There is no report tonight; the site says so and why. Beside inputs: when they can't be "
        + "read. A report that comes later takes its place under the same --run.", isSetting: false),
    OptionSpec(
      name: "base-url", argument: .value("URL"),
      help: "Where the site will stand: for feed.xml, sitemap.xml and the links of mails. The site "
        + "remembers it."),
    OptionSpec(
      name: "keep", argument: .value("N"), help: "Keep the last N nights of the project."),
    OptionSpec(
      name: "keep-days", argument: .value("N"),
      help: "Keep the nights of the N days up to the latest."),
    OptionSpec(
      name: "stale-after", argument: .value("TIME"),
      help:
        "After how long the next night is overdue, such as 36h or 8d: pages then say so. The site "
        + "remembers it, until 'never'."),
    OptionSpec(
      name: "batch", argument: .value("FILE"),
      help:
        "Publish every night of a list: [{\"project\": …, \"inputs\": […]}, …], with \"run\", "
        + "\"missing\" and \"now\" where needed; files are named from the list's folder. All cores "
        + "are used.", isSetting: false),
    OptionSpec(
      name: "shard", argument: .value("I/N"),
      help: "Of a batch publish the I-th of N parts and leave the page of all projects to --index.",
      isSetting: false),
    OptionSpec(
      name: "rebuild", argument: .none,
      help: "Make everything anew that the nights themselves tell, of --project or of all.",
      isSetting: false),
    OptionSpec(
      name: "index", argument: .none, help: "Make the page of all projects anew, and no other.",
      isSetting: false),
  ]

  private(set) var task = Task.index
  let site: SiteOptions
  var project: String? { site.project }
  /// What to say where the inputs can't be read.
  private(set) var missing: String?
  var run: String? { site.run }
  private(set) var shard: Shard?
  private(set) var options = PublishOptions()
  private(set) var failOn: FailureThreshold?
  let loader: AssetLoader
  private(set) var request: ReportRequest
  var isBatch: Bool { if case .batch = task { true } else { false } }
  /// Whether some of what is asked for may be done although the rest can't.
  var takesMany: Bool {
    switch task {
    case .rebuild: project == nil
    case .batch, .each: true
    case .night, .index: false
    }
  }
  private(set) var problems: [Diagnostic] = []

  init(_ arguments: Arguments) {
    loader = AssetLoader(
      template: arguments.values("template").last, theme: arguments.values("theme").last,
      formats: [.page])
    request = ReportRequest(arguments, loader, &problems)
    site = SiteOptions(arguments)
    failOn = arguments.value("fail-on").flatMap(FailureThreshold.init)
    if site.site == nil {
      problems.append(
        Diagnostic(
          .error, "site-needed", "nobody says where the site is",
          help: ["name its folder with '--site DIR'"]))
    }
    takeTask(arguments)
    takeOptions(arguments)
    problems += site.problems
  }

  private mutating func takeTask(_ arguments: Arguments) {
    let inputs = arguments.operands
    var tasks: [Task] = []
    let isEach = arguments.flag("each")
    if !inputs.isEmpty { tasks.append(isEach ? .each(inputs) : .night(inputs)) }
    missing = arguments.value("missing")
    if missing != nil, inputs.isEmpty { tasks.append(.night([])) }
    if isEach, run != nil {
      problems.append(UsageError.together("--each", "--run").diagnostic)
    }
    if let file = arguments.value("batch") { tasks.append(.batch(file)) }
    if arguments.flag("rebuild") { tasks.append(.rebuild) }
    if arguments.flag("index") { tasks.append(.index) }
    if inputs.filter({ $0 == "-" }).count > 1 {
      problems.append(UsageError.severalInputsFromStandardInput.diagnostic)
    }
    if let first = tasks.first, tasks.count == 1 {
      task = first
    } else if tasks.isEmpty {
      var problem = UsageError.missingOperand("INPUT").diagnostic
      problem.help = ["or one of '--missing', '--batch', '--rebuild' and '--index'"]
      problems.append(problem)
    } else {
      problems.append(
        Diagnostic(
          .error, "one-task",
          "inputs or '--missing', '--batch', '--rebuild' and '--index' exclude each other",
          help: ["call 'tidemark publish' once for each"]))
    }
  }

  private mutating func takeOptions(_ arguments: Arguments) {
    options.keep = number("keep", arguments)
    options.keepDays = number("keep-days", arguments)
    options.baseURL = site.baseURL
    options.initializesSite = arguments.flag("init-site")
    if let setting = arguments.values("shard").last {
      shard = Shard(setting.value)
      if shard == nil { refuse(setting, "shard", "it is written as 2/8, from 1/8 to 8/8") }
    }
    // A project that settings name is that of single nights.
    let namesProject = arguments.values("project").contains { $0.origin == .commandLine }
    if isBatch ? run != nil || namesProject || missing != nil : shard != nil {
      problems.append(
        isBatch
          ? Diagnostic(
            .error, "batch-option", "'--project' and '--run' don't go with '--batch'",
            help: ["a batch names the project and the run of each night"])
          : Diagnostic(
            .error, "batch-option", "'--shard' goes with '--batch' alone",
            help: ["name the list of all nights with '--batch FILE'"]))
    }
    if let setting = arguments.values("stale-after").last {
      options.patience = setting.value == "never" ? 0 : Self.seconds(setting.value)
      if options.patience == nil {
        refuse(setting, "stale-after", "it is written as 36h or 8d, or never")
      }
    }
  }

  private mutating func number(_ option: String, _ arguments: Arguments) -> Int? {
    guard let setting = arguments.values(option).last else { return nil }
    if let number = Int(setting.value), 1...1_000_000 ~= number { return number }
    problems.append(
      UsageError.badNumber(option: setting.name(of: option), value: setting.value, least: 1)
        .diagnostic(about: setting))
    return nil
  }

  private mutating func refuse(_ setting: Setting, _ option: String, _ why: String) {
    problems.append(
      UsageError.badValue(option: setting.name(of: option), value: setting.value, why: why)
        .diagnostic(about: setting))
  }

  /// From `90m`, `36h` or `8d`.
  private static func seconds(_ text: String) -> Int? {
    let units: [Character: Int] = ["m": 60, "h": 3_600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
      1...100_000 ~= count
    else { return nil }
    return count * unit
  }
}
