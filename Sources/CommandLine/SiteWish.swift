import Basics
import Composing
import Diagnostics
import Model
import Publishing

/// Which site, and which night of it, a command line speaks of.
struct SiteWish {
  private(set) var site: String?
  private(set) var project: String?
  private(set) var run: String?
  /// Where the site stands, with a slash at the end.
  private(set) var baseURL: String?
  private(set) var problems: [Diagnostic] = []

  static let project = OptionSpec(
    name: "project", argument: .value("NAME"),
    help: "Which project of the site this is. Else the dataset's.")
  static let run = OptionSpec(
    name: "run", argument: .value("ID"),
    help: "What the night is called in its address. Default: its date and time, 2026-11-20-0312.",
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

  /// A dataset as a site keeps it, so that it is the same night everywhere: at the time of its run
  /// whenever somebody speaks of it.
  static func timed(_ dataset: Dataset) -> Dataset {
    var dataset = dataset
    if dataset.now == nil { dataset.now = dataset.run?.finished ?? dataset.run?.started }
    return dataset
  }

  /// A dataset as its report is made: in the project's own manner where it names none.
  func adopted(_ dataset: Dataset, by project: String) throws(FileError) -> Dataset {
    guard let site else { return dataset }
    var dataset = dataset
    let manner = try Publisher.manner(of: project, in: site)
    dataset.locale = dataset.locale ?? manner.locale
    dataset.timeZone = dataset.timeZone ?? manner.timeZone
    if dataset.run?.status == .missing { dataset.title = dataset.title ?? manner.title }
    return dataset
  }

  /// Whether there is a site to ask.
  var isAsked: Bool { site != nil || baseURL != nil }

  /// What the site knows of a night; nil when the log says why it can't be asked.
  func memory(
    of dataset: Dataset, project: String, settings: Composer.Settings, _ log: inout DiagnosticLog
  ) -> SiteMemory? {
    if let problem = SiteName.problem(project, "project", option: "--project") {
      log.add(problem)
      return nil
    }
    do throws(FileError) {
      let memory = try SiteMemory(
        of: dataset, site: site, project: project, run: run, baseURL: baseURL, settings: settings)
      log.add(contentsOf: memory.problems)
      return memory
    } catch {
      log.add(Diagnostic(.error, "unreadable-file", error.message))
      return nil
    }
  }
}
