import Basics
import Diagnostics
import JSON

/// Lays the environment and `tidemark.json` under a command line: what it says wins, then the
/// environment, then the file.
struct Settings {
  static let fileName = "tidemark.json"

  /// Completes `arguments`. Problems of the file are diagnostics at their place; a wrong value in
  /// the environment is one without a place.
  static func complete(
    _ arguments: inout Arguments, with options: [OptionSpec], host: Host
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
    problems += read(host.settingsFile, into: &arguments, open: open)
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

  private static func read(
    _ fileName: String, into arguments: inout Arguments, open: [OptionSpec]
  ) -> [Diagnostic] {
    guard SmallFile.exists(fileName) else { return [] }
    let text: String
    switch SmallFile.read(fileName) {
    case .success(let found): text = found
    case .failure(let failure): return [failure.diagnostic]
    }
    let (root, found) = JSONValue.parse(text, file: fileName)
    var problems = found
    guard let root else { return problems }
    guard case .object(let members) = root.kind else {
      problems.append(
        Diagnostic(
          .error, "wrong-type", "\(fileName) holds an object of settings", at: root.location))
      return problems
    }
    let known = Program.commands.flatMap(\.options).filter(\.isSetting)
    for member in members where member.key != "$schema" {
      if known.contains(where: { $0.key == member.key && $0.isKeptFromFiles }) {
        problems.append(
          Diagnostic(
            .warning, "setting-ignored",
            "'\(member.key)' is not taken from a file, since it runs a program",
            at: member.keyLocation, help: ["say it on the command line or in the environment"]))
        continue
      }
      guard known.contains(where: { $0.key == member.key }) else {
        let nearest = Suggestion.nearest(to: member.key, among: known.map(\.key))
        problems.append(
          Diagnostic(
            .warning, "unknown-key", "unknown setting '\(member.key)'", at: member.keyLocation,
            help: nearest.map { ["did you mean '\($0)'?"] } ?? []))
        continue
      }
      guard let option = open.first(where: { $0.key == member.key }) else { continue }
      for value in values(of: member.value) {
        guard let word = word(value) else {
          problems.append(
            Diagnostic(
              .error, "wrong-type", "'\(member.key)' is a word, a number, true or false",
              at: value.location))
          continue
        }
        do throws(UsageError) {
          try arguments.set(
            option, to: word, from: .file(value.location, key: member.key), spelled: member.key,
            adding: value.location != values(of: member.value).first?.location)
        } catch {
          var problem = error.diagnostic
          problem.location = value.location
          problems.append(problem)
        }
      }
    }
    return problems
  }

  private static func values(of value: JSONValue) -> [JSONValue] {
    if case .array(let elements) = value.kind { elements } else { [value] }
  }

  private static func word(_ value: JSONValue) -> String? {
    switch value.kind {
    case .string(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .number(_, let written): written
    default: nil
    }
  }
}
