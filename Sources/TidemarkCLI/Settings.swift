import Basics
import Diagnostics
import JSON

/// Completes a command line with settings: the command line takes precedence, then the environment,
/// then `tidemark.json`.
struct Settings {
  static let fileName = "tidemark.json"
  static let noSettings = OptionSpec(
    name: "no-settings", argument: .none,
    help: "Ignore tidemark.json. The environment still counts.", isSetting: false)

  /// Completes `arguments` and returns the problems: those of the file have a location, those of the
  /// environment have none.
  static func complete(
    _ arguments: inout Arguments, with options: [OptionSpec], host: ProcessEnvironment
  ) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    let given = Set(arguments.settings.keys)
    let settable = options.filter { $0.isSetting && !given.contains($0.name) }
    var open = settable
    for option in settable {
      guard let value = host.environment[option.variable] else { continue }
      open.removeAll { $0.name == option.name }
      // Semicolons separate the values of a repeatable option, since commas belong to a value.
      let isList = option.isRepeatable && !value.isEmpty
      let values = isList ? value.split(separator: ";").map(String.init) : [value]
      for value in values {
        do throws(UsageError) {
          try arguments.set(
            option, to: value, from: .environment(variable: option.variable),
            spelled: option.variable)
        } catch {
          problems.append(error.diagnostic)
        }
      }
    }
    problems += unknownVariables(host.environment)
    if arguments.settings(of: noSettings).last?.value != "true" {
      problems += SettingsFile(host.settingsFile).read(
        into: &arguments, open: open, takesInputs: InputOptions.isTaken(by: options))
    }
    return problems
  }

  /// Warns about unknown variables whose names begin with `TIDEMARK_`.
  private static func unknownVariables(_ environment: [String: String]) -> [Diagnostic] {
    let known = Program.commands.flatMap(\.options).filter(\.isSetting).map(\.variable)
    return environment.keys.filter { $0.hasPrefix("TIDEMARK_") && !known.contains($0) }.sorted()
      .map { name in
        Diagnostic(
          .warning, "unknown-variable",
          "unknown setting \(VisibleText.quoted(name)) in the environment",
          help: Suggestion.help(for: name, among: known))
      }
  }
}
