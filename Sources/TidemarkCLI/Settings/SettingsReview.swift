import Diagnostics

/// Checks the settings of a file and of the environment for all commands.
enum SettingsReview {
  static func problems(_ host: ProcessEnvironment) -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return Program.table.flatMap { command in
      var arguments = Arguments()
      var host = host
      let found = Settings.complete(&arguments, with: command.spec.options, &host)
      var reader = OptionReader(arguments)
      _ = command.init(&reader)
      return found + reader.problems
    }.filter { $0.severity != .note && seen.insert($0).inserted }
  }
}
