import Diagnostics
import Rendering

/// `templates` and `themes`: lists what there is and writes one out to start from.
enum CatalogCommand {
  enum Catalog: String {
    case templates = "Templates"
    case themes = "Themes"

    var noun: String { self == .templates ? "template" : "theme" }
  }

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
        + "'tidemark render --\(noun) DIR/': what it lacks comes from the built-in one.",
      options: [SharedOptions.color],
      examples: [
        ("tidemark \(name)", "Lists them."),
        ("tidemark \(name) export \(example) mine", "Writes the files of '\(example)' to mine/."),
      ])
  }

  static func run(
    _ catalog: Catalog, _ arguments: Arguments, _ host: Host
  ) throws(UsageError) -> ExitStatus {
    let store = AssetStore()
    let names = store.names(under: catalog.rawValue).filter { $0 != "strings" }
    guard let verb = arguments.operands.first else {
      return host.print(names.map { $0 + "\n" }.joined()) ? .done : .output
    }
    guard verb == "export" else {
      throw .unknownCommand(
        verb, nearest: Suggestion.nearest(to: verb, among: ["export"]))
    }
    guard arguments.operands.count >= 3 else {
      throw .missingOperand(arguments.operands.count == 1 ? "NAME" : "DIR")
    }
    guard arguments.operands.count == 3 else { throw .unexpectedOperand(arguments.operands[3]) }
    let name = arguments.operands[1]
    guard names.contains(name) else {
      throw .badChoice(
        option: catalog.noun, value: name, choices: names,
        nearest: Suggestion.nearest(to: name, among: names))
    }
    return export(store, under: "\(catalog.rawValue)/\(name)/", to: arguments.operands[2], host)
  }

  private static func export(
    _ store: AssetStore, under prefix: String, to folder: String, _ host: Host
  ) -> ExitStatus {
    let paths = store.paths(under: prefix)
    let targets = paths.map { folder + "/" + $0.dropFirst(prefix.count) }
    if let taken = targets.first(where: SmallFile.exists) {
      let problem = Diagnostic(
        .error, "file-exists", "'\(taken)' is there already and is left as it is",
        help: ["name a new folder"])
      host.say(DiagnosticText().string(problem))
      return .output
    }
    for (path, target) in zip(paths, targets) {
      guard let file = store.file(path) else { continue }
      if let problem = SmallFile.write(file.text, to: target) {
        host.say(DiagnosticText().string(problem))
        return .output
      }
    }
    return host.print("\(paths.count) files in \(folder)\n") ? .done : .output
  }
}
