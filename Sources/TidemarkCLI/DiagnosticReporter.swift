import Composing
import Diagnostics
import JSON

/// Writes the diagnostics of a command to standard error, in the requested format.
struct DiagnosticReporter {
  private let host: ProcessEnvironment
  private let options: DiagnosticOptions
  private let isStrict: Bool
  private let color: Bool

  init(_ outcome: OutcomeOptions, _ host: ProcessEnvironment) {
    self.init(outcome.diagnostics, isStrict: outcome.isStrict, host)
  }

  init(_ options: DiagnosticOptions, isStrict: Bool = false, _ host: ProcessEnvironment) {
    self.host = host
    self.options = options
    self.isStrict = isStrict
    color = host.usesColor(options.color, onTerminal: host.errorIsTerminal)
  }

  /// For a command line that could not be parsed: takes format and colour from the command line as
  /// far as possible, else from the environment or the settings file.
  init(beforeParsing host: ProcessEnvironment) {
    let options = [DiagnosticOptions.format, DiagnosticOptions.color]
    var arguments = Arguments()
    let words = host.arguments.prefix { $0 != "--" }
    for (index, word) in words.enumerated() {
      for option in options + [Settings.noSettings] {
        var value: String?
        if word == "--" + option.name {
          value = option.takesValue ? words.dropFirst(index + 1).first : "true"
        } else if word.hasPrefix("--\(option.name)=") {
          value = String(word.dropFirst(option.name.count + 3))
        }
        guard let value else { continue }
        try? arguments.set(option, to: value, from: .commandLine, spelled: word)
      }
    }
    _ = Settings.complete(&arguments, with: options, host: host)
    var reader = OptionReader(arguments)
    self.init(DiagnosticOptions(&reader), host)
  }

  /// Writes the diagnostics of a command that succeeded; returns `.failing` when its report meets
  /// `--fail-on`.
  func end(
    _ log: DiagnosticLog, of report: Report, failOn threshold: FailureThreshold?
  ) -> ExitStatus {
    guard let reason = report.reason(toFailOn: threshold) else { return end(log, .done) }
    var log = log
    log.add(reason)
    return end(log, .failing)
  }

  /// Writes the diagnostics and returns the status.
  func end(_ log: DiagnosticLog, _ status: ExitStatus) -> ExitStatus {
    let least: Severity = options.isQuiet ? .error : .note
    var log = log
    if isStrict { log.promoteWarnings() }
    let found = log.diagnostics.filter { $0.severity >= least }
    let text =
      switch options.format {
      case .json: DiagnosticJSON.string(found)
      case .github: DiagnosticGitHub.string(found)
      case .text: DiagnosticText(isColoured: color).string(found)
      }
    if !text.isEmpty { host.say(text) }
    return status
  }
}
