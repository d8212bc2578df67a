import Diagnostics
import Files
import JSON

/// Completes a command line with settings: the command line takes precedence, then the environment,
/// then the settings file.
struct Settings {
  static let fileName = "tidemark.json"
  static let noSettings = OptionSpec(
    name: "no-settings", argument: .none,
    help: "Ignore tidemark.json. The environment still counts.", isSetting: false)
  static let config = OptionSpec(
    name: "config", argument: .value("FILE"),
    help: "Settings file to read. Default: tidemark.json in the working folder, else in the "
      + "nearest folder above it in the same repository.", isKeptFromFiles: true,
    path: .path)

  /// Declares the options for the settings file, which `complete` reads first; returns whether
  /// `--no-settings` is set.
  static func declare(_ options: inout OptionReader) -> Bool {
    _ = options.setting(config)
    return options.flag(noSettings)
  }

  /// Completes `arguments`, stores the settings file in `host`, and returns the problems. Problems
  /// of the file have a location, those of the environment have none.
  static func complete(
    _ arguments: inout Arguments, with options: [OptionSpec], _ host: inout ProcessEnvironment
  ) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    let given = Set(arguments.settings.keys)
    let settable = options.filter { $0.isSetting && !given.contains($0.name) }
    var open = settable
    let ours = host.environment.keys.filter { $0.hasPrefix(OptionSpec.variablePrefix) }
    for option in ours.isEmpty ? [] : settable {
      guard let value = host.environment[option.variable] else { continue }
      open.removeAll { $0.name == option.name }
      // Semicolons separate the values of a repeatable option, because values may contain commas.
      let isList = option.isRepeatable && !value.isEmpty
      // Most programs accept "1" and "0" for a flag.
      let word = option.takesValue ? value : ["1": "true", "0": "false"][value, default: value]
      let values = isList ? value.split(separator: ";").map(String.init) : [word]
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
    problems += unknownVariables(among: ours)
    if arguments.settings(of: noSettings).last?.value != "true",
      let file = file(arguments, host, &problems)
    {
      host.settingsInForce = file.path
      host.isSettingsFileAbove = file.isAbove
      problems += SettingsFile(file.path, isAbove: file.isAbove).read(
        into: &arguments, open: open, takesInputs: InputOptions.isTaken(by: options))
    }
    return problems
  }

  /// The named file, else the one of the working folder, else the nearest one above it in the same
  /// repository; nil if there is none.
  private static func file(
    _ arguments: Arguments, _ host: ProcessEnvironment, _ problems: inout [Diagnostic]
  ) -> (path: String, isAbove: Bool)? {
    let variable = host.environment[config.variable].map { value in
      Setting(
        option: config.name, value: value, origin: .environment(variable: config.variable))
    }
    // A command without this option still uses the variable.
    let named = arguments.settings[config.name].map(\.last) ?? variable
    if let named, !named.value.isEmpty {
      if SmallFile.exists(named.value) { return (named.value, false) }
      problems.append(
        Diagnostic(
          .error, "unreadable-file",
          "there is no settings file \(VisibleText.quoted(named.value))",
          help: ["'\(named.name)' names it"]))
      return nil
    }
    let own = host.settingsFile
    if SmallFile.exists(own) {
      if isInCheckout(own, host) { return (own, false) }
      problems.append(linked(own, option: config))
      return nil
    }
    let above = Folder.repositoryFolders(
      above: Folder.parent(of: own) ?? "/", home: host.environment["HOME"])
    guard
      let found = above.lazy.map({ $0 + "/" + fileName }).first(where: SmallFile.exists)
    else { return nil }
    if Folder.isTrusted(found), let root = above.last, Folder.isTrustedRepository(root) {
      return (found, true)
    }
    problems.append(
      foreign(found, help: "name it if you trust it: --config \(VisibleText.of(found))"))
    return nil
  }

  /// The warning about an asset above the working folder that others can change.
  static func foreign(
    _ path: String, at location: SourceLocation? = nil, help: String
  ) -> Diagnostic {
    Diagnostic(
      .warning, "foreign-settings",
      "\(VisibleText.quoted(path)) is not used, because another user could have made or changed it",
      at: location, help: [help])
  }

  /// Whether a default file is part of the checkout. A link out of it could make diagnostics quote
  /// any file of the machine.
  static func isInCheckout(_ path: String, _ host: ProcessEnvironment) -> Bool {
    let folder = Folder.parent(of: path) ?? "."
    let above = Folder.repositoryFolders(above: folder, home: host.environment["HOME"])
    return Folder.isInside(above.last ?? folder, path)
  }

  /// The warning about such a link.
  static func linked(_ path: String, option: OptionSpec) -> Diagnostic {
    let name = VisibleText.of(path)
    return Diagnostic(
      .warning, "linked-settings",
      "\(VisibleText.quoted(path)) is not used, because it is a link out of the checkout",
      help: ["name it if you trust it: --\(option.name) \(name)"])
  }

  /// The problems of variables with names that begin with `TIDEMARK_` and are no setting. Other
  /// programs may use such names: Kubernetes sets `TIDEMARK_PORT` for a service `tidemark`. So only
  /// a misspelled setting is an error. A setting in the singular, such as `TIDEMARK_COMMIT`, may be a
  /// variable of the user's own.
  private static func unknownVariables(among ours: [String]) -> [Diagnostic] {
    if ours.isEmpty { return [] }
    let known = Program.commands.flatMap(\.options).filter(\.isSetting).map(\.variable)
    return ours.filter { !known.contains($0) }.sorted().map { name in
      let summary = "unknown setting \(VisibleText.quoted(name)) in the environment"
      let prefix = OptionSpec.variablePrefix.count
      let own = String(name.dropFirst(prefix))
      let meant = known.first { Suggestion.isMisspelled(own, from: String($0.dropFirst(prefix))) }
      if let meant, meant != name + "S" {
        return Diagnostic(.error, "unknown-variable", summary, help: ["did you mean '\(meant)'?"])
      }
      let help = Suggestion.help(for: name, among: known)
      return Diagnostic(
        .warning, "unknown-variable", summary,
        help: meant == nil ? help : help + ["a variable of your own is ignored"])
    }
  }
}
