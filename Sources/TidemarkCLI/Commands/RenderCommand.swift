import Composing
import Diagnostics
import Files
import Pipeline
import Rendering

/// `render`: renders a dataset to reports.
struct RenderCommand: Command {
  let formats: [Given<OutputFormat>]
  let output: Setting?
  /// The folder of the page's style and script, as seen from the page.
  let assets: String?
  let opens: Bool
  let watches: Bool
  let columns: Int?
  let budget: Given<Int>?
  /// The options of all targets, without those that depend on the destination.
  let presentation: RenderOptions
  let input: InputOptions
  let dataset: DatasetOptions
  let comparison: ComparisonOptions
  let site: SiteOptions
  let outcome: OutcomeOptions

  static let about = CommandHelp(
    name: "render", summary: "Renders a dataset to a page, a mail, Markdown or text",
    operands: "INPUT…",
    discussion: InputOptions.discussion + "\n\nOne target is written to standard output unless -o "
      + "names a file or a folder. Several targets need a folder; their files are "
      + "\(OutputFormat.all.map(\.fileName).listed()). 'mail' is the HTML body of a mail; 'slack' "
      + "and 'teams' are messages for a webhook; 'sarif', 'codequality' and 'csv' have the "
      + "messages for other programs; 'junit' and 'ctrf' list all tests and findings, and "
      + "'openmetrics' has the numbers.",
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
        "tidemark render build/test-results/ -o nightly.sarif",
        "Writes the messages for a code host."
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

  private static let endings = OutputNames.endings
  private static var budgets: String {
    OutputFormat.limited.map { format in
      "\(format.defaultBudget.map(String.init) ?? "none") for \(format.title)"
    }.joined(separator: ", ")
  }

  init(_ options: inout OptionReader) {
    formats = options.settings(
      OptionSpec(
        name: "to", argument: .choices(OutputFormat.all.map(\.name)),
        help: "Targets to render. Default: by the output's file name extension "
          + "(\(Self.endings)), else \(OutputFormat.page.name); without --output on a terminal "
          + "\(OutputFormat.text.name).",
        otherNames: OutputNames.targets,
        remedies: OutputNames.foreign.mapValues(\.help))
    ).compactMap { setting in
      OutputFormat(named: setting.value).map { Given(value: $0, setting: setting) }
    }
    output = options.setting(
      OptionSpec(
        name: "output", short: "o", argument: .value("PATH"),
        help: "File or folder to write; '-' is standard output.", path: .path,
        givenTwiceHelp:
          "several targets go to one folder: '--to page,markdown -o report/'; or call it twice"))
    assets =
      options.value(
        OptionSpec(
          name: "assets", argument: .value("FOLDER"),
          help: "Write style and script of the page to files in this folder, which the page links. "
            + "It is a path from the page, such as 'assets'. For servers whose policy allows only "
            + "linked styles, such as Jenkins.", isSetting: false),
        "it is a path from the page, such as 'assets'"
      ) { $0.isEmpty || $0.hasPrefix("/") ? nil : $0 }?.value
    opens = options.opens("Open the written page")
    watches = options.flag(
      OptionSpec(
        name: "watch", argument: .none,
        help: "Render again after each change of an input, a format file, the template, the theme "
          + "or the settings, until Ctrl-C.", isSetting: false))
    var presentation = RenderOptions()
    options.readScreenWidth(
      "Width of the reader's screen for a mail, Markdown or text", of: &presentation)
    let possible = RenderOptions.possibleColumns
    columns =
      options.value(
        OptionSpec(
          name: "columns", argument: .value("N"),
          help: "Length of the lines of text. Default: \(RenderOptions().columns)."),
        "it is a number from \(possible.lowerBound) to \(possible.upperBound)"
      ) { Int($0).flatMap { possible.contains($0) ? $0 : nil } }?.value
    budget = options.bytes(
      OptionSpec(
        name: "budget", argument: .value("BYTES"),
        help:
          "Size limit of \(OutputFormat.limited.map(\.title).listed(by: "or")), such as 64k: the "
          + "least urgent messages are replaced by 'and N more'. Default: "
          + "\(Self.budgets)."), from: 1_000)
    presentation.budget = budget?.value
    presentation.isAscii = options.usesASCII()
    presentation.hasEverythingInline = options.hasEverythingInline()
    self.presentation = presentation
    input = InputOptions(&options)
    dataset = DatasetOptions(&options)
    comparison = ComparisonOptions(&options)
    site = SiteOptions(asking: &options)
    outcome = OutcomeOptions(&options)
  }

  func run(_ call: CommandCall) throws(UsageError) -> ExitStatus {
    watches ? try watch(call) : render(call)
  }

  func render(_ call: CommandCall) -> ExitStatus {
    var log = call.log
    let host = call.host
    let reporter = DiagnosticReporter(outcome, host)
    var formats: [OutputFormat] = []
    for format in self.formats.map(\.value) where !formats.contains(format) {
      formats.append(format)
    }
    if formats.isEmpty {
      let format = output.flatMap { OutputFormat(writtenTo: $0.value) }
      if format == nil, let output { log.add(contentsOf: OutputNames.unknownEnding(output)) }
      formats = [format ?? (output == nil && host.outputIsTerminal && !opens ? .text : .page)]
    }
    let loader = AssetLoader(template: dataset.template, theme: dataset.theme, formats: formats)
    var request = ReportRequest(
      dataset, input, comparison, site, outcome, call, loader, &log)
    request.keepTests(for: formats)
    var destination = Destination.standardOutput
    do throws(UsageError) {
      destination = try Destination(output?.value, formats: formats)
      for path in formats.compactMap(destination.path(of:)) { try request.keep(path) }
      if let output {
        log.add(contentsOf: OutputNames.folderNamedAsFile(output, destination, formats))
      }
      if opens, destination.path(of: .page) == nil || !formats.contains(.page) {
        throw .missingOption("-o", help: "'--open' opens a page that is written: -o report.html")
      }
      if assets != nil, destination.path(of: .page) == nil || !formats.contains(.page) {
        throw .missingOption("-o", help: "'--assets' is for a page that is written: -o report.html")
      }
    } catch {
      log.add(error.diagnostic(about: self.formats.last?.setting))
    }
    // A setting applies to any target; an option on the command line is meant for this target.
    if budget?.setting.origin == .commandLine,
      !formats.contains(where: OutputFormat.limited.contains)
    {
      log.add(
        Diagnostic(
          .note, "unused-budget", "'--budget' changes nothing here",
          help: ["it is for \(OutputFormat.limited.map(\.title).listed())"]))
    }
    if let template = dataset.template, template.origin == .commandLine,
      !formats.contains(where: \.usesTemplate), !loader.folders.isEmpty, !loader.hasStrings
    {
      log.add(
        Diagnostic(
          .warning, "unused-template", "'--template' changes nothing here",
          at: template.location,
          help: [
            "\(formats.map(\.title).listed()) shows only the strings of a template; templates are "
              + "for \(OutputFormat.all.filter(\.usesTemplate).map(\.title).listed())"
          ]))
    }
    request.presentation = presentation(to: destination, host)
    let isUsable = log.errorCount == 0
    log.add(contentsOf: loader.problems)
    guard isUsable else { return reporter.end(log, .usage) }

    let pipeline = ReportPipeline(request, in: PipelineEnvironment(host))
    do throws(ReportPipeline.Failure) {
      let report = try pipeline.report(&log) { host.progress?.say($0.rawValue) }
      let job = RenderJob(
        renderer: pipeline.renderer(of: report), formats: formats, strictness: request.strictness,
        assets: assets, isVerbose: outcome.diagnostics.isVerbose)
      let status = job.run(to: destination, host: host, log: &log)
      guard status == .done else { return reporter.end(log, status) }
      let paths = formats.compactMap(destination.path(of:))
      if opens, let page = destination.path(of: .page) { Opener(host).open(page, &log) }
      return reporter.end(
        log, of: report, failOn: outcome.failOn?.value,
        paths.isEmpty ? nil : Success(places: paths, counts: report.successCounts))
    } catch {
      return reporter.end(log, ExitStatus(error))
    }
  }

  private func presentation(
    to destination: Destination, _ host: ProcessEnvironment
  ) -> RenderOptions {
    var options = presentation
    if let columns {
      options.columns = columns
    } else if destination == .standardOutput, host.outputIsTerminal,
      let width = SystemInfo.columns(of: host.standardOutput)
    {
      // A narrower terminal would break lines within words.
      options.columns = min(
        options.columns, max(width - 1, RenderOptions.possibleColumns.lowerBound))
    }
    options.attachedFiles = destination.attachedFiles
    let color = outcome.diagnostics.color
    options.usesColor =
      destination == .standardOutput
      ? host.usesColor(color, onTerminal: host.outputIsTerminal) : color == .always
    return options
  }
}

extension OptionReader {
  /// Reads the width of the reader's screen (`--width`); `subject` begins the help.
  mutating func readScreenWidth(_ subject: String, of presentation: inout RenderOptions) {
    let given = value(
      OptionSpec(
        name: "width", argument: .value("compact|regular|PX"),
        help: "\(subject): previews show two objects on compact (under "
          + "\(ScreenWidth.leastRegular) px), four on regular. Default: "
          + "\(RenderOptions().screenWidth.rawValue).",
        suggestions: ["compact", "regular"]),
      "it is compact, regular or a number of pixels", ScreenWidth.init(parsing:))
    presentation.screenWidth = given?.value ?? presentation.screenWidth
  }

  /// Reads whether a page has all messages as HTML.
  mutating func hasEverythingInline() -> Bool {
    flag(
      OptionSpec(
        name: "everything-inline", argument: .none,
        help: "Write all messages of a page as HTML, which needs no script. Without this option, "
          + "the messages after the first thousand are compressed."))
  }

  mutating func usesASCII() -> Bool {
    flag(OptionSpec(name: "ascii", argument: .none, help: "Use ASCII symbols in text output."))
  }
}
