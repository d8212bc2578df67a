internal import Basics
internal import Composing
internal import Diagnostics
internal import Importing
internal import JSON
internal import Model
internal import Rendering

/// Makes reports of datasets, as the command `tidemark render` does: the same bytes in, the same
/// bytes out.
///
///     var options = ReportMaker.Options()
///     options.locale = "de"
///     let outcome = ReportMaker(options).make(
///       [ReportMaker.Input(name: "nightly.json", bytes: bytes)], to: [.page, .markdown])
///     for finding in outcome.findings { print(finding) }
///     if let page = outcome.outputs[.page] { … }
///
/// It looks at no clock, no environment and no file but those of time zones, and keeps nothing
/// between two calls, so that any number of threads may share one.
public struct ReportMaker: Sendable {
  public var options: Options

  public init(_ options: Options = Options()) {
    self.options = options
  }

  /// Makes a report of the inputs, merged in the order given, and compares it with `baseline`, the
  /// input of the report before.
  ///
  /// There are outputs and a verdict only when no finding is an error.
  public func make(
    _ inputs: [Input], baseline: Input? = nil, to targets: [Target] = [.page]
  ) -> Outcome {
    let store = options.assets
    var log = DiagnosticLog()
    var outputs: [Target: [UInt8]] = [:]
    let report = report(of: inputs, baseline, store, &log)
    log.add(contentsOf: store.problems(template: options.template, theme: options.theme))
    if let report, !isFailing(log) {
      var said: Set<Diagnostic> = []
      for target in targets where outputs[target] == nil && !isFailing(log) {
        let (bytes, problems) = render(report, to: target, store)
        // A mistake in what all targets share is said once.
        log.add(contentsOf: problems.filter { !said.contains($0) })
        said.formUnion(problems)
        outputs[target] = bytes
      }
    }
    if options.isStrict { log.promoteWarnings() }
    return Outcome(
      outputs: log.hasErrors ? [:] : outputs, findings: log.diagnostics.map(Finding.init),
      verdict: log.hasErrors ? nil : report.map(Verdict.init))
  }

  func isFailing(_ log: DiagnosticLog) -> Bool {
    log.hasErrors || options.isStrict && log.warningCount > 0
  }

  /// The report; nil, or one that is not to be shown, when the log holds an error.
  func report(
    of inputs: [Input], _ baseline: Input?, _ store: AssetStore, _ log: inout DiagnosticLog
  ) -> Report? {
    let dataset = read(inputs, &log)
    let before = baseline.map { read([$0], zone: dataset.timeZone, &log) }
    let isPartial = log.hasErrors
    let settings = settings(for: dataset, before, store, isPartial: isPartial, &log)
    if isFailing(log) {
      log.add(
        contentsOf: Composer().check(dataset, settings: settings, isPartial: isPartial))
      return nil
    }
    let (report, problems) = Composer().compose(dataset, settings: settings)
    log.add(contentsOf: problems)
    if let mismatch = report?.reconcile() { log.add(mismatch) }
    return report
  }

  /// - Parameter zone: The zone that the report speaks in unless the options say another.
  private func read(
    _ inputs: [Input], zone: String? = nil, _ log: inout DiagnosticLog
  ) -> Dataset {
    if inputs.isEmpty { log.add(Diagnostic(.error, "no-input", "there is no dataset to report")) }
    var importer = DatasetImporter(
      zones: .init(report: options.timeZone ?? zone, folder: options.zoneFolder))
    for input in inputs { importer.read(file: input.name, from: ByteSource(bytes: input.bytes)) }
    let (dataset, found) = importer.salvage()
    log.add(contentsOf: found.diagnostics)
    return dataset
  }

  private func settings(
    for dataset: Dataset, _ baseline: Dataset?, _ store: AssetStore, isPartial: Bool,
    _ log: inout DiagnosticLog
  ) -> Composer.Settings {
    let circumstances = Circumstances(dataset)
    var wishes = Circumstances.Overrides(zoneFolder: options.zoneFolder)
    wishes.timeZone = options.timeZone.map { .init($0) }
    wishes.locale = options.locale.map { .init($0) }
    wishes.sort = options.sort
    wishes.filters = options.filters
    var problems: [Diagnostic] = []
    let settings = circumstances.settings(wishes, in: store, baseline: baseline, &problems) {
      zone, problems in
      let now = options.now.map(Instant.init(seconds:)) ?? circumstances.now(in: zone)
      // A file that could not be read to its end may well say it where nobody came to.
      if now == nil, !isPartial {
        problems.append(
          Diagnostic(
            .error, "no-time", "neither the options nor the dataset say what time it is",
            help: ["set 'now', or give the dataset a 'now' or its run a 'finished'"]))
      }
      return now
    }
    log.add(contentsOf: problems)
    return settings
  }

  private func render(
    _ report: Report, to target: Target, _ store: AssetStore
  ) -> ([UInt8], [Diagnostic]) {
    let renderer = ReportRenderer(
      report, store: store, template: options.template, theme: options.theme,
      options: options.rendering)
    let page = Gathered()
    let problems = renderer.render(target.inside) { sink in
      page.bytes += sink.bytes
      sink.bytes.removeAll(keepingCapacity: true)
      return true
    }
    return (page.bytes, problems)
  }

  private final class Gathered {
    var bytes: [UInt8] = []
  }
}
