import Diagnostics
import Formats
import Rendering

/// `formats`: lists the formats of inputs, or exports format files as starting points.
struct FormatsCommand: Command {
  let diagnostics: DiagnosticOptions
  private let formats: InputFormats

  static let about = CommandHelp(
    name: "formats", summary: "Lists the formats of inputs, or exports format files",
    operands: "[export NAME… DIR]",
    discussion: "Without operands, lists the formats with their names for FORMAT:FILE, and the "
      + "command of each tool. Most formats are described by format files. '--format-file' adds "
      + "yours to the list. 'export' writes format files of the program to a folder. Change a copy, "
      + "and read reports by it with 'tidemark render --format-file FILE'. 'tidemark check FILE' "
      + "compares its examples with their findings.",
    examples: [
      ("tidemark formats", "Lists the formats."),
      ("tidemark formats export bandit formats", "Writes formats/bandit.json5."),
    ], words: [["export"], InputFormat.namesOfFiles])

  init(_ options: inout OptionReader) {
    var formats = InputFormats()
    formats.own = options.formats(options.settings(InputOptions.formatFile))
    self.formats = formats
    diagnostics = DiagnosticOptions(&options, hasQuiet: false)
  }

  func run(_ call: CommandCall) throws(UsageError) -> ExitStatus {
    let operands = call.operands
    guard let verb = operands.first else {
      return list({ Self.listing(of: $0) }, call.log.diagnostics, call.host)
    }
    guard verb == "export" else {
      let nearest = Suggestion.nearest(to: verb, among: ["export"])
      throw .unknownCommand(
        "formats \(verb)", nearest: nearest.map { "formats \($0)" },
        help: "'tidemark formats' lists the formats")
    }
    guard operands.count >= 3, let folder = operands.last else {
      throw .missingOperand(operands.count == 1 ? "NAME" : "DIR")
    }
    var files: [(path: String, text: String)] = []
    for name in operands.dropFirst().dropLast() {
      guard let text = InputFormat.formatFile(named: name) else {
        throw .unknownEntry(
          noun: "format", name: name, choices: InputFormat.namesOfFiles,
          nearest: Suggestion.nearest(to: name, among: InputFormat.namesOfFiles))
      }
      files.append((name + ".json5", text))
    }
    return CatalogCommand.export(
      files, to: folder, call.host, DiagnosticReporter(diagnostics, call.host))
  }

  /// Prints the formats; reports the problems of format files and settings.
  func list(
    _ text: (InputFormats) -> String, _ problems: [Diagnostic], _ host: ProcessEnvironment
  ) -> ExitStatus {
    var log = DiagnosticLog()
    log.add(contentsOf: problems)
    guard host.print(text(formats)) else { return .output }
    return log.hasErrors ? DiagnosticReporter(diagnostics, host).end(log, .usage) : .done
  }

  /// The name and the title of each format; below them its kind of file and its command, or the
  /// signs that it is recognized by.
  private static func listing(of formats: InputFormats) -> String {
    let all = formats.all
    let width = (all.map(\.name.count).max() ?? 0) + 2
    let margin = String(repeating: " ", count: width)
    return all.map { format in
      let gap = String(repeating: " ", count: width - format.name.count)
      var second = format.kind.map { kind in
        format.command.map { "\(kind): \($0)" } ?? kind
      }
      second = second ?? format.evidence
      return format.name + gap + format.title + "\n" + margin + (second ?? "") + "\n"
    }.joined()
  }
}
