import Datasets
import Diagnostics
import Files
import Model
import Text
import ToolReports

/// The option for the file with the last commits.
struct CommitOptions: Sendable {
  private let file: Setting?

  init(_ options: inout OptionReader) {
    file = options.setting(
      OptionSpec(
        name: "commits", argument: .value("FILE"),
        help: "File with the last commits, as 'git log' writes it. If a failure is new, the report "
          + "shows the commits since the last report, and beside each new failure those that "
          + "touched its files. Write it with: \(CommitLog.command)",
        path: .path))
  }

  /// The path of the file; nil without the option.
  var path: String? { file?.value }

  /// Reads the commits, the newest first; logs why they can't be read.
  func read(hiding redactor: Redactor, _ log: inout DiagnosticLog) -> [Commit] {
    guard let file else { return [] }
    do throws(FileError) {
      let bytes = try InputFile.contents(of: file.value, limit: CommitLog.mostBytes)
      let (commits, problem) = CommitLog.read(bytes, name: file.value, hiding: redactor)
      if let problem { log.add(problem) }
      return commits ?? []
    } catch {
      log.add(
        Diagnostic(
          .error, "unreadable-file", error.message, at: file.location,
          help: ["write it with: \(CommitLog.command) > \(VisibleText.of(file.value))"]))
      return []
    }
  }
}
