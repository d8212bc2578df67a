import Checking
import Composing
import Diagnostics
import Pipeline
import Rendering
import Text

/// `check`: finds problems in inputs, settings, template and theme.
struct CheckCommand: Command {
  let skipped: [Setting]
  private let targets: [OutputFormat]
  let input: InputOptions
  let dataset: DatasetOptions
  let outcome: OutcomeOptions

  static let about = CommandHelp(
    name: "check", summary: "Checks datasets, templates, themes and settings",
    operands: "[INPUT…]",
    discussion:
      "INPUT is as for 'render', or a format file.\n\nChecks inputs, template, theme, known issues and the "
      + "settings of all commands. It makes a report in every target, or in those of '--to', and "
      + "writes none. For a template, notes list the components that each target shows. It also "
      + "checks datasets against guidelines for their author; '--skip list' lists them. The "
      + "examples of format files must lead to the findings that they list. Findings "
      + "go to standard output.\n\nExit status: 0 no findings; 1 warnings: reports can be made and "
      + "could be better; 2 wrong usage or settings; 3 errors in an input or a template. Notes do "
      + "not count. '--strict' shows warnings as errors, with the same exit status.",
    examples: [
      ("tidemark check nightly.json", "Checks a dataset, and the settings in tidemark.json."),
      (
        "tidemark check --template Templates/mine/ --theme Themes/mine/",
        "Checks a template and a theme with a sample dataset."
      ),
      (
        "tidemark check nightly.json --format sarif > check.sarif",
        "Writes the findings for a code host."
      ),
      (
        "tidemark check nightly.json --skip missing-place,long-title",
        "Skips two rules."
      ),
      (
        "tidemark check --template Templates/mine/ --to markdown",
        "Checks a template that is for Markdown alone."
      ),
    ])

  private static let listWord = "list"

  init(_ options: inout OptionReader) {
    skipped = options.settings(
      OptionSpec(
        name: "skip", argument: .list("RULE"), isRepeatable: true,
        help:
          "Skip the warnings of these rules. A rule's id is in brackets after each warning. 'list' "
          + "lists the guidelines.", settingName: "check-skip"))
    let given = options.settings(
      OptionSpec(
        name: "to", argument: .choices(OutputFormat.all.map(\.name)),
        help: "Targets to check. Default: all.", isSetting: false, otherNames: OutputNames.targets)
    ).compactMap { OutputFormat(named: $0.value) }
    targets = given.isEmpty ? OutputFormat.all : OutputFormat.all.filter(given.contains)
    input = InputOptions(&options)
    dataset = DatasetOptions(&options)
    outcome = OutcomeOptions(checking: &options)
  }

  func run(_ call: CommandCall) throws(UsageError) -> ExitStatus {
    if skipped.contains(where: { $0.value == Self.listWord }) {
      return call.host.print(Self.listing) ? .done : .output
    }
    let reporter = DiagnosticReporter(outcome, call.host)
    var log = DiagnosticLog()
    let (formats, operands) = FormatReview.split(call.operands)
    let formatProblems = FormatReview.problems(formats + input.formatFiles)
    // A call for format files alone is not about the inputs of the settings.
    let call = CommandCall(
      operands: operands, inputs: formats.isEmpty ? call.inputs : [], host: call.host, log: call.log
    )
    let found = InputOperand.find(
      input.resolved(for: call, &log).operands(call))
    let loader = AssetLoader(
      template: dataset.template, theme: dataset.theme, formats: targets)
    var request = dataset.request(found, loader, outcome, call, &log)
    request.reportsBroken = input.reportsBroken
    request.kept = kept
    request.strictness = .errors
    log.add(contentsOf: request.standardInputProblems)
    let settings = outcome.ignoresSettings ? [] : SettingsReview.problems(call.host)
    let isUsable =
      log.errorCount + call.log.errorCount == 0
      && !(settings + loader.problems + skipProblems).contains { $0.severity == .error }
    var all =
      call.log.diagnostics + settings + skipProblems + loader.problems + log.diagnostics
      + formatProblems
    var status = isUsable ? ExitStatus.done : .usage
    if isUsable {
      var review = ReportReview(
        request, PipelineEnvironment(call.host), loader, targets)
      review.look()
      all += review.problems
      status = review.status
    }
    return end(all, status, found.inputs.count + formats.count, isComplete: isUsable, reporter)
  }

  private func end(
    _ all: [Diagnostic], _ failure: ExitStatus, _ inputs: Int, isComplete: Bool,
    _ reporter: DiagnosticReporter
  ) -> ExitStatus {
    var log = DiagnosticLog(kept)
    for diagnostic in all { log.open(file: diagnostic.location?.file ?? "") }
    log.addOnce(all)
    // A dropped diagnostic may be a warning.
    let isFound = log.warningCount > 0 || log.omittedCount > 0
    let status: ExitStatus =
      failure != .done ? failure : log.hasErrors ? .input : isFound ? .failing : .done
    if outcome.isStrict { log.promoteWarnings() }
    return reporter.print(
      log, status, lastLine: Self.lastLine(log, inputs, isComplete: isComplete))
  }

  /// The problems to keep. Skipped problems would take the place of others.
  private var kept: DiagnosticLog.Selection {
    DiagnosticLog.Selection(limitPerFile: 1_000, skipped: Set(skipped.map(\.value)))
  }

  /// "2 warnings; checked 1 input, settings, template and theme"
  private static func lastLine(_ log: DiagnosticLog, _ inputs: Int, isComplete: Bool) -> String {
    let shown = log.diagnostics
    let counts = [
      (shown.count { $0.severity == .error }, "error"),
      (shown.count { $0.severity == .warning }, "warning"), (log.omittedCount, "more problem"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    let subjects =
      inputs == 0 ? "" : inputs == 1 ? "1 input, " : "\(inputs) inputs, "
    return (counts.isEmpty ? "nothing found" : counts.joined(separator: ", "))
      + (isComplete
        ? "; checked \(subjects)settings, template and theme"
        : "; inputs and template are checked when this is mended")
  }

  /// The errors of rules that do not exist.
  private var skipProblems: [Diagnostic] {
    let rules = Guideline.all.map(\.id)
    let known =
      rules
      + DiagnosticCatalog.entries.filter { $0.severities.contains(.warning) }
      .map(\.id)
    return skipped.filter { !known.contains($0.value) }.map { setting in
      UsageError.badChoice(
        option: setting.name, value: setting.value, choices: rules,
        nearest: Suggestion.nearest(to: setting.value, among: known)
      ).diagnostic(about: setting)
    }
  }

  private static var listing: String {
    let width = Guideline.all.map(\.id.count).max() ?? 0
    return Guideline.all.map { rule in
      rule.id + String(repeating: " ", count: width - rule.id.count + 2) + rule.title + "\n"
    }.joined()
  }
}

/// Makes a report in every target and keeps only its problems.
private struct ReportReview {
  private var request: ReportRequest
  private let environment: PipelineEnvironment
  private(set) var problems: [Diagnostic] = []
  private(set) var status = ExitStatus.done

  private let loader: AssetLoader
  private let formats: [OutputFormat]

  init(
    _ request: ReportRequest, _ environment: PipelineEnvironment, _ loader: AssetLoader,
    _ formats: [OutputFormat]
  ) {
    self.request = request
    self.environment = environment
    (self.loader, self.formats) = (loader, formats)
  }

  mutating func look() {
    var report: Report?
    if !request.inputs.isEmpty {
      let pipeline = ReportPipeline(request, in: environment)
      var log = DiagnosticLog(request.kept)
      let inputs = pipeline.read(&log)
      if !inputs.hasErrors {
        problems += Guideline.findings(
          in: inputs.dataset, locale: request.settings.locale?.value,
          skipping: request.kept.skipped)
      }
      do throws(ReportPipeline.Failure) {
        report = try pipeline.report(of: inputs, &log)
      } catch {
        status = ExitStatus(error)
      }
      problems = log.diagnostics + problems
    }
    // If the report can't be made, a sample report checks the template.
    if let report = report ?? sample { render(report) }
  }

  /// A report of the dataset written by `init`; nil if the request's options fit no report.
  private var sample: Report? {
    guard let file = StarterFile.dataset.text else { return nil }
    var request = request
    request.inputs = [.bytes(Array(file.utf8), name: StarterFile.dataset.name)]
    request.settings.known = []
    var log = DiagnosticLog()
    return try? ReportPipeline(request, in: environment).report(&log)
  }

  private mutating func render(_ report: Report) {
    let renderer = ReportPipeline(request, in: environment).renderer(of: report)
    for format in formats where format.usesTemplate {
      problems += renderer.render(format) { sink in
        sink.bytes.removeAll(keepingCapacity: true)
        return true
      }
    }
    problems += TemplateReview(loader, report, formats).problems
  }
}
