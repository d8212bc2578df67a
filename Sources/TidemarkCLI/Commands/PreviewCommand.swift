import Diagnostics
import Files
import Pipeline
import Serving

/// `preview`: shows a report or a site in a browser, and reloads it after each change.
struct PreviewCommand: Command {
  let port: Int
  let input: InputOptions
  let dataset: DatasetOptions
  let comparison: ComparisonOptions
  let site: SiteOptions
  let outcome: OutcomeOptions

  static let about = CommandHelp(
    name: "preview", summary: "Shows a report in a browser, and reloads it after each change",
    operands: "INPUT…|PAGE|SITE",
    discussion: "INPUT is as for 'render', but not standard input.\n\nThe server accepts only "
      + "connections from this machine and prints its address. After each change of an input, a "
      + "format file, the template, the theme or the settings it renders the page again, and open "
      + "pages reload. If a change can't be rendered, the previous page stays and shows the reason. "
      + "mail.html, report.md, report.txt and report.json are next to the page. PAGE is a rendered page, SITE "
      + "the folder of a site or a page. Ctrl-C ends the preview.",
    examples: [
      ("tidemark preview nightly.json", "Shows a report during work on its dataset."),
      (
        "tidemark preview nightly.json --template Templates/mine/ --port 8000",
        "Shows it during work on a template, always at the same address."
      ),
      ("tidemark preview public/", "Shows a site of 'publish'."),
    ])

  init(_ options: inout OptionReader) {
    port =
      options.value(
        OptionSpec(
          name: "port", argument: .value("N"),
          help: "Port of 127.0.0.1 to listen on. Default: a free one.", isSetting: false),
        "it is a number from 1 to 65535"
      ) { Int($0).flatMap { (1...65_535).contains($0) ? $0 : nil } }?.value ?? 0
    input = InputOptions(&options)
    dataset = DatasetOptions(&options)
    comparison = ComparisonOptions(&options)
    site = SiteOptions(asking: &options)
    outcome = OutcomeOptions(withoutGate: &options)
  }

  func run(_ call: CommandCall) throws(UsageError) -> ExitStatus {
    // Standard input can't be read a second time.
    if call.operands.contains("-") { throw .together("preview", "-") }
    let reporter = DiagnosticReporter(outcome, call.host)
    if call.operands.count == 1, let folder = FolderPreview(call.operands[0]) {
      guard call.log.errorCount == 0 else { return reporter.end(call.log, .usage) }
      var handler = folder
      return serve(&handler, call.operands[0], call, reporter)
    }
    var handler = ReportPreview(self, call)
    let status = handler.make()
    let operands = input.operands(call)
    // A broken input can be repaired while the preview runs; a missing one is probably a wrong
    // name.
    let isThere = operands.contains { $0.watchedPaths.contains(where: Folder.isThere) }
    if status == .usage || status != .done && !isThere { return status }
    let names = operands.map(\.text)
    return serve(&handler, names.listed(by: "and"), call, reporter)
  }

  private func serve(
    _ handler: inout some RequestHandler, _ name: String, _ call: CommandCall,
    _ reporter: DiagnosticReporter
  ) -> ExitStatus {
    do throws(FileError) {
      let server = try LoopbackServer(port: UInt16(clamping: port))
      Termination.await()
      call.host.progress?.end()
      let line =
        "\(VisibleText.of(name)) is shown at http://127.0.0.1:\(server.port)/ (Ctrl-C ends)\n"
      guard call.host.print(line) else { return .output }
      server.run(&handler, tickingEvery: 150)
      return .done
    } catch {
      var log = DiagnosticLog()
      log.add(
        Diagnostic(
          .error, "port-unavailable", "can't listen at '\(error.path)': \(error.reason)",
          help: ["choose another '--port', or omit it to use a free one"]))
      return reporter.end(log, .output)
    }
  }
}
