import Composing
import Diagnostics
import JSON

/// Says what a run has found, once, in the form that was asked for.
struct DiagnosticReporter {
  private let host: ProcessEnvironment
  private let format: String
  private let isQuiet: Bool
  private let isStrict: Bool
  private let color: Bool

  init(_ arguments: Arguments, _ host: ProcessEnvironment) {
    self.host = host
    format = arguments.value("format") ?? "text"
    isQuiet = arguments.flag("quiet")
    isStrict = arguments.flag("strict")
    color = host.usesColor(arguments.value("color"), onTerminal: host.errorIsTerminal)
  }

  /// For a command line that could not be taken apart: the form is what it says as far as that can
  /// be seen, else what the environment or the settings file say.
  init(beforeParsing host: ProcessEnvironment) {
    let options = [SharedOptions.format, SharedOptions.color]
    var arguments = Arguments()
    let words = host.arguments.prefix { $0 != "--" }
    for (index, word) in words.enumerated() {
      for option in options {
        var value: String?
        if word == "--" + option.name, index + 1 < words.count { value = words[index + 1] }
        if word.hasPrefix("--\(option.name)=") {
          value = String(word.dropFirst(option.name.count + 3))
        }
        guard let value else { continue }
        try? arguments.set(option, to: value, from: .commandLine, spelled: word)
      }
    }
    if words.contains("--" + SharedOptions.noSettings.name) {
      arguments.settings[SharedOptions.noSettings.name] = [
        Setting(value: "true", origin: .commandLine)
      ]
    }
    _ = Settings.complete(&arguments, with: options, host: host)
    self.init(arguments, host)
  }

  var strictness: Strictness { Strictness(isStrict: isStrict) }

  /// Ends a command that did what it was asked: with a status of its own where the report is as bad
  /// as `--fail-on` says.
  func end(
    _ log: DiagnosticLog, of report: Report, failOn threshold: FailureThreshold?
  ) -> ExitStatus {
    guard let reason = report.reason(toFailOn: threshold) else { return end(log, .done) }
    var log = log
    log.add(reason)
    return end(log, .failing)
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
