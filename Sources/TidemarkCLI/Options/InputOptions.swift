import Diagnostics
import Formats
import Model
import Pipeline
import Text
import ToolReports

/// The options of every command that reads inputs: their format, and the handling of other tools'
/// reports.
struct InputOptions: Sendable {
  /// nil recognizes the format of each input by its content.
  let format: InputFormat?
  private var imports = ImportOptions()
  /// The formats that are recognized.
  private var formats = InputFormats()
  /// The paths of the user's format files.
  let formatFiles: [String]
  let links: LinkOptions
  let diff: DiffOptions
  /// The build service that supplies missing commit, branch and address of a run.
  private(set) var build: BuildService?
  let reportsBroken: Bool
  private let ignored: [Glob]
  /// The inputs that are given with the environment of their tests.
  private let ofEnvironments: [InputEntry]

  /// The description of INPUT in the help of commands.
  static let discussion =
    "INPUT is a file, '-' for standard input, a folder, or a quoted pattern such as "
    + "'**/TEST-*.xml'. Its format is recognized by its content, with or without gzip: "
    + (InputFormat.builtIn.map(\.title) + [
      "a report of many other tools ('tidemark formats' lists them)"
    ]).listed(by: "or")
    + ". FORMAT:INPUT sets the format of one input. Several inputs are merged in the given order. "
    + "Without INPUT, the 'inputs' in tidemark.json are read."

  private static let listWord = "list"
  /// Repeatable, because a file describes one format.
  static let formatFile = OptionSpec(
    name: "format-file", argument: .value("FILE"), isRepeatable: true,
    help: "Read a format of your own from a file, which 'tidemark formats export' shows examples "
      + "of. It is recognized before other formats and replaces one of its name.",
    path: .path)
  /// The fields of tables.
  private static var fields: String {
    TableMapping.ColumnField.allCases.map(\.rawValue).joined(separator: ", ")
  }
  /// The name in settings. The option's name differs between commands.
  private static let formatSetting = "input-format"

  /// - Parameter isForMail: Whether `--from` is the sender; the option of the format then has
  ///   another name.
  init(_ options: inout OptionReader, isForMail: Bool = false) {
    var imports = ImportOptions()
    let files = options.settings(Self.formatFile)
    formatFiles = files.map(\.value)
    formats.own = options.formats(files)
    let formats = self.formats
    let names = ["auto"] + formats.names
    let given = options.word(
      OptionSpec(
        name: isForMail ? Self.formatSetting : "from", argument: .value("FORMAT"),
        help: "Format of all inputs: auto, "
          + InputFormat.builtIn.map(\.name).joined(separator: ", ")
          + ", or one of 'tidemark formats'. 'list' describes them. Default: auto.",
        settingName: (isForMail ? "mail-" : "") + Self.formatSetting,
        suggestions: names + [Self.listWord]),
      among: names + [Self.listWord])
    format = given.flatMap { formats.format(named: $0.value) }
    if let category = options.value(
      OptionSpec(
        name: "category", argument: .value("NAME|RULE"),
        help: "Category of imported messages: a name, or tests, tool, run, suite, rule, file, "
          + "folder, folder:N, level or none. Default: 'Tests' for tests, the tool for findings.",
        suggestions: [
          "tests", "tool", "run", "suite", "rule", "file", "folder", "level", "none",
        ]),
      "it is a name, or folder:N with N from 1 to 64", { CategoryRule($0) })
    {
      imports.category = category.value
    }
    let always = ["failed", "flaky"]
    let extra = ImportOptions.Inclusion.allCases.map(\.rawValue)
    let included = options.settings(
      OptionSpec(
        name: "include", argument: .choices(always + extra + ["all"]),
        help: "Tests and findings that become messages; all others are counted. Failed and flaky "
          + "tests are always messages."))
    for word in included.map(\.value) {
      if word == "all" { imports.included = Set(ImportOptions.Inclusion.allCases) }
      if let inclusion = ImportOptions.Inclusion(rawValue: word) {
        imports.included.insert(inclusion)
      }
    }
    let leastUrgency: Given<Urgency>? = options.choice(
      OptionSpec(
        name: "min-level",
        argument: .choice(
          Urgency.allCases.filter { $0 != .success }.sorted(by: >).map(\.rawValue)),
        help: "Drop findings below this urgency."))
    imports.leastUrgency = leastUrgency?.value
    let severities = options.settings(
      OptionSpec(
        name: "severity", argument: .list("[TOOL:]WORD=URGENCY"), isRepeatable: true,
        help:
          "Urgency for a severity of a tool: note=neutral, eslint:warning=information.")
    )
    for setting in severities where !imports.severities.add(setting.value) {
      options.refuse(setting, "it is written as note=neutral or eslint:warning=information")
    }
    let columns = options.settings(
      OptionSpec(
        name: "map", argument: .list("FIELD=COLUMN"), isRepeatable: true,
        help: "Column of a CSV or TSV table for a field: \(Self.fields). Default: columns with "
          + "common names."))
    for setting in columns where !imports.table.addColumn(setting.value) {
      options.refuse(setting, "it is FIELD=COLUMN, and the fields are \(Self.fields)")
    }
    let words = options.settings(
      OptionSpec(
        name: "map-value", argument: .list("WORD=URGENCY"), isRepeatable: true,
        help: "Urgency for a word in the urgency column of a table: P1=error."))
    for setting in words where !imports.table.addWord(setting.value) {
      options.refuse(setting, "it is written as P1=error or expiring=warning")
    }
    imports.skippedRules = Set(
      options.settings(
        OptionSpec(
          name: "skip-rule", argument: .list("ID"), isRepeatable: true,
          help: "Count the findings of these rules as suppressed.")
      ).map(\.value))
    imports.properties = Set(
      options.settings(
        OptionSpec(
          name: "property", argument: .value("NAME"), isRepeatable: true,
          help: "Show a property of test reports as a fact of the run. Other properties are not "
            + "read, because they may hold secrets.")
      ).map(\.value))
    if let limit = options.bytes(
      OptionSpec(
        name: "details-limit", argument: .value("BYTES"),
        help: "Size limit of a message's details, such as 64k; longer details lose their middle. 0 "
          + "for no limit. Default: \(ImportOptions.usualDetailsLimit)."), from: 0)
    {
      imports.detailsLimit = limit.value
    }
    let status: Given<EndStatus>? = options.choice(
      OptionSpec(
        name: "run-status", argument: .choice(EndStatus.allCases.map(\.rawValue)),
        help: "Status of the run, if the reports do not contain it."))
    imports.runStatus = status?.value.status
    var inputs: [InputEntry] = []
    for setting in options.settings(
      OptionSpec(
        name: "environment", argument: .value("NAME:INPUT"), isRepeatable: true,
        help: "Read an input whose tests ran in the environment NAME: linux:out/linux.xml. A test "
          + "that fails in several environments is one row, with the result in each of them.",
        isSetting: false))
    {
      if let entry = InputEntry(ofEnvironment: setting.value) {
        inputs.append(entry)
      } else {
        options.refuse(setting, "it is written as linux:out/linux.xml")
      }
    }
    ofEnvironments = inputs
    let retries: Given<Retries>? = options.choice(
      OptionSpec(
        name: "retries", argument: .choice(Retries.allCases.map(\.rawValue)),
        help: "by-name: tests with the same name in a report are tries of one test, and the last "
          + "one that ran counts. Default: none."))
    imports.retriesByName = retries?.value == .byName
    imports.isComplete = options.flag(
      OptionSpec(
        name: "complete", argument: .none,
        help:
          "Declare that the inputs cover the whole run: a missing test is removed, and any other "
          + "missing message is fixed instead of 'not checked'."))
    links = LinkOptions(&options)
    diff = DiffOptions(&options)
    imports.readsSource = options.flag(
      OptionSpec(
        name: "read-source", argument: .none,
        help: "Read the lines around each place from the files below --root. The next run uses "
          + "them to find messages again. Links are not followed."))
    imports.goModule = options.text(
      OptionSpec(
        name: "go-module", argument: .value("PATH"),
        help: "Path of the Go module, such as example.org/harbor. It is removed from the paths of "
          + "packages, so that failures have a file."))
    if let window = options.value(
      OptionSpec(
        name: "calendar-window", argument: .value("FROM..TO"),
        help:
          "Shown part of calendars: dates, or distances from now in days, weeks, months or years, "
          + "such as -2w..+6m. Default: -31d..+92d."),
      "it is written as -31d..+92d or 2026-01-01..2026-12-31", { CalendarWindow($0) })
    {
      imports.calendarWindow = window.value
    }
    imports.milestones = Set(
      options.settings(
        OptionSpec(
          name: "milestones", argument: .list("CATEGORY"), isRepeatable: true,
          help: "Show the events of calendars in these categories as milestones.")
      ).map { $0.value.lowercased() })
    let broken: Given<BrokenInputs>? = options.choice(
      OptionSpec(
        name: "broken", argument: .choice(BrokenInputs.allCases.map(\.rawValue)),
        help: "Handling of an unreadable input: refuse the call, or report it as an error of a "
          + "failed run. Default: refuse. JUnit XML that ends in the middle is read up to there, "
          + "except with an explicit 'refuse'; the run is then not completed."))
    reportsBroken = broken?.value == .report
    imports.readsTruncated = broken?.value != .refuse
    ignored = options.settings(
      OptionSpec(
        name: "ignore", argument: .value("PATTERN"), isRepeatable: true,
        help: "Ignore matching files, such as 'package-lock.json' or 'build/tmp/**'. Without this "
          + "option, an unread file that may be a report makes the report not green.")
    ).flatMap { Self.globs($0.value) }
    self.imports = imports
  }

  /// The patterns of ignored files: a name anywhere, a path from the start or below any folder, and
  /// the contents of a matching folder.
  private static func globs(_ pattern: String) -> [Glob] {
    var pattern = Substring(pattern)
    if pattern.hasPrefix("./") { pattern = pattern.dropFirst(2) }
    let isFolder = pattern.hasSuffix("/")
    let whole = isFolder ? pattern + "**" : pattern
    return [Glob(String(whole)), Glob("**/" + whole), Glob("**/" + whole + "/**")]
  }

  private enum EndStatus: String, CaseIterable {
    case completed, failed, canceled

    var status: Dataset.Run.Status? { Dataset.Run.Status(rawValue: rawValue) }
  }

  private enum Retries: String, CaseIterable {
    case none
    case byName = "by-name"
  }

  private enum BrokenInputs: String, CaseIterable { case refuse, report }

  /// Adds paths, links and secrets from the environment; logs wrong usage.
  func resolved(for call: CommandCall, _ log: inout DiagnosticLog) -> InputOptions {
    var resolved = self
    resolved.build = links.apply(to: &resolved.imports, call.host, &log)
    resolved.imports.changedLines = diff.read(
      besides: call.operands + ofEnvironments.map(\.path), &log)
    return resolved
  }

  /// The files and lines of the diff; nil without one.
  var changedSources: SourceDiff? {
    imports.changedLines.map { SourceDiff(paths: $0.paths, lines: $0.files) }
  }

  /// The paths of a call that may be standard input.
  func streams(_ call: CommandCall) -> [String] {
    call.operands + ofEnvironments.map(\.path) + (diff.isStream ? ["-"] : [])
  }

  /// Hides secrets.
  var redactor: Redactor { imports.redactor }

  // MARK: Inputs

  /// Whether the option of the format has the value `list`.
  static func asksForList(_ arguments: Arguments, among options: [OptionSpec]) -> Bool {
    options.contains { option in
      option.settingName?.hasSuffix(formatSetting) == true
        && arguments.settings(of: option).last?.value == listWord
    }
  }

  /// Whether a command with these options reads inputs.
  static func isTaken(by options: [OptionSpec]) -> Bool {
    options.contains { $0.settingName?.hasSuffix(formatSetting) == true }
  }

  /// The operands of a call, else the inputs of the settings file.
  func operands(_ call: CommandCall) -> [InputOperand] {
    let given = call.operands.map { InputEntry($0) } + ofEnvironments
    return (given.isEmpty ? call.inputs : given).map(operand)
  }

  func operand(_ entry: InputEntry) -> InputOperand {
    var operand = InputOperand(entry.path)
    (operand.base, operand.location) = (entry.base, entry.location)
    let named = entry.formatName.flatMap { formats.format(named: $0) }
    if let name = entry.formatName, named == nil { operand.text = name + ":" + entry.path }
    operand.format = named ?? format
    operand.ignored = ignored
    operand.options = imports
    operand.formats = formats
    if let category = entry.category { operand.options.category = category }
    operand.options.environment = entry.environment
    if let root = entry.root {
      operand.options.paths.setRoots(LinkOptions.roots([root]))
      operand.options.readsOwners = true
    }
    return operand
  }

  /// The inputs of a baseline. The format is recognized, or given as a prefix: `junit:last.xml`.
  func baseline(_ path: String, isOptional: Bool) -> ReportRequest.Baseline {
    var operand = InputOperand(path)
    operand.options = imports
    operand.formats = formats
    operand.ignored = ignored
    operand.options.runStatus = nil
    operand.options.changedLines = nil
    operand.options.readsTruncated = false
    let found = InputOperand.find([operand])
    var baseline = ReportRequest.Baseline(path, found.inputs, isOptional: isOptional)
    baseline.notes = found.notes
    return baseline
  }
}
