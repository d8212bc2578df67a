import Diagnostics
import Files
import JSON
import Pipeline
import Rendering
import Serving

/// Serves a report, and makes it again after each change of its files.
struct ReportPreview: RequestHandler {
  private var command: PreviewCommand
  private var call: CommandCall
  private var files: WatchedFiles
  private var known: FileWatch
  /// The last rendered page, and its renderer for other formats.
  private var page: [UInt8]?
  private var renderer: ReportRenderer?
  /// The requested formats, by name. All connections send the same bytes.
  private var answers: [String: HTTPResponse] = [:]
  /// The reason why there is no newer page.
  private var problems: String?
  /// The warnings about the page, which it shows folded.
  private var warnings: String?
  private var version = PreviewVersion()
  private var isMadeBefore = false

  init(_ command: PreviewCommand, _ call: CommandCall) {
    self.command = command
    self.call = call
    let files = Self.files(of: command, call)
    self.files = files
    known = FileWatch(files.stamps)
  }

  private static func files(of command: PreviewCommand, _ call: CommandCall) -> WatchedFiles {
    WatchedFiles(command.input, command.dataset, command.comparison, command.site, call)
  }

  mutating func tick() -> Bool {
    if Termination.isRequested { return false }
    guard known.hasChanged() else { return true }
    do throws(UsageError) {
      (command, call) = try PreviewCommand.readAgain(call.host)
      files = Self.files(of: command, call)
      known = FileWatch(files.stamps)
      _ = make()
    } catch {
      fail([error.diagnostic])
    }
    return true
  }

  /// Renders the page, and writes problems to the terminal.
  mutating func make() -> ExitStatus {
    let start = SystemInfo.ticks()
    var log = call.log
    let loader = AssetLoader(
      template: command.dataset.template, theme: command.dataset.theme, formats: OutputFormat.all)
    var request = ReportRequest(
      command.dataset, command.input, command.comparison, command.site, command.outcome, call,
      loader, &log)
    request.presentation.attachedFiles = .unreachable
    request.keepTests(for: OutputFormat.all)
    let isUsable = log.errorCount == 0
    log.add(contentsOf: loader.problems)
    guard isUsable else { return end(log, .usage) }
    let pipeline = ReportPipeline(request, in: PipelineEnvironment(call.host))
    do throws(ReportPipeline.Failure) {
      let report = try pipeline.report(&log)
      let renderer = pipeline.renderer(of: report)
      let (page, found) = renderer.bytes(.page)
      log.add(contentsOf: found)
      guard !log.hasErrors else { return end(log, .input) }
      let known = Set(log.diagnostics)
      log.addOnce(
        TemplateReview(loader, report, OutputFormat.all).problems.filter {
          $0.severity > .note && !known.contains($0)
        })
      (self.page, self.renderer, problems) = (page, renderer, nil)
      answers = [:]
      version.advance()
      if isMadeBefore, !command.outcome.diagnostics.isQuiet {
        let milliseconds = (SystemInfo.ticks() &- start) / 1_000_000
        call.host.say("rendered again in \(milliseconds) ms\n")
      }
      return end(log, .done)
    } catch {
      return end(log, ExitStatus(error))
    }
  }

  private mutating func end(_ log: DiagnosticLog, _ status: ExitStatus) -> ExitStatus {
    var found = log.diagnostics
    if status == .done {
      let shown = found.filter { $0.severity > .note }
      warnings = shown.isEmpty ? nil : DiagnosticText().string(shown)
    } else {
      note(found)
    }
    // Notes are the same each time, so they are shown once.
    if isMadeBefore { found.removeAll { $0.severity == .note } }
    isMadeBefore = true
    var shown = DiagnosticLog()
    shown.add(contentsOf: found)
    return DiagnosticReporter(command.outcome, call.host).end(shown, status)
  }

  private mutating func fail(_ found: [Diagnostic]) {
    var log = DiagnosticLog()
    log.add(contentsOf: found)
    _ = end(log, .usage)
  }

  private mutating func note(_ found: [Diagnostic]) {
    problems = DiagnosticText().string(found.filter { $0.severity == .error })
  }

  mutating func response(to request: HTTPRequest) -> HTTPResponse {
    if request.path == PreviewVersion.path { return version.response(problems, warnings) }
    guard request.path.count == 1, let name = request.path.first,
      let format = OutputFormat.all.first(where: {
        $0.fileName == (name.isEmpty ? "index.html" : name)
      })
    else { return HTTPResponse(404, "There is nothing here.") }
    guard let page, let renderer else {
      return HTTPResponse(
        500, type: "text/html; charset=utf-8", body: PreviewPage.empty(version: version.text))
    }
    if let answer = answers[format.name] { return answer }
    let answer = format == .page ? html(page) : answer(format, renderer)
    answers[format.name] = answer
    return answer
  }

  private func answer(_ format: OutputFormat, _ renderer: ReportRenderer) -> HTTPResponse {
    let (bytes, found) = renderer.bytes(format)
    if let error = found.first(where: { $0.severity == .error }) {
      return HTTPResponse(500, DiagnosticText().string([error]))
    }
    if format.mimeType == "text/html" { return html(bytes) }
    // A browser would save Markdown instead of showing it.
    let type = format == .json ? format.mimeType : "text/plain"
    return HTTPResponse(type: type + "; charset=utf-8", body: bytes)
  }

  private func html(_ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(
      type: "text/html; charset=utf-8", body: PreviewPage.served(bytes, version: version.text))
  }
}

/// The served state of a preview. The text differs between previews, too.
struct PreviewVersion {
  private let start = SystemInfo.ticks()
  private var number = 0

  /// The path for the script's requests.
  static let path = [HTTPRequest.ownFolder, "state"]

  var text: String { "\(start)-\(number)" }

  mutating func advance() { number += 1 }

  func response(_ problems: String? = nil, _ warnings: String? = nil) -> HTTPResponse {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("version", text)
      writer.member("problems", problems)
      writer.member("warnings", warnings)
    }
    return HTTPResponse(type: "application/json", body: writer.bytes)
  }
}
