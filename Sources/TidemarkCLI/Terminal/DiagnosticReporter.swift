import Composing
import Diagnostics
import Files
import JSON

/// Writes the diagnostics of a command to standard error, in the requested format.
struct DiagnosticReporter {
  private let host: ProcessEnvironment
  private let options: DiagnosticOptions
  private let isStrict: Bool

  init(_ outcome: OutcomeOptions, _ host: ProcessEnvironment) {
    self.init(outcome.diagnostics, isStrict: outcome.isStrict, host)
  }

  init(_ options: DiagnosticOptions, isStrict: Bool = false, _ host: ProcessEnvironment) {
    self.host = host
    self.options = options
    self.isStrict = isStrict
  }

  /// Reports an unparsable command line. Format and colour come from the words that can be parsed,
  /// else from the environment or the settings file.
  init(beforeParsing host: ProcessEnvironment) {
    let options = [DiagnosticOptions.format, DiagnosticOptions.color]
    var arguments = Arguments()
    let words = host.arguments.prefix { $0 != "--" }
    for (index, word) in words.enumerated() {
      for option in options + [Settings.noSettings, Settings.config] {
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
    var host = host
    _ = Settings.complete(&arguments, with: options, &host)
    var reader = OptionReader(arguments)
    self.init(DiagnosticOptions(&reader), host)
  }

  /// Writes the diagnostics of a successful command; returns `.failing` if its report meets
  /// `--fail-on`.
  func end(
    _ log: DiagnosticLog, of report: Report, failOn gate: Gate?, _ success: Success? = nil
  ) -> ExitStatus {
    let (status, notes) = report.judged(by: gate)
    var log = log
    log.add(contentsOf: notes)
    return end(log, status, success)
  }

  /// Writes the diagnostics and the success line; returns the status.
  func end(_ log: DiagnosticLog, _ status: ExitStatus, _ success: Success? = nil) -> ExitStatus {
    let text = text(of: log, onTerminal: host.errorIsTerminal)
    if !text.isEmpty { host.say(text) }
    if let success, status == .done || status == .failing, !options.isQuiet,
      options.format == .text || options.format == .github, host.isWatched || options.isVerbose
    {
      host.say(success.line(after: SystemInfo.ticks() - min(host.began, SystemInfo.ticks())))
    }
    return status
  }

  /// Writes the diagnostics to standard output, as the result of a command, with a last line in text.
  func print(_ log: DiagnosticLog, _ status: ExitStatus, lastLine: String) -> ExitStatus {
    let isText = options.format == .text && !options.isQuiet
    let text = text(of: log, onTerminal: host.outputIsTerminal)
    return host.print(text + (isText ? lastLine + "\n" : "")) ? status : .output
  }

  private func text(of log: DiagnosticLog, onTerminal: Bool) -> String {
    let least: Severity = options.isQuiet ? .error : .note
    var log = log
    if options.isVerbose, let progress = host.progress {
      log.add(Diagnostic(.note, "time-taken", "time taken: \(progress.times)"))
    }
    host.progress?.end()
    if isStrict { log.promoteWarnings() }
    let found = log.diagnostics.filter { $0.severity >= least }
    return switch options.format {
    case .json: DiagnosticJSON.string(found)
    case .github: DiagnosticGitHub.string(found)
    case .sarif: DiagnosticSARIF.string(found)
    case .text:
      DiagnosticText(isColoured: host.usesColor(options.color, onTerminal: onTerminal))
        .string(found)
    }
  }
}
