import Basics
import Composing
import Diagnostics
import Importing
import Pipeline
import Rendering

/// `render`: renders a dataset to reports.
struct RenderCommand: Command {
  let formats: [Given<OutputFormat>]
  let output: Setting?
  let screenWidth: ScreenWidth
  let columns: Int?
  let budget: Given<Int>?
  let usesASCII: Bool
  let input: InputOptions
  let dataset: DatasetOptions
  let comparison: ComparisonOptions
  let site: SiteOptions
  let outcome: OutcomeOptions

  static let about = CommandHelp(
    name: "render", summary: "Renders a dataset to a page, a mail, Markdown or text",
    operands: "INPUT…",
    discussion: InputOptions.discussion + "\n\nOne target is written to standard output unless "
      + "-o names a file or a folder. Several targets need a folder; their files "
      + "are called \(OutputFormat.all.map(\.fileName).listed()). 'mail' is the HTML body of a "
      + "mail.",
    examples: [
      ("tidemark render nightly.json -o nightly.html", "Writes a page that opens from disk."),
      (
        "tidemark render nightly.json --to markdown >> \"$GITHUB_STEP_SUMMARY\"",
        "Adds to the summary of a job."
      ),
      (
        "tidemark render nightly.json --to mail --theme plain > body.html",
        "Writes the HTML body of a mail that another program sends."
      ),
      (
        "tidemark render build/test-results/ eslint.sarif --to page,text -o report/",
        "Merges the reports of a folder and one more, and writes two to a folder."
      ),
      (
        "tidemark render nightly.json --baseline last.json --fail-on new-error",
        "Shows what has changed, and fails only on new errors."
      ),
    ])

  private static let endings = OutputFormat.all.compactMap(\.endings.first).map { "." + $0 }
    .joined(separator: ", ")

  init(_ options: inout OptionReader) {
    formats = options.settings(
      OptionSpec(
        name: "to", argument: .choices(OutputFormat.all.map(\.name)),
        help: "Targets to render. Default: by the output's file name extension "
          + "(\(Self.endings)), else \(OutputFormat.page.name).")
    ).compactMap { setting in
      OutputFormat(named: setting.value).map { Given(value: $0, setting: setting) }
    }
    output = options.setting(
      OptionSpec(
        name: "output", short: "o", argument: .value("PATH"),
        help: "File or folder to write; '-' is standard output.", path: .path))
    screenWidth = options.screenWidth("Width of the reader's screen for a mail, Markdown or text")
    let possible = RenderOptions.possibleColumns
    columns =
      options.value(
        OptionSpec(
          name: "columns", argument: .value("N"),
          help: "Length of the lines of text. Default: \(RenderOptions.usualColumns)."),
        "it is a number from \(possible.lowerBound) to \(possible.upperBound)"
      ) { Int($0).flatMap { possible.contains($0) ? $0 : nil } }?.value
    let budgets = OutputFormat.limited.map { format in
      "\(format.defaultBudget.map(String.init) ?? "none") for \(format.title)"
    }
    budget = options.number(
      OptionSpec(
        name: "budget", argument: .value("BYTES"),
        help:
          "Size limit of \(OutputFormat.limited.map(\.title).listed(by: "or")): the least urgent "
          + "messages are replaced by 'and N more'. Default: "
          + "\(budgets.joined(separator: ", "))."), from: 1_000)
    usesASCII = options.usesASCII()
    input = InputOptions(&options)
    dataset = DatasetOptions(&options)
    comparison = ComparisonOptions(&options)
    site = SiteOptions(asking: &options)
    outcome = OutcomeOptions(&options)
  }

  func run(_ call: CommandCall) -> ExitStatus {
    var log = call.log
    let host = call.host
    let reporter = DiagnosticReporter(outcome, host)
    var formats: [OutputFormat] = []
    for format in self.formats.map(\.value) where !formats.contains(format) {
      formats.append(format)
    }
    if formats.isEmpty {
      let format = output.flatMap { OutputFormat(writtenTo: $0.value) }
      if format == nil, let output { log.add(contentsOf: unknownEnding(output)) }
      formats = [format ?? .page]
    }
    let loader = AssetLoader(template: dataset.template, theme: dataset.theme, formats: formats)
    var request = ReportRequest(
      dataset, input, comparison, site, outcome, call, loader, &log)
    var destination = Destination.standardOutput
    do throws(UsageError) {
      destination = try Destination(output?.value, formats: formats)
      for path in formats.compactMap(destination.path(of:)) { try request.keep(path) }
    } catch {
      log.add(error.diagnostic(about: self.formats.last?.setting))
    }
    // A setting is meant for any target; an option on the command line is meant for this one.
    if budget?.setting.origin == .commandLine,
      !formats.contains(where: OutputFormat.limited.contains)
    {
      log.add(
        Diagnostic(
          .note, "unused-budget", "'--budget' changes nothing here",
          help: ["it is for \(OutputFormat.limited.map(\.title).listed())"]))
    }
    request.presentation = presentation(to: destination, host)
    let isUsable = log.errorCount == 0
    log.add(contentsOf: loader.problems)
    guard isUsable else { return reporter.end(log, .usage) }

    let progress = ProgressLine(host, isQuiet: outcome.diagnostics.isQuiet)
    defer { progress.clear() }
    let pipeline = ReportPipeline(request, in: PipelineEnvironment(host))
    do throws(ReportPipeline.Failure) {
      let report = try pipeline.report(&log) { progress.say($0.rawValue) }
      let job = RenderJob(
        renderer: pipeline.renderer(of: report), formats: formats, strictness: request.strictness)
      let status = job.run(to: destination, host: host, progress: progress, log: &log)
      progress.clear()
      guard status == .done else { return reporter.end(log, status) }
      return reporter.end(log, of: report, failOn: outcome.failOn?.value)
    } catch {
      return reporter.end(log, ExitStatus(error))
    }
  }

  /// The warning of a file whose name ends as that of no target.
  private func unknownEnding(_ output: Setting) -> [Diagnostic] {
    guard let name = output.value.split(separator: "/", omittingEmptySubsequences: false).last,
      let dot = name.lastIndex(of: "."), dot > name.startIndex, !Folder.exists(output.value)
    else { return [] }
    return [
      Diagnostic(
        .warning, "unknown-ending",
        "'\(VisibleText.of(String(name)))' is written as a page, in HTML",
        at: output.location,
        help: ["'--to' names the target; known endings: \(Self.endings)"])
    ]
  }

  private func presentation(
    to destination: Destination, _ host: ProcessEnvironment
  ) -> RenderOptions {
    var options = RenderOptions()
    options.screenWidth = screenWidth
    if let columns { options.columns = columns }
    options.budget = budget?.value
    options.isAscii = usesASCII
    options.attachedFiles = destination.attachedFiles
    let color = outcome.diagnostics.color
    options.usesColor =
      destination == .standardOutput
      ? host.usesColor(color, onTerminal: host.outputIsTerminal) : color == .always
    return options
  }
}

extension OptionReader {
  /// The width of the reader's screen (`--width`); `subject` begins the help.
  mutating func screenWidth(_ subject: String) -> ScreenWidth {
    value(
      OptionSpec(
        name: "width", argument: .value("compact|regular|PX"),
        help: "\(subject): previews show two objects on compact (under "
          + "\(ScreenWidth.leastRegular) px), four on regular. Default: regular."),
      "it is compact, regular or a number of pixels", ScreenWidth.init(parsing:))?.value ?? .regular
  }

  mutating func usesASCII() -> Bool {
    flag(OptionSpec(name: "ascii", argument: .none, help: "Use ASCII symbols in text output."))
  }
}
