import Basics
import Diagnostics
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

  /// The site to ask; nil when there is none.
  var reference: SiteReference? {
    guard site != nil || baseURL != nil else { return nil }
    return SiteReference(folder: site, baseURL: baseURL, run: run)
  }
}
