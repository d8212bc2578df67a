import Diagnostics
import Publishing

/// The options that name a site, a project and a run.
struct SiteOptions: Sendable {
  /// The site's folder, without a slash at the end.
  let folder: String?
  let project: String?
  /// All given projects; several only for a digest.
  let projects: [String]
  /// Whether the project is named on the command line itself, not by a setting.
  let isProjectTyped: Bool
  let run: String?
  /// The site's address, with a slash at the end.
  private(set) var baseURL: String?
  /// For the commits of a run of a branch; nil for commands that compare nothing.
  private(set) var ancestry: AncestryOptions?
  private(set) var problems: [Diagnostic] = []

  /// For commands that only read a site.
  ///
  /// - Parameter hasDigests: Whether the command makes digests of several projects.
  init(asking options: inout OptionReader, hasDigests: Bool = false) {
    self.init(
      &options,
      "Compare with the previous run of this site, made by 'publish', and link to this run. "
        + "--baseline takes precedence.", hasDigests: hasDigests)
    ancestry = AncestryOptions(&options)
  }

  /// - Parameters:
  ///   - help: The help of `--site`.
  ///   - between: Declares the options that come next in the help.
  init(
    _ options: inout OptionReader, _ help: String, hasDigests: Bool = false,
    between: (inout OptionReader) -> Void = { _ in }
  ) {
    let site = options.text(
      OptionSpec(name: "site", argument: .value("DIR"), help: help, path: .path))
    between(&options)
    let given = options.settings(
      OptionSpec(
        name: "project", argument: .value("NAME"), isRepeatable: hasDigests,
        help: "Name of the project: its folder in the site, and the List-Id and the thread of its "
          + "mails. Default: the dataset's."
          + (hasDigests ? " With --digest, repeat it for several; default: all." : "")))
    let project = given.last
    run = options.text(
      OptionSpec(
        name: "run", argument: .value("ID"),
        help:
          "Name of the run in its address. Default: the name of the same report in the site, else "
          + "its date and time, such as 2026-11-20-0312.",
        isSetting: false))
    self.project = project?.value
    projects = given.map(\.value)
    isProjectTyped = project?.origin == .commandLine
    folder = site.flatMap { path in
      var path = path
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      return path.isEmpty ? nil : path
    }
    let names = projects.map { ($0, "project", "--project") }
    for (name, what, option) in names + (run.map { [($0, "run", "--run")] } ?? []) {
      if let problem = SiteName.problem(name, what, option: option) { problems.append(problem) }
    }
  }

  /// Declares and reads `--baseline-commits`.
  mutating func readAncestry(_ options: inout OptionReader) {
    ancestry = AncestryOptions(&options)
  }

  /// Declares and reads `--base-url`.
  mutating func readAddress(_ options: inout OptionReader, _ help: String) {
    baseURL =
      options.value(
        OptionSpec(name: "base-url", argument: .value("URL"), help: help),
        "it is an address such as https://example.org/reports/", SiteAddress.validated)?.value
  }

  /// The site to read; nil without `--site`.
  var reference: SiteReference? {
    guard folder != nil || baseURL != nil else { return nil }
    return SiteReference(folder: folder, baseURL: baseURL, run: run)
  }
}
