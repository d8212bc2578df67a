import Basics
import Diagnostics
import JSON

/// Lays the environment and `tidemark.json` under a command line: what it says wins, then the
/// environment, then the file.
struct Settings {
  static let fileName = "tidemark.json"
  static let noSettings = OptionSpec(
    name: "no-settings", argument: .none,
    help: "Read no tidemark.json. The environment still counts.", isSetting: false)

  /// Completes `arguments`. Problems of the file are diagnostics at their place; a wrong value in
  /// the environment is one without a place.
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
      // A repeatable option's values stand between semicolons, since commas belong to a value.
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
    problems += strangers(host.environment)
    if arguments.settings(of: noSettings).last?.value != "true" {
      problems += SettingsFile(host.settingsFile).read(into: &arguments, open: open)
    }
    return problems
  }

  /// Names in the environment that look like settings and are none.
  private static func strangers(_ environment: [String: String]) -> [Diagnostic] {
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
