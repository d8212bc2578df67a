import Datasets
import Diagnostics

/// The option for the commits that a run of a branch descends from.
struct AncestryOptions: Sendable {
  static let name = "baseline-commits"
  private let file: Setting?

  init(_ options: inout OptionReader) {
    file = options.setting(
      OptionSpec(
        name: Self.name, argument: .value("FILE"),
        help: "For a run of a pull request or a branch: file with its commits, or '-' for standard "
          + "input. Of the runs in the site, the run of the nearest of these commits is the "
          + "previous run, not the latest run. Write it with: \(CommitAncestry.command)",
        isSetting: false, path: .path))
  }

  var isGiven: Bool { file != nil }

  /// The path of the file; nil without the option, and for standard input.
  var path: String? { file?.value == "-" ? nil : file?.value }

  /// Reads the commits; logs wrong usage, and why they can't be read.
  ///
  /// - Parameters:
  ///   - site: The folder of the site.
  ///   - inputs: The other paths of the call that may be standard input.
  func read(
    site: String?, besides inputs: [String], _ log: inout DiagnosticLog
  ) -> CommitAncestry? {
    guard let file else { return nil }
    if site == nil {
      log.add(
        Diagnostic(
          .error, "site-needed", "'--\(Self.name)' needs a site with the runs of these commits",
          help: ["name a site of 'publish' with '--site DIR'"]))
      return nil
    }
    let bytes = file.contents(
      limit: CommitAncestry.mostBytes, writtenBy: CommitAncestry.command, besides: inputs, &log)
    guard let bytes else { return nil }
    let (ancestry, problem) = CommitAncestry.read(bytes, name: file.value)
    if let problem { log.add(problem) }
    return ancestry
  }
}
