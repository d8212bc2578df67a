import Composing
import Datasets
import Diagnostics
import Files
import Model
import Pipeline
import Rendering

/// `convert`: merges all inputs into one dataset, or into one file of another format.
struct ConvertCommand: Command {
  /// nil writes a dataset.
  let format: OutputFormat?
  /// Whether `--to` names the format, so that the ending of the file does not matter.
  let isFormatGiven: Bool
  let output: Setting?
  let input: InputOptions
  let timeZone: Setting?
  let baseline: String?
  let isBaselineOptional: Bool
  let isStrict: Bool
  let diagnostics: DiagnosticOptions

  static let about = CommandHelp(
    name: "convert", summary: "Makes one dataset of everything that can be read",
    operands: "INPUT…",
    discussion: InputOptions.discussion
      + "\n\nThe dataset is written to standard output unless -o names a file. A dataset that was "
      + "made so is converted to the same bytes.\n\n--to writes one file of another format instead, with "
      + "all messages of the inputs, and 'junit' and 'ctrf' with all tests. 'render' does the "
      + "same after comparing and filtering.",
    examples: [
      (
        "tidemark convert build/test-results/ -o tests.json",
        "Makes a dataset of all reports in a folder."
      ),
      (
        "tidemark convert eslint.sarif --min-level warning | tidemark render - -o lint.html",
        "Leaves findings out, and renders the rest."
      ),
      (
        "tidemark convert 'shards/**/*.sarif' --to sarif -o all.sarif",
        "Merges the reports of several machines into one."
      ),
    ])

  private static let dataset = "dataset"
  /// The formats for programs: they need no template.
  private static let formats = OutputFormat.all.filter { !$0.usesTemplate }

  init(_ options: inout OptionReader) {
    let target = options.setting(
      OptionSpec(
        name: "to", argument: .choice([Self.dataset] + Self.formats.map(\.name)),
        help: "Format to write. Default: from the ending of the file, else \(Self.dataset).",
        isSetting: false, otherNames: OutputNames.targets))
    output = options.setting(
      OptionSpec(
        name: "output", short: "o", argument: .value("PATH"),
        help: "File to write; '-' is standard output.", isSetting: false, path: .path,
        givenTwiceHelp: "one call makes one dataset; call it once for each"))
    isFormatGiven = target != nil
    if let target {
      format = OutputFormat(named: target.value)
    } else {
      format = output.flatMap { Self.format(writtenTo: $0.value) }
    }
    input = InputOptions(&options)
    timeZone = options.setting(DatasetOptions.timeZone)
    baseline = options.text(
      OptionSpec(
        name: "baseline", argument: .value("OLD"),
        help: "Dataset of the previous run. The new one keeps from it which run covered more, as "
          + "long as a part of the job is absent.",
        isSetting: false, path: .input))
    isBaselineOptional = options.flag(
      OptionSpec(
        name: "baseline-optional", argument: .none,
        help: "Allow a missing --baseline file, as on a first run.", isSetting: false))
    _ = Settings.declare(&options)
    isStrict = options.flag(OutcomeOptions.strict)
    diagnostics = DiagnosticOptions(&options)
  }

  /// The format that the ending of a file selects; nil for a dataset, whose ending is `json`.
  private static func format(writtenTo path: String) -> OutputFormat? {
    OutputFormat(writtenTo: path).flatMap { $0 != .json && formats.contains($0) ? $0 : nil }
  }

  func run(_ call: CommandCall) -> ExitStatus {
    var log = call.log
    let host = call.host
    let reporter = DiagnosticReporter(diagnostics, isStrict: isStrict, host)
    let input = input.resolved(for: call, &log)
    let found = InputOperand.find(input.operands(call))
    let loader = AssetLoader(template: nil, theme: nil, formats: [])
    var request = ReportRequest(inputs: found.inputs, assets: loader.assets)
    request.notes = found.notes
    request.unread = found.unread
    request.isVerbose = diagnostics.isVerbose
    request.reportsBroken = input.reportsBroken
    request.build = input.build
    request.commits = input.links.commits
    request.address = input.links.report
    request.strictness = Strictness(isStrict: isStrict)
    request.baseline = baseline.map { input.baseline($0, isOptional: isBaselineOptional) }
    request.settings.timeZone = timeZone.map(Composer.Settings.Override.init)
    if found.inputs.isEmpty { log.add(UsageError.missingOperand("INPUT").diagnostic) }
    log.add(contentsOf: request.standardInputProblems)
    let path = output.flatMap { $0.value == "-" ? nil : $0.value }
    do throws(UsageError) {
      if let path { try request.keep(path) }
    } catch {
      log.add(error.diagnostic(about: output))
    }
    if let output, !isFormatGiven { log.add(contentsOf: OutputNames.notConverted(output)) }
    if let format { request.keepTests(for: [format]) }
    guard log.errorCount == 0 else { return reporter.end(log, .usage) }

    if let format { return write(format, of: request, to: path, reporter, host, log) }
    let pipeline = ReportPipeline(request, in: PipelineEnvironment(host))
    var inputs = pipeline.read(&log)
    pipeline.setReference(of: &inputs, &log)
    guard !inputs.hasErrors, !log.hasErrors, !request.strictness.isFailing(log) else {
      return reporter.end(log, .input)
    }
    var dataset = inputs.dataset
    if let timeZone { dataset.timeZone = timeZone.value }
    host.progress?.say("writing")
    let bytes = DatasetWriter.bytes(dataset) + [0x0A]
    do throws(FileError) {
      if let path {
        if let parent = Folder.parent(of: path) { try Folder.create(parent) }
        try OutputFile.write(bytes, to: path)
      } else {
        host.progress?.end()
        let stream = OutputFile(descriptor: host.standardOutput, name: "standard output")
        try stream.write(bytes)
        try stream.commit()
      }
    } catch {
      // A reader that stops early, such as `head`, is not an error.
      if !error.isBrokenPipe {
        log.add(Diagnostic(.error, "unwritable-file", error.message))
      }
      return reporter.end(log, .output)
    }
    let count = dataset.messages.count
    return reporter.end(
      log, .done,
      path.map { Success(places: [$0], counts: ["\(count) message\(count == 1 ? "" : "s")"]) })
  }

  private func write(
    _ format: OutputFormat, of request: ReportRequest, to path: String?,
    _ reporter: DiagnosticReporter, _ host: ProcessEnvironment, _ diagnostics: DiagnosticLog
  ) -> ExitStatus {
    var log = diagnostics
    let pipeline = ReportPipeline(request, in: PipelineEnvironment(host))
    do throws(ReportPipeline.Failure) {
      let report = try pipeline.report(&log) { host.progress?.say($0.rawValue) }
      let job = RenderJob(
        renderer: pipeline.renderer(of: report), formats: [format], strictness: request.strictness,
        isVerbose: request.isVerbose)
      let destination = path.map { Destination.file($0) } ?? .standardOutput
      let status = job.run(to: destination, host: host, log: &log)
      return reporter.end(
        log, status, path.map { Success(places: [$0], counts: report.successCounts) })
    } catch {
      return reporter.end(log, ExitStatus(error))
    }
  }
}
