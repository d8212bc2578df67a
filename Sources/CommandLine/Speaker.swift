import Diagnostics
import JSON

/// Says what a run has found, once, in the form that was asked for.
struct Speaker {
  private let host: Host
  private let format: String
  private let isQuiet: Bool
  private let isStrict: Bool
  private let color: Bool

  init(_ arguments: Arguments, _ host: Host) {
    self.host = host
    format = arguments.value("format") ?? "text"
    isQuiet = arguments.flag("quiet")
    isStrict = arguments.flag("strict")
    color = host.usesColor(arguments.value("color"), onTerminal: host.errorIsTerminal)
  }

  /// Whether what was found so far forbids to go on.
  func isFailing(_ log: DiagnosticLog) -> Bool {
    log.errorCount > 0 || isStrict && log.warningCount > 0
  }

  /// Writes the findings to standard error and gives back the exit status.
  func end(_ log: DiagnosticLog, _ status: ExitStatus) -> ExitStatus {
    let least: Severity = isQuiet ? .error : .note
    var log = log
    if isStrict { log.promoteWarnings() }
    let found = log.diagnostics.filter { $0.severity >= least }
    let text =
      switch format {
      case "json": DiagnosticJSON.string(found)
      case "github": DiagnosticGitHub.string(found)
      default: DiagnosticText(isColoured: color).string(found)
      }
    if !text.isEmpty { host.say(text) }
    return status
  }
}
