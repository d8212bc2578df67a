import Diagnostics
import Files
import Formats
import JSON
import Text

/// Reads `tidemark.json`. The file may come with a checked-out repository, so it can't start a
/// program, and its paths must be below its own folder.
struct SettingsFile {
  private let path: String
  private let folder: String
  /// The prefix of relative paths, as seen from the working folder: empty, or with a slash at the
  /// end.
  private let base: String
  /// Whether the file was found above the working folder.
  private let isAbove: Bool

  init(_ path: String, isAbove: Bool = false) {
    self.path = path
    self.isAbove = isAbove
    folder = Folder.parent(of: path) ?? "/"
    base = path.contains("/") ? folder + (folder == "/" ? "" : "/") : ""
  }

  /// The key of the default inputs.
  static let inputsKey = "inputs"

  /// Sets the options in `open`; returns the problems, and a note that lists the settings.
  func read(
    into arguments: inout Arguments, open: [OptionSpec], takesInputs: Bool
  ) -> [Diagnostic] {
    let text: String
    switch SmallFile.read(path) {
    case .success(let found): text = found
    case .failure(let failure): return [failure.diagnostic]
    }
    let (root, found) = JSONValue.parse(text, file: path)
    var problems = found
    guard let root else { return problems }
    guard case .object(let members) = root.kind else {
      problems.append(
        Diagnostic(.error, "wrong-type", "\(path) holds an object of settings", at: root.location))
      return problems
    }
    var inForce: [String] = []
    for member in members where member.key != "$schema" {
      if member.key == Self.inputsKey {
        guard takesInputs else { continue }
        let hasFormatFiles =
          root[InputOptions.formatFile.key] != nil
          || !arguments.settings(of: InputOptions.formatFile).isEmpty
        let wrong = readInputs(member.value, hasFormatFiles, into: &arguments)
        problems += wrong
        if wrong.isEmpty, !arguments.inputs.isEmpty { inForce.append(member.key) }
        continue
      }
      if let problem = Self.problem(with: member) {
        problems.append(problem)
        continue
      }
      guard let option = open.first(where: { $0.key == member.key }) else { continue }
      let wrong = set(option, to: member, in: &arguments)
      problems += wrong
      // An empty value unsets a setting.
      if wrong.isEmpty, member.value.string != "" { inForce.append(Self.mention(member, option)) }
    }
    if !inForce.isEmpty {
      problems.append(
        Diagnostic(
          .note, "settings-in-force", "settings in force: \(inForce.joined(separator: ", "))",
          at: SourceLocation(file: path)))
    }
    return problems
  }

  /// Reads the inputs. Inputs on the command line replace them.
  private func readInputs(
    _ value: JSONValue, _ hasFormatFiles: Bool, into arguments: inout Arguments
  ) -> [Diagnostic] {
    guard case .array(let elements) = value.kind else {
      return [
        Diagnostic(
          .error, "wrong-type", "'\(Self.inputsKey)' is a list of inputs", at: value.location)
      ]
    }
    var problems: [Diagnostic] = []
    let option = OptionSpec(name: "INPUT", argument: .none, help: "", path: .input)
    for element in elements {
      guard
        var entry = InputEntry(
          element, base: base, hasFormatFiles: hasFormatFiles, &problems)
      else { continue }
      entry.root = entry.root.map { $0.hasPrefix("/") ? $0 : base + $0 }
      let start = String(entry.path.prefix { !"*?[".contains($0) })
      if var problem = problem(withPath: start, of: option, at: element.location) {
        problem.help = ["name it on the command line"]
        problems.append(problem)
      } else if arguments.operands.isEmpty {
        arguments.inputs.append(entry)
      }
    }
    return problems
  }

  /// The problem of a key that isn't allowed in a file; nil if it is.
  private static func problem(with member: JSONValue.Member) -> Diagnostic? {
    let known = Program.commands.flatMap(\.options).filter(\.isSetting)
    guard let option = known.first(where: { $0.key == member.key }) else {
      return Diagnostic(
        .error, "unknown-key", "unknown setting \(VisibleText.quoted(member.key))",
        at: member.keyLocation, help: suggestion(for: member.key, among: known))
    }
    guard option.isKeptFromFiles else { return nil }
    return Diagnostic(
      .warning, "setting-ignored",
      "'\(member.key)' is not taken from a file, because it "
        + (option.name == Settings.config.name
          ? "names the file"
          : option.name == DiagnosticOptions.quiet.name
            ? "hides diagnostics about the file" : "runs a program"),
      at: member.keyLocation, help: ["set it on the command line or in the environment"])
  }

  /// Suggests options with the same name, `mailFrom` for `from`, else one with a similar spelling.
  private static func suggestion(for key: String, among options: [OptionSpec]) -> [String] {
    let named = options.filter { OptionSpec.key(of: $0.name) == key }.map { "'\($0.key)'" }
    if !named.isEmpty { return ["did you mean \(Set(named).sorted().listed(by: "or"))?"] }
    return Suggestion.help(for: key, among: Set(options.map(\.key) + [inputsKey]).sorted())
  }

  /// The key of a setting. For a template or theme it includes the value, because a template runs
  /// scripts in a page.
  private static func mention(_ member: JSONValue.Member, _ option: OptionSpec) -> String {
    guard case .nameOrPath = option.path, let value = member.value.string else { return member.key }
    return "\(member.key) \(VisibleText.quoted(value))"
  }

  private func set(
    _ option: OptionSpec, to member: JSONValue.Member, in arguments: inout Arguments
  ) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    var isFirst = true
    for value in Self.values(of: member.value) {
      guard let word = Self.word(value) else {
        problems.append(
          Diagnostic(
            .error, "wrong-type", "'\(member.key)' is a word, a number, true or false",
            at: value.location))
        continue
      }
      if let problem = problem(withPath: word, of: option, at: value.location) {
        problems.append(problem)
        continue
      }
      if option.name == LinkOptions.redact.name, word == "false" {
        problems.append(
          Diagnostic(
            .warning, "setting-ignored", "'\(member.key)' is not turned off by a file",
            at: value.location, help: ["set it on the command line or in the environment"]))
        continue
      }
      let resolved = resolved(word, of: option)
      if isAbove, case .nameOrPath = option.path, resolved.contains("/"),
        Folder.exists(resolved), !Folder.isTrusted(withoutLastSlash(resolved))
      {
        let help = "name it if you trust it: --\(option.name) \(VisibleText.of(resolved))"
        problems.append(Settings.foreign(resolved, at: value.location, help: help))
        continue
      }
      do throws(UsageError) {
        try arguments.set(
          option, to: resolved, from: .file(value.location, key: member.key),
          spelled: member.key,
          adding: !isFirst)
      } catch {
        var problem = error.diagnostic
        problem.location = value.location
        problems.append(problem)
      }
      isFirst = false
    }
    return problems
  }

  /// The path itself, without the slash that would follow a link.
  private func withoutLastSlash(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// A path of the file as seen from the working folder; other values are unchanged.
  private func resolved(_ value: String, of option: OptionSpec) -> String {
    guard !base.isEmpty, !value.isEmpty, value != "-" else { return value }
    switch option.path {
    case .none: return value
    case .path: return base + value
    case .input:
      let parts = value.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, InputFormat.names.contains(String(parts[0])) else {
        return base + value
      }
      return "\(parts[0]):\(base)\(parts[1])"
    case .nameOrPath:
      if value.contains("/") || value == "." || value == ".." { return base + value }
      // A name may refer to a folder in Templates/ or Themes/ next to the file.
      let catalog = option.name == DatasetOptions.templateName ? Catalog.templates : .themes
      let folder = base + catalog.rawValue + "/" + value
      return catalog.builtIn.contains(value) || !catalog.isHeld(by: folder) ? value : folder
    }
  }

  /// The error of a path outside the folder. A commit to the settings file could otherwise
  /// overwrite or publish any file of the machine.
  private func problem(
    withPath value: String, of option: OptionSpec, at location: SourceLocation
  ) -> Diagnostic? {
    switch option.path {
    case .none: return nil
    case .nameOrPath where !value.contains("/") && value != "." && value != "..": return nil
    case .input:
      let rest = value.firstIndex(of: ":").map { value[value.index(after: $0)...] } ?? ""
      if let problem = problem(withPath: String(rest), at: location, of: option) { return problem }
    case .nameOrPath, .path: break
    }
    return problem(withPath: value, at: location, of: option)
  }

  /// The same error for a single path.
  private func problem(
    withPath value: String, at location: SourceLocation, of option: OptionSpec
  ) -> Diagnostic? {
    guard !value.isEmpty, value != "-" else { return nil }
    let isBelow =
      !value.hasPrefix("/") && !value.split(separator: "/").contains("..")
      && Folder.isInside(folder, folder + "/" + value)
    if isBelow { return nil }
    return Diagnostic(
      .error, "path-outside",
      "\(VisibleText.quoted(value)) is not below the folder of \(VisibleText.quoted(path))",
      at: location, help: ["set it with --\(option.name) or \(option.variable)"])
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
