internal import Composing
internal import Diagnostics
internal import Pipeline
internal import Rendering
internal import ToolReports

/// Renders reports from datasets and the reports of other tools, like the command `tidemark
/// render`. The same input gives the same bytes.
///
///     var options = ReportMaker.Options()
///     options.locale = "de"
///     let outcome = ReportMaker(options).make(
///       [ReportMaker.Input(name: "nightly.json", bytes: bytes)], to: [.page, .markdown])
///     for finding in outcome.findings { print(finding) }
///     if let page = outcome.outputs[.page] { … }
///
/// It reads no clock, no environment and no files except those of time zones, and keeps no state
/// between calls: threads can share one.
public struct ReportMaker: Sendable {
  /// The options of every report and mail of this maker.
  public var options: Options

  /// A maker with these options, which you can change between calls.
  public init(_ options: Options = Options()) {
    self.options = options
  }

  /// Makes a report of the inputs, merged in the given order, and compares it with `baseline`, the
  /// input of the previous report.
  ///
  /// There are outputs and a verdict only if no finding is an error.
  public func make(
    _ inputs: [Input], baseline: Input? = nil, to targets: [Target] = [.page]
  ) -> Outcome {
    var log = DiagnosticLog()
    var outputs: [Target: [UInt8]] = [:]
    let pipeline = pipeline(of: inputs, baseline, targets)
    let report = report(by: pipeline, &log)
    if let report {
      var said: Set<Diagnostic> = []
      for target in targets where outputs[target] == nil && !isFailing(log) {
        let (bytes, problems) = pipeline.renderer(of: report).bytes(target.format)
        // A problem that all targets share is reported once.
        log.add(contentsOf: problems.filter { said.insert($0).inserted })
        outputs[target] = bytes
      }
    }
    if options.isStrict { log.promoteWarnings() }
    return Outcome(
      outputs: log.hasErrors ? [:] : outputs, findings: log.diagnostics.map(Finding.init),
      verdict: log.hasErrors ? nil : report.map(Verdict.init))
  }

  func isFailing(_ log: DiagnosticLog) -> Bool {
    Strictness(isStrict: options.isStrict).isFailing(log)
  }

  func pipeline(
    of inputs: [Input], _ baseline: Input?, _ targets: [Target] = []
  ) -> ReportPipeline {
    let imports = options.imports.inside
    var request = ReportRequest(
      inputs: inputs.map { $0.inside(imports) }, assets: options.assets)
    request.keepTests(for: targets.map(\.format))
    request.reportsBroken = options.imports.reportsBroken
    request.baseline = baseline.map { .init($0.name, [$0.inside(imports)]) }
    request.settings = options.settings
    request.presentation = options.presentation
    request.strictness = Strictness(isStrict: options.isStrict)
    return ReportPipeline(request, in: PipelineEnvironment(zoneFolder: options.zoneFolder))
  }

  /// The report; nil if the log has errors.
  func report(by pipeline: ReportPipeline, _ log: inout DiagnosticLog) -> Report? {
    let report = try? pipeline.report(&log)
    let assets = options.assets
    log.add(contentsOf: assets.store.problems(template: assets.template, theme: assets.theme))
    return isFailing(log) ? nil : report
  }
}
