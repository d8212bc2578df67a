import Diagnostics
import Files
import Text

extension Setting {
  /// The contents of the file that the option names, or of standard input for `-`; nil with the
  /// reason in the log.
  ///
  /// - Parameters:
  ///   - command: The command that writes the file, for the help.
  ///   - inputs: The other paths of the call that may be standard input.
  func contents(
    limit: Int, writtenBy command: String, besides inputs: [String], _ log: inout DiagnosticLog
  ) -> [UInt8]? {
    do throws(FileError) {
      guard value == "-" else { return try InputFile.contents(of: value, limit: limit) }
      if inputs.contains("-") {
        log.add(UsageError.severalInputsFromStandardInput.diagnostic)
        return nil
      }
      return try InputFile(descriptor: 0, name: "-").readAll(limit: limit)
    } catch {
      log.add(
        Diagnostic(
          .error, "unreadable-file", error.message, at: location,
          help: ["write it with: \(command) > \(VisibleText.of(value))"]))
      return nil
    }
  }
}
