import Basics
import Composing
import Diagnostics
import Importing
import Pipeline
import Rendering

/// `render`: a dataset becomes reports.
enum RenderCommand {
  static let spec = CommandSpec(
    name: "render", summary: "Renders a dataset to a page, a mail, Markdown or text",
    operands: "INPUT…",
    discussion: "INPUT is \(Words.list(InputFormat.all.map(\.title), "or")); '-' is standard input. Several are merged "
      + "in the order given. One target goes to standard output unless -o names a file or a "
      + "folder; several need a folder, where they become "
      + "\(Words.list(OutputFormat.all.map(\.fileName))). 'mail' is the HTML body of a mail.",
    options: [
      OptionSpec(
        name: "to", argument: .choices(OutputFormat.all.map(\.name)),
        help:
          "The targets to render. Default: what the output's ending says (\(endings)), else "
          + "\(OutputFormat.page.name)."),
      OptionSpec(
        name: "output", short: "o", argument: .value("PATH"),
        help: "The file or folder to write; '-' is standard output.", path: .path),
      OptionSpec(
        name: "width", argument: .value("compact|regular|PX"),
        help:
          "How wide the reader of a mail, Markdown or text is: previews show two objects on compact "
          + "(under 600 px), four on regular. Default: regular."),
      OptionSpec(
        name: "columns", argument: .value("N"), help: "The length of a line of text. Default: 72."),
      OptionSpec(
        name: "budget", argument: .value("BYTES"),
        help: "The most that \(Words.list(OutputFormat.limited.map(\.title), "or")) may take: the "
          + "least urgent messages give way to 'and N more'. Default: \(budgets)."),
      OptionSpec(name: "ascii", argument: .none, help: "Draw text with ASCII signs alone."),
      SharedOptions.template, SharedOptions.theme, SharedOptions.now, SharedOptions.timeZone,
      SharedOptions.locale, SharedOptions.sort, SharedOptions.filter, SharedOptions.baseline,
      SharedOptions.baselineOptional, SharedOptions.missing,
      SiteOptions.site, SiteOptions.project, SiteOptions.run, SharedOptions.noSettings,
      SharedOptions.strict,
      SharedOptions.failOn,
      SharedOptions.format, SharedOptions.quiet,
      SharedOptions.color,
    ],
    examples: [
      ("tidemark render nightly.json -o nightly.html", "One page that opens from disk."),
      (
        "tidemark render nightly.json --to markdown >> \"$GITHUB_STEP_SUMMARY\"",
        "The summary of a job."
      ),
      (
        "tidemark render nightly.json --to mail --theme plain > body.html",
        "The HTML body of a mail that something else sends."
      ),
      (
        "tidemark render tests.json lint.json --to page,markdown,text -o report/",
        "Two inputs merged, three reports in a folder."
      ),
      (
        "tidemark render nightly.json --baseline last.json --fail-on new-error",
        "Says what has changed, and fails on what is new only."
      ),
    ])

  private static let endings = OutputFormat.all.compactMap(\.endings.first).map { "." + $0 }
    .joined(separator: ", ")
  private static let budgets = OutputFormat.limited.map { format in
    "\(format.defaultBudget.map(String.init) ?? "none") for \(format.title)"
  }.joined(separator: ", ")

  static func run(_ arguments: Arguments, _ host: ProcessEnvironment) -> ExitStatus {
    var arguments = arguments
    var log = DiagnosticLog()
    log.add(contentsOf: Settings.complete(&arguments, with: spec.options, host: host))
    let reporter = DiagnosticReporter(arguments, host)
    let plan = RenderPlan(arguments, host)
    log.add(contentsOf: plan.problems)
    let isUsable = log.errorCount == 0
    log.add(contentsOf: plan.loader.problems)
    guard isUsable else { return reporter.end(log, .usage) }

    let progress = ProgressLine(host, isQuiet: arguments.flag("quiet"))
    defer { progress.clear() }
    var request = plan.source.request
    request.presentation = plan.options
    let pipeline = ReportPipeline(request, in: PipelineEnvironment(host))
    do throws(ReportPipeline.Failure) {
      let report = try pipeline.report(&log) { progress.say($0.rawValue) }
      let job = RenderJob(
        renderer: pipeline.renderer(of: report), formats: plan.formats,
        strictness: request.strictness)
      let outcome = job.run(to: plan.destination, host: host, progress: progress, log: &log)
      progress.clear()
      guard outcome == .done else { return reporter.end(log, outcome) }
      return reporter.end(log, of: report, failOn: plan.source.failOn)
    } catch {
      return reporter.end(log, ExitStatus(error))
    }
  }
}
