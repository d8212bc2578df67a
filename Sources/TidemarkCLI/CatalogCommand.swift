import Diagnostics
import JSON
import Rendering

/// `templates` and `themes`: lists what there is and writes one out to start from.
enum CatalogCommand {
  static let templates = spec(
    "templates", "Lists the templates, or writes one out", noun: "template", example: "default")
  static let themes = spec(
    "themes", "Lists the themes, or writes one out", noun: "theme", example: "horizon")

  private static func spec(
    _ name: String, _ summary: String, noun: String, example: String
  ) -> CommandSpec {
    CommandSpec(
      name: name, summary: summary, operands: "[export NAME DIR]",
      discussion: "Without operands, lists them. 'export' writes every file of one into a new "
        + "folder; change what you like there, delete the rest, and give the folder to "
        + "'tidemark render --\(noun) DIR/': what it lacks comes from the one that the file 'base' "
        + "in it names, else from '\(example)'.",
      options: [SharedOptions.format, SharedOptions.color],
      examples: [
        ("tidemark \(name)", "Lists them."),
        ("tidemark \(name) export \(example) mine", "Writes the files of '\(example)' to mine/."),
      ])
  }

  static func run(
    _ catalog: Catalog, _ arguments: Arguments, _ host: ProcessEnvironment
  ) throws(UsageError) -> ExitStatus {
    let store = AssetStore()
    let names = catalog.builtIn
    guard let verb = arguments.operands.first else {
      return host.print(list(catalog, names, store)) ? .done : .output
    }
    guard verb == "export" else {
      let nearest = Suggestion.nearest(to: verb, among: ["export"])
      throw .unknownCommand(
        "\(catalog.rawValue.lowercased()) \(verb)",
        nearest: nearest.map { "\(catalog.rawValue.lowercased()) \($0)" },
        help: "'tidemark \(catalog.rawValue.lowercased())' lists the \(catalog.noun)s")
    }
    guard arguments.operands.count >= 3 else {
      throw .missingOperand(arguments.operands.count == 1 ? "NAME" : "DIR")
    }
    guard arguments.operands.count == 3 else { throw .unexpectedOperand(arguments.operands[3]) }
    let name = arguments.operands[1]
    guard names.contains(name) else {
      throw .unknownEntry(
        noun: catalog.noun, name: name, choices: names,
        nearest: Suggestion.nearest(to: name, among: names))
    }
    var arguments = arguments
    _ = Settings.complete(
      &arguments, with: [SharedOptions.format, SharedOptions.color], host: host)
    let reporter = DiagnosticReporter(arguments, host)
    var files: [(path: String, text: String)] = []
    let prefix = "\(catalog.rawValue)/\(name)/"
    for path in store.paths(under: prefix) {
      guard let file = store.file(path) else { continue }
      files.append((String(path.dropFirst(prefix.count)), file.text))
    }
    if catalog == .templates { files += strings(store) }
    files.append((Catalog.baseFile, name + "\n"))
    return export(files, to: arguments.operands[2], host, reporter)
  }

  /// The words and facts of every language, which a template may override.
  private static func strings(_ store: AssetStore) -> [(path: String, text: String)] {
    let prefix = Catalog.templates.rawValue + "/"
    return store.paths(under: prefix + "strings/").compactMap { path in
      store.file(path).map { (String(path.dropFirst(prefix.count)), $0.text) }
    }
  }

  /// A line for each, with what it says of itself.
  private static func list(_ catalog: Catalog, _ names: [String], _ store: AssetStore) -> String {
    let titles = names.map { $0 == catalog.usual ? $0 + " (default)" : $0 }
    let width = titles.map(\.count).max() ?? 0
    return zip(names, titles).map { name, title in
      let words = description(catalog, name, store)
      let space = String(repeating: " ", count: width - title.count + 2)
      return title + (words.isEmpty ? "" : space + words) + "\n"
    }.joined()
  }

  /// A theme's `$description`; the comment that a template's document begins with.
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
    let line = file.text.prefix { !$0.isNewline }
    guard line.hasPrefix("{{! "), line.hasSuffix(" }}") else { return "" }
    return VisibleText.of(String(line.dropFirst(4).dropLast(3)))
  }

  private static func export(
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
    return host.print("\(files.count) files in \(VisibleText.of(folder))\n") ? .done : .output
  }
}
