import Diagnostics
import JSON
import Text

/// `settings`: shows the current settings with their origin.
struct SettingsCommand: Command {
  let isJSON: Bool
  let showsSchema: Bool
  let diagnostics: DiagnosticOptions

  static let about = CommandHelp(
    name: "settings", summary: "Shows the current settings with their origin", operands: "",
    discussion:
      "You can set an option in three places. The command line has precedence over the "
      + "environment, and the environment over the settings file. An option 'time-zone' is called "
      + "timeZone in the file and TIDEMARK_TIME_ZONE in the environment; an empty value unsets a "
      + "setting.\n\n--config or TIDEMARK_CONFIG names the settings file. Otherwise it is "
      + "tidemark.json in the working folder, else in the nearest folder above it up to the one "
      + "that holds '.git'. Outside of a repository, folders above the working folder are ignored, "
      + "because anyone may write there. Paths in the file are relative to it and stay below its "
      + "folder.",
    examples: [
      ("tidemark settings", "Lists all settings, with file and line or the variable."),
      ("tidemark settings --json", "Writes the same for another program."),
      (
        "tidemark settings --schema > tidemark.schema.json",
        "Writes the JSON schema of the settings file for editors."
      ),
    ])

  init(_ options: inout OptionReader) {
    isJSON = options.flag(
      OptionSpec(
        name: "json", argument: .none, help: "Write the settings as JSON.", isSetting: false))
    showsSchema = options.flag(
      OptionSpec(
        name: "schema", argument: .none,
        help: "Write the JSON schema of the settings file instead.", isSetting: false))
    _ = Settings.declare(&options)
    diagnostics = DiagnosticOptions(&options)
  }

  func run(_ call: CommandCall) throws(UsageError) -> ExitStatus {
    if let extra = call.operands.first { throw .unexpectedOperand(extra) }
    if isJSON, showsSchema { throw .together("--json", "--schema") }
    let reporter = DiagnosticReporter(diagnostics, call.host)
    if showsSchema {
      return call.host.print(SettingsSchema.text(of: Program.commands))
        ? reporter.end(DiagnosticLog(), .done) : .output
    }
    var log = DiagnosticLog()
    log.addOnce(call.log.diagnostics.filter { $0.id != "settings-in-force" })
    let rows = rows(call.host, &log)
    let text = isJSON ? Self.json(rows, call.host) : Self.text(rows, call.host)
    guard call.host.print(text) else { return .output }
    return reporter.end(log, log.errorCount > 0 ? .usage : .done)
  }

  /// A setting with all its values.
  private struct Row {
    var key: String
    /// nil for the inputs.
    var option: OptionSpec?
    var values: [String]
    var origin: Setting.Origin
    var commands: [String]
  }

  /// The settings of all commands, by key.
  private func rows(_ host: ProcessEnvironment, _ log: inout DiagnosticLog) -> [Row] {
    var rows: [String: Row] = [:]
    func add(_ command: String, _ row: Row) {
      rows[row.key, default: row].commands.append(command)
    }
    for command in Program.commands where !command.options.isEmpty {
      // The settings file of this command.
      let (option, value) =
        host.settingsInForce.map { (Settings.config, $0) } ?? (Settings.noSettings, "true")
      var arguments = Arguments()
      arguments.settings[option.name] = [
        Setting(option: option.name, value: value, origin: .commandLine)
      ]
      var host = host
      let found = Settings.complete(&arguments, with: command.options, &host)
      log.addOnce(found.filter { $0.id != "settings-in-force" })
      for option in command.options where option.isSetting {
        let values = arguments.settings(of: option)
        guard let first = values.first, first.origin != .commandLine else { continue }
        add(
          command.name,
          Row(
            key: option.key, option: option, values: values.map(\.value), origin: first.origin,
            commands: []))
      }
      guard let first = arguments.inputs.first, let location = first.location else { continue }
      add(
        command.name,
        Row(
          key: SettingsFile.inputsKey, values: arguments.inputs.map { $0.base + $0.path },
          origin: .file(location, key: SettingsFile.inputsKey), commands: []))
    }
    return rows.values.sorted { $0.key < $1.key }
  }

  private static func text(_ rows: [Row], _ host: ProcessEnvironment) -> String {
    var text = "Settings file: \(host.settingsInForce.map { VisibleText.of($0) } ?? "none")\n"
    if rows.isEmpty {
      return text
        + "Nothing is set: every option has its default, as 'tidemark help COMMAND' says.\n"
    }
    let cells = rows.map { row in
      [row.key, VisibleText.of(row.values.joined(separator: ", ")), place(row.origin)]
    }
    let widths = (0...1).map { column in
      cells.map { TextWidth.columns(of: $0[column]) }.max() ?? 0
    }
    text += "\n"
    for row in cells {
      for (cell, width) in zip(row, widths) {
        text += cell + String(repeating: " ", count: width - TextWidth.columns(of: cell) + 2)
      }
      text += row[2] + "\n"
    }
    return text
  }

  private static func place(_ origin: Setting.Origin) -> String {
    switch origin {
    case .commandLine: "command line"
    case .environment(let variable): variable
    case .file(let location, _): VisibleText.of(location.description)
    }
  }

  private static func json(_ rows: [Row], _ host: ProcessEnvironment) -> String {
    var writer = JSONWriter(indent: 2)
    writer.object { writer in
      writer.member("version", 1)
      writer.member("file", host.settingsInForce)
      writer.key("settings")
      writer.array { writer in
        for row in rows {
          writer.object { writer in
            writer.member("key", row.key)
            writer.member("option", row.option.map { "--" + $0.name })
            writer.member("variable", row.option?.variable)
            writer.key("values")
            writer.array { writer in for value in row.values { writer.value(value) } }
            write(row.origin, &writer)
            writer.key("commands")
            writer.array { writer in for command in row.commands { writer.value(command) } }
          }
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  private static func write(_ origin: Setting.Origin, _ writer: inout JSONWriter) {
    writer.key("from")
    writer.object { writer in
      switch origin {
      case .commandLine: break
      case .environment(let variable): writer.member("variable", variable)
      case .file(let location, _):
        writer.member("file", location.file)
        writer.member("line", location.line)
        writer.member("column", location.column)
      }
    }
  }
}
