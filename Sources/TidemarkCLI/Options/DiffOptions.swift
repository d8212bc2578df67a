import Diagnostics
import Files
import Text
import ToolReports

/// The option for the diff whose changed lines are compared with reports of coverage.
struct DiffOptions: Sendable {
  private let file: Setting?

  init(_ options: inout OptionReader) {
    file = options.setting(
      OptionSpec(
        name: "diff", argument: .value("FILE"),
        help: "Output of 'git diff' in a file, or '-' for standard input. With reports of coverage "
          + "that give lines, the report shows the coverage of the changed lines and lists those "
          + "that were not run. Write it with: git diff origin/main...HEAD",
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
    do throws(FileError) {
      let isStream = file.value == "-"
      if isStream, inputs.contains("-") {
        log.add(UsageError.severalInputsFromStandardInput.diagnostic)
        return nil
      }
      let bytes =
        isStream
        ? try InputFile(descriptor: 0, name: "-").readAll(limit: ChangedLines.mostBytes)
        : try InputFile.contents(of: file.value, limit: ChangedLines.mostBytes)
      let (changed, problem) = ChangedLines.read(bytes, name: file.value)
      if let problem { log.add(problem) }
      return changed
    } catch {
      log.add(
        Diagnostic(
          .error, "unreadable-file", error.message, at: file.location,
          help: ["write it with: git diff origin/main...HEAD > \(VisibleText.of(file.value))"]))
      return nil
    }
  }
}
