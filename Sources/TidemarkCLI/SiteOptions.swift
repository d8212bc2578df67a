import Basics
import Composing
import Diagnostics
import Model
import Publishing

/// Which site, and which night of it, a command line speaks of.
struct SiteOptions {
  private(set) var site: String?
  private(set) var project: String?
  private(set) var run: String?
  /// Where the site stands, with a slash at the end.
  private(set) var baseURL: String?
  private(set) var problems: [Diagnostic] = []

  static let project = OptionSpec(
    name: "project", argument: .value("NAME"),
    help: "Which project this is: its place in the site, and the List-Id and the thread of its "
      + "mails. Else the dataset's.")
  static let run = OptionSpec(
    name: "run", argument: .value("ID"),
    help: "What the run is called in its address. Default: what the site calls the same report, "
      + "else its date and time, 2026-11-20-0312.",
    isSetting: false)
  /// For the commands that only ask a site.
  static let site = OptionSpec(
    name: "site", argument: .value("DIR"),
    help: "Compare with the night before in this site of 'publish', and link to this night there; "
      + "--baseline wins.", path: .path)

  init(_ arguments: Arguments) {
    site = arguments.value("site").map { path in
      var path = path
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      return path
    }
    if site?.isEmpty ?? false { site = nil }
    project = arguments.value("project")
    run = arguments.value("run")
    for (name, what, option) in [(project, "project", "--project"), (run, "run", "--run")] {
      if let name, let problem = SiteName.problem(name, what, option: option) {
        problems.append(problem)
      }
    }
    guard let setting = arguments.values("base-url").last else { return }
    baseURL = SiteAddress.validated(setting.value)
    if baseURL == nil {
      problems.append(
        UsageError.badValue(
          option: setting.name(of: "base-url"), value: setting.value,
          why: "it is an address such as https://example.org/reports/"
        ).diagnostic(about: setting))
    }
  }

  /// The project that a dataset belongs to; nil, and said so, when nobody says.
  func project(of dataset: Dataset, _ log: inout DiagnosticLog) -> String? {
    guard let name = project ?? dataset.project else {
      log.add(
        Diagnostic(
          .error, "project-needed", "nobody says which project this is",
          help: ["name it with '--project NAME', or as 'project' in the dataset"]))
      return nil
    }
    return name
  }

  /// A dataset as a site keeps it, so that it is the same run everywhere: with the time that it
  /// names.
  static func timed(_ dataset: Dataset) -> Dataset {
    var dataset = dataset
    dataset.now = dataset.moment
    return dataset
  }

  /// A dataset as its report is made: of this project whatever it says itself, and with the
  /// project's title, language and time zone where it names none.
  func adopted(_ dataset: Dataset, by project: String) throws(PublishError) -> Dataset {
    var dataset = dataset
    dataset.project = project
    var manner: (title: String?, locale: String?, timeZone: String?)?
    if let site { manner = try Publisher.manner(of: project, in: site) }
    dataset.title = dataset.title ?? manner?.title ?? project
    dataset.locale = dataset.locale ?? manner?.locale
    dataset.timeZone = dataset.timeZone ?? manner?.timeZone
    return dataset
  }

  /// What forbids that several inputs are one run: each `now` names another time. Nil where
  /// `--now` decides.
  static func disagreement(
    _ dataset: Dataset, _ arguments: Arguments, in zone: TimeZoneRules
  ) -> Diagnostic? {
    guard arguments.values("now").isEmpty else { return nil }
    var times: [(file: String, time: Instant)] = []
    for (file, now) in zip(dataset.files, dataset.nows) {
      if let now { times.append((file, zone.instant(of: now))) }
    }
    guard let first = times.first, let other = times.first(where: { $0.time != first.time }) else {
      return nil
    }
    let parts = [first, other].map { "'\($0.file)' of \($0.time.machineTime(in: zone))" }
    return Diagnostic(
      .error, "several-times", "one run can't be of two times: \(parts[0]), \(parts[1])",
      help: [
        "publish them one by one, or with '--each'; '--now TIME' makes them one run of that time"
      ])
  }

  /// Whether there is a site to ask.
  var isAsked: Bool { site != nil || baseURL != nil }

  /// What the site knows of a night; nil when the log says why it can't be asked.
  func memory(
    of dataset: Dataset, project: String, settings: Composer.Settings, isClock: Bool,
    _ log: inout DiagnosticLog
  ) -> SiteMemory? {
    if let problem = SiteName.problem(project, "project", option: "--project") {
      log.add(problem)
      return nil
    }
    do throws(FileError) {
      let memory = try SiteMemory(
        of: dataset, site: site, project: project, run: run, baseURL: baseURL, settings: settings,
        isClock: isClock)
      log.add(contentsOf: memory.problems)
      return memory
    } catch {
      log.add(Diagnostic(.error, "unreadable-file", error.message))
      return nil
    }
  }
}
