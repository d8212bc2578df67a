import Diagnostics
import JSON
import Rendering

/// `templates`: lists the templates, or exports one as a starting point.
struct TemplatesCommand: Command {
  let catalog: CatalogCommand
  static let about = CatalogCommand.help(.templates)

  init(_ options: inout OptionReader) {
    catalog = CatalogCommand(.templates, &options)
  }

  func run(_ call: CommandCall) throws(UsageError) -> ExitStatus { try catalog.run(call) }
}

/// `themes`: lists the themes, or exports one as a starting point.
struct ThemesCommand: Command {
  let catalog: CatalogCommand
  static let about = CatalogCommand.help(.themes)

  init(_ options: inout OptionReader) {
    catalog = CatalogCommand(.themes, &options)
  }

  func run(_ call: CommandCall) throws(UsageError) -> ExitStatus { try catalog.run(call) }
}

/// The implementation of `templates` and `themes`.
struct CatalogCommand: Sendable {
  let catalog: Catalog
  let diagnostics: DiagnosticOptions

  init(_ catalog: Catalog, _ options: inout OptionReader) {
    self.catalog = catalog
    diagnostics = DiagnosticOptions(&options, hasQuiet: false)
  }

  static func help(_ catalog: Catalog) -> CommandHelp {
    let (name, noun) = (catalog.rawValue.lowercased(), catalog.noun)
    return CommandHelp(
      name: name, summary: "Lists the \(noun)s, or exports one",
      operands: catalog == .templates
        ? "[export NAME DIR | export words TAG [DIR]]" : "[export NAME DIR]",
      discussion: "Without operands, lists the \(noun)s. 'export' writes every file of a \(noun) "
        + "to a new folder. Change the files that you want to override, delete the rest, and use "
        + "the folder with 'tidemark render --\(noun) DIR/'. Missing files come from the \(noun) "
        + "named in the folder's file 'base', else from '\(catalog.usual)'."
        + (catalog == .templates
          ? " 'export words' writes the words of a language, for a translation of your own." : ""),
      examples: [
        ("tidemark \(name)", "Lists the \(noun)s."),
        (
          "tidemark \(name) export \(catalog.usual) mine",
          "Writes the files of '\(catalog.usual)' to mine/."
        ),
      ]
        + (catalog == .templates
          ? [("tidemark templates export words nb", "Begins a translation in words-nb/.")] : []),
      words: [["export"], catalog.builtIn + (catalog == .templates ? [Self.words] : [])])
  }

  func run(_ call: CommandCall) throws(UsageError) -> ExitStatus {
    let (host, operands) = (call.host, call.operands)
    let store = AssetStore()
    let names = catalog.builtIn
    guard let verb = operands.first else {
      return host.print(Self.list(catalog, names, store)) ? .done : .output
    }
    guard verb == "export" else {
      let nearest = Suggestion.nearest(to: verb, among: ["export"])
      throw .unknownCommand(
        "\(catalog.rawValue.lowercased()) \(verb)",
        nearest: nearest.map { "\(catalog.rawValue.lowercased()) \($0)" },
        help: "'tidemark \(catalog.rawValue.lowercased())' lists the \(catalog.noun)s")
    }
    if catalog == .templates, operands.dropFirst().first == Self.words {
      return try exportWords(call)
    }
    guard operands.count >= 3 else {
      throw .missingOperand(operands.count == 1 ? "NAME" : "DIR")
    }
    guard operands.count == 3 else { throw .unexpectedOperand(operands[3]) }
    let name = operands[1]
    guard names.contains(name) else {
      throw .unknownEntry(
        noun: catalog.noun, name: name, choices: names,
        nearest: Suggestion.nearest(to: name, among: names))
    }
    let reporter = DiagnosticReporter(diagnostics, host)
    var files: [(path: String, text: String)] = []
    let prefix = "\(catalog.rawValue)/\(name)/"
    for path in store.paths(under: prefix) {
      guard let file = store.file(path) else { continue }
      files.append((String(path.dropFirst(prefix.count)), file.text))
    }
    if catalog == .templates { files += Self.strings(store) }
    files.append((Catalog.baseFile, name + "\n"))
    return Self.export(files, to: operands[2], host, reporter)
  }

  /// The operand that stands for the words of a language.
  private static let words = "words"

  /// Writes the words of a language to a folder, which a translation begins with.
  private func exportWords(_ call: CommandCall) throws(UsageError) -> ExitStatus {
    let operands = call.operands
    guard operands.count >= 3 else { throw .missingOperand("TAG") }
    guard operands.count <= 4 else { throw .unexpectedOperand(operands[4]) }
    let tag = operands[2]
    let reporter = DiagnosticReporter(diagnostics, call.host)
    guard let files = Strings.starter(for: tag) else {
      var log = DiagnosticLog()
      log.add(
        Diagnostic(
          .error, "unknown-locale", "malformed locale \(VisibleText.quoted(tag))",
          help: ["a language tag has letters and digits between hyphens, such as 'nb' or 'de-AT'"]))
      return reporter.end(log, .usage)
    }
    let folder = operands.count == 4 ? operands[3] : "\(Self.words)-\(tag.lowercased())"
    return Self.export(files, to: folder, call.host, reporter)
  }

  /// The strings and facts of every language, which a template may override.
  private static func strings(_ store: AssetStore) -> [(path: String, text: String)] {
    let prefix = Catalog.templates.rawValue + "/"
    return store.paths(under: prefix + "strings/").compactMap { path in
      store.file(path).map { (String(path.dropFirst(prefix.count)), $0.text) }
    }
  }

  /// One line for each template or theme, with its description.
  private static func list(_ catalog: Catalog, _ names: [String], _ store: AssetStore) -> String {
    let titles = names.map { $0 == catalog.usual ? $0 + " (default)" : $0 }
    let width = titles.map(\.count).max() ?? 0
    return zip(names, titles).map { name, title in
      let text = Self.description(catalog, name, store)
      let space = String(repeating: " ", count: width - title.count + 2)
      return title + (text.isEmpty ? "" : space + text) + "\n"
    }.joined()
  }

  /// A theme's `$description`, or the first comment of a template's `report.md`.
  private static func description(
    _ catalog: Catalog, _ name: String, _ store: AssetStore
  ) -> String {
    let isTheme = catalog == .themes
    let path = "\(catalog.rawValue)/\(name)/" + (isTheme ? "tokens.json" : "report.md")
    guard let file = store.file(path) else { return "" }
    if isTheme {
      let root = JSONValue.parse(file.text, file: file.name).0
      return root?["$description"]?.string.map { VisibleText.of($0) } ?? ""
    }
    let lines = file.text.split(whereSeparator: \.isNewline)
    guard let line = lines.first(where: { $0.hasPrefix("{{! ") && $0.hasSuffix(" }}") }) else {
      return ""
    }
    return VisibleText.of(String(line.dropFirst(4).dropLast(3)))
  }

  static func export(
    _ files: [(path: String, text: String)], to folder: String, _ host: ProcessEnvironment,
    _ reporter: DiagnosticReporter
  ) -> ExitStatus {
    func fail(_ problem: Diagnostic) -> ExitStatus {
      var log = DiagnosticLog()
      log.add(problem)
      return reporter.end(log, .output)
    }
    if let taken = files.map({ folder + "/" + $0.path }).first(where: SmallFile.exists) {
      return fail(
        Diagnostic(
          .error, "file-exists", "'\(taken)' is there already and is left as it is",
          help: ["name a new folder"]))
    }
    for (path, text) in files {
      if let problem = SmallFile.write(text, to: folder + "/" + path) { return fail(problem) }
    }
    return host.print(
      "\(files.count) file\(files.count == 1 ? "" : "s") in \(VisibleText.of(folder))\n")
      ? .done : .output
  }
}
