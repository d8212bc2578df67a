import Diagnostics
import Files
import Model
import Pipeline
import ToolReports

/// The options for the paths, links and secrets of other tools' reports.
struct LinkOptions: Sendable {
  private enum SourceURL: Sendable {
    case automatic
    case template(SourceLinks)
  }

  private let roots: [String]
  private var paths = SourcePaths()
  private var sourceURL: SourceURL?
  /// The templates for runs of datasets without their own.
  private(set) var commits = CommitLinks()
  /// The address of the report; nil for the one that datasets or the build service give.
  let report: String?
  private let usesBuildService: Bool
  private let isRedacting: Bool
  private let hiddenVariables: [Setting]
  private var problems: [Diagnostic] = []

  static let redact = OptionSpec(
    name: "redact", argument: .none,
    help: "Hide keys, tokens and passwords in other tools' reports. On by default; "
      + "--redact=false shows them.")

  init(_ options: inout OptionReader) {
    roots = options.settings(
      OptionSpec(
        name: "root", argument: .value("DIR"), isRepeatable: true,
        help: "Folder of the sources in other tools' reports; it is removed from their paths. Can "
          + "be repeated. Default: the working folder. The folders of known build services are "
          + "always removed. Owners come from the folder's CODEOWNERS.",
        path: .path)
    ).map(\.value)
    let mappings = options.settings(
      OptionSpec(
        name: "path", argument: .value("FROM=TO"), isRepeatable: true,
        help: "Replace the folder FROM at the beginning of paths in other tools' reports by TO. "
          + "Can be repeated; the first match counts."))
    let template = options.setting(
      OptionSpec(
        name: "source-url", argument: .value("TEMPLATE|auto"),
        help: "Address of a place in the sources, for messages without one: "
          + "'https://host/{{commit}}/{{file}}#L{{line}}'. The part between {{#line}} and "
          + "{{/line}} applies only to places with a line. 'auto' takes the template from the "
          + "variables of GitHub, GitLab and other services, else from the report."))
    report =
      options.value(
        OptionSpec(
          name: "url", argument: .value("URL"),
          help: "Web address of the report, to which links in mails, comments and other short "
            + "forms lead. Default: that of the dataset, and with '--ci' the page of the job."),
        "it is an address such as https://example.org/report.html", Self.webAddress)?.value
    let commit = options.setting(
      OptionSpec(
        name: "commit-url", argument: .value("TEMPLATE"),
        help: "Address of a commit, 'https://host/commit/{commit}', for runs without 'commitURL'."))
    let compare = options.setting(
      OptionSpec(
        name: "compare-url", argument: .value("TEMPLATE"),
        help: "Address of the changes between two commits, 'https://host/compare/{from}...{to}', "
          + "for runs without 'compareURL'."))
    usesBuildService = options.flag(
      OptionSpec(
        name: "ci", argument: .none,
        help: "Take missing commit, branch and address of the run from the variables of the build "
          + "service."))
    let redacts = options.setting(Self.redact)
    isRedacting = redacts?.value != "false"
    hiddenVariables = options.settings(
      OptionSpec(
        name: "redact-env", argument: .list("NAME"), isRepeatable: true,
        help: "Hide the values of these environment variables in other tools' reports, too."))
    read(mappings, template)
    commits.commit = read(commit, CommitLinks.commitNames)
    commits.compare = read(compare, CommitLinks.compareNames)
  }

  private static func webAddress(_ text: String) -> String? {
    let isWeb = ["https://", "http://"].contains { text.hasPrefix($0) && text.count > $0.count }
    return isWeb && !text.contains { $0.isWhitespace } ? text : nil
  }

  private mutating func read(_ template: Setting?, _ names: [String]) -> String? {
    guard let template else { return nil }
    guard let mistake = CommitLinks.mistake(in: template.value, names) else {
      return template.value
    }
    refuse(template, mistake)
    return nil
  }

  private mutating func read(_ mappings: [Setting], _ template: Setting?) {
    for mapping in mappings where !paths.addMapping(mapping.value) {
      refuse(mapping, "it is FROM=TO")
    }
    guard let template else { return }
    do throws(SourceLinks.Mistake) {
      sourceURL =
        template.value == "auto" ? .automatic : .template(try SourceLinks(template.value))
    } catch {
      refuse(template, error.reason)
    }
  }

  private mutating func refuse(_ setting: Setting, _ why: String) {
    problems.append(UsageError.badValue(setting, why: why).diagnostic(about: setting))
  }

  /// Sets the options for reports; logs wrong usage. Returns the build service that completes the
  /// run, if `--ci` is set.
  func apply(
    to options: inout ImportOptions, _ host: ProcessEnvironment, _ log: inout DiagnosticLog
  ) -> BuildService? {
    log.add(contentsOf: problems)
    options.paths = paths
    options.paths.setRoots(Self.roots(roots))
    options.readsOwners = !roots.isEmpty
    let service = BuildService(host.environment)
    if usesBuildService, service == nil {
      log.add(
        Diagnostic(
          .note, "no-build-service",
          "'--ci' changes nothing: no variables of a build service are set",
          help: ["those of GitHub, GitLab, Jenkins, Azure, Bitbucket and CircleCI are known"]))
    }
    switch sourceURL {
    case nil: break
    case .template(let links):
      options.links.links = links
      if usesBuildService { options.links.commit = service?.commit }
    case .automatic:
      options.links.links = service?.links
      options.links.commit = service?.commit
      options.links.usesProvenance = true
      guard service?.links == nil else { break }
      log.add(
        Diagnostic(
          .note, "no-build-service",
          "'--source-url auto' finds no address in the variables of a build service: only reports "
            + "that name their repository get links",
          help: ["set the address with '--source-url TEMPLATE'"]))
    }
    options.redactor = redactor(host, &log)
    return usesBuildService ? service : nil
  }

  /// The folders of the sources: the given ones, also below the working folder; else the working
  /// folder.
  static func roots(_ given: [String]) -> [String] {
    let here = SystemInfo.workingFolder() ?? "/"
    // The root of the file system is not a folder of sources.
    guard !given.isEmpty else { return here == "/" ? [] : [here] }
    return given.flatMap { $0.hasPrefix("/") ? [$0] : [$0, here + "/" + $0] }
  }

  private func redactor(_ host: ProcessEnvironment, _ log: inout DiagnosticLog) -> Redactor {
    var redactor = Redactor(knowsForms: isRedacting)
    for variable in hiddenVariables {
      // A job without secrets, such as that of a fork, has nothing to hide. A wrong name hides
      // nothing.
      guard let value = host.environment[variable.value], !value.isEmpty else {
        log.add(
          Diagnostic(
            .note, "unset-variable",
            "'--redact-env \(VisibleText.of(variable.value))' hides nothing: the variable is not set",
            at: variable.location,
            help: Suggestion.help(for: variable.value, among: host.environment.keys.sorted())))
        continue
      }
      guard !redactor.hide(value) else { continue }
      log.add(
        Diagnostic(
          .error, "bad-value",
          "the value of '\(variable.value)' is too short to be hidden: it has fewer than "
            + "\(Redactor.shortestValue) characters, which would be found in words",
          at: variable.location))
    }
    return redactor
  }
}
