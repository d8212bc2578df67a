import Diagnostics
import ToolReports

/// The option for the diff whose changed lines are compared with findings and reports of coverage.
struct DiffOptions: Sendable {
  private static let command = "git diff origin/main...HEAD"
  private let file: Setting?

  init(_ options: inout OptionReader) {
    file = options.setting(
      OptionSpec(
        name: "diff", argument: .value("FILE"),
        help: "Output of 'git diff' in a file, or '-' for standard input. Each finding is marked "
          + "as on a changed line, in a changed file or elsewhere. With reports of coverage that "
          + "give lines, the report shows the coverage of the changed lines and lists those that "
          + "were not run. Write it with: \(Self.command)",
        path: .path))
  }

  var isStream: Bool { file?.value == "-" }

  /// The path of the file; nil without the option, and for standard input.
  var path: String? { file?.value == "-" ? nil : file?.value }

  /// Reads the diff; logs why it can't be read.
  ///
  /// - Parameter inputs: The operands of the call.
  func read(besides inputs: [String], _ log: inout DiagnosticLog) -> ChangedLines? {
    guard let file else { return nil }
    let bytes = file.contents(
      limit: ChangedLines.mostBytes, writtenBy: Self.command, besides: inputs, &log)
    guard let bytes else { return nil }
    let (changed, problem) = ChangedLines.read(bytes, name: file.value)
    if let problem { log.add(problem) }
    return changed
  }
}
