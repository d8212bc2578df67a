import Basics
import Composing
import Diagnostics
import Markup
import Templating

extension OutputFormat {
  package static let text = OutputFormat(
    name: "text", title: "text", fileName: "report.txt", endings: ["txt", "text"],
    mimeType: "text/plain", isAttachable: true, budget: .limited(byDefault: nil)
  ) { job, outlet in TextTarget(job).render(to: outlet) }
}

/// Renders a report as plain text for a terminal or the text part of a mail.
struct TextTarget {
  private let job: ReportRenderer
  /// How far lines of code are indented.
  private static let margin = 10

  init(_ job: ReportRenderer) {
    self.job = job
  }

  func render(to outlet: @escaping Outlet) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    let template = TargetTemplate(
      job.templateName, form: OutputFormat.text.name, in: job.store,
      stringKeys: job.report.locale.stringKeys,
      contexts: WrittenContext.assign, problems: &problems)
    guard let template else { return problems }
    let style = TargetStyle(
      isAscii: job.options.isAscii, usesColor: job.options.usesColor,
      columns: job.options.columns, screenWidth: job.options.screenWidth,
      codeFrame: CodeFrame(
        reach: 1, columns: job.options.columns - Self.margin, isAscii: job.options.isAscii),
      mostPast: ChangeList.longest, cutsTexts: true)
    let escaper = TextEscaper(
      base: job.report.base, isRightToLeft: job.report.locale.isRightToLeft,
      isAscii: job.options.isAscii, columns: job.options.columns)
    let document = ReportDocument(
      template: template, escaper: escaper, target: .text, base: job.report.base,
      columns: job.options.columns)
    let (columns, breaksCode) = (job.options.columns, job.options.breaksCode)
    let setter = LineSetter(columns: columns, breaksCode: breaksCode)
    func write(
      _ report: Report, _ schedule: Schedule, _ sink: inout ByteSink, _ problems: inout [Diagnostic]
    ) -> Bool {
      let root = Value.record(ReportScope(ReportView(report, style: style)), 0)
      // A run without changes as one line, if requested.
      guard job.options.isBrief, let index = template.library.index(of: "unchanged") else {
        return document.write(root, schedule: schedule, to: &sink, problems: &problems)
      }
      var findings = TemplateFindings()
      let isWhole = Renderer(library: template.library, escaper: escaper).render(
        index, stack: [root], to: &sink, findings: &findings, schedule: schedule)
      problems += findings.diagnostics(in: template.library)
      return isWhole
    }
    guard let bytes = job.options.budget else {
      // Without a budget, lines are laid out as they are rendered.
      var schedule = Schedule()
      schedule.threads = job.threads
      schedule.flush = { sink in setter.take(&sink) && outlet(&sink) }
      var sink = ByteSink()
      guard write(job.report, schedule, &sink, &problems) else { return problems }
      setter.finish(&sink)
      _ = outlet(&sink)
      return problems
    }
    return problems
      + Budget(bytes: bytes).render(job.report, to: outlet) { report, schedule, sink, problems in
        guard write(report, schedule, &sink, &problems) else { return false }
        LineSetter(columns: columns, breaksCode: breaksCode).finish(&sink)
        return true
      }.problems
  }
}

/// Lays out lines during rendering; buffers an incomplete line.
final class LineSetter {
  private var layout: TextLayout
  private var rest: [UInt8] = []

  init(columns: Int, breaksCode: Bool = false) {
    layout = TextLayout(columns: columns, breaksCode: breaksCode)
  }

  /// Replaces the logical lines in the sink by laid-out lines. Always returns true.
  func take(_ sink: inout ByteSink) -> Bool {
    let bytes = rest.isEmpty ? sink.bytes : rest + sink.bytes
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    rest = Array(bytes[end...])
    sink = ByteSink()
    layout.write(bytes[..<end], to: &sink)
    Self.breakCommands(&sink)
    return true
  }

  func finish(_ sink: inout ByteSink) {
    _ = take(&sink)
    layout.write(rest[...], to: &sink)
    rest = []
    Self.breakCommands(&sink)
  }

  /// Breaks commands to CI runners, as a report may be printed to a job's log.
  private static func breakCommands(_ sink: inout ByteSink) {
    if let bytes = sink.bytes.withUnsafeBufferPointer({ RunnerCommands.broken($0) }) {
      sink.bytes = bytes
    }
  }
}
