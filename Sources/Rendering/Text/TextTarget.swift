import Composing
import Diagnostics
import Localization
import Markup
import Templating
import Text

extension OutputFormat {
  package static let text = OutputFormat(
    name: "text", title: "text", fileName: "report.txt", endings: ["txt", "text"],
    mimeType: "text/plain", isAttachable: true, budget: .limited(byDefault: nil)
  ) { job, outlet in TextTarget(job).render(to: outlet) }
}

/// Renders a report as plain text for a terminal or the text part of a mail.
struct TextTarget {
  private let job: ReportRenderer
  /// The indentation of lines of code in columns.
  private static let margin = 10

  init(_ job: ReportRenderer) {
    self.job = job
  }

  func render(to outlet: @escaping Outlet) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    let template = TargetTemplate(
      job.templateName, form: OutputFormat.text.name, in: job.store,
      stringKeys: job.report.locale.stringKeys, problems: &problems)
    guard let template else { return problems }
    var style = TargetStyle(
      isAscii: job.options.isAscii, usesColor: job.options.usesColor,
      columns: job.options.columns, screenWidth: job.options.screenWidth,
      codeFrame: CodeFrame(
        reach: 1, columns: job.options.columns - Self.margin, isAscii: job.options.isAscii),
      mostPast: ChangeList.longest, cutsTexts: true)
    style.footer = job.options.footer
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
      return document.write(
        root, as: job.options, schedule: schedule, to: &sink, problems: &problems)
    }
    guard let bytes = job.options.budget else {
      // Without a budget, lines are laid out as they are rendered.
      var schedule = Schedule()
      schedule.threads = job.threads
      // Many blocks of a section are short.
      schedule.threshold = 128
      schedule.sliceLength = 64
      schedule.flush = { sink in setter.layOut(&sink) && outlet(&sink) }
      schedule.settle = { LineSetter.Settled($0, columns: columns, breaksCode: breaksCode) }
      schedule.flushSettled = { sink, settled in
        setter.layOut(&sink, settled as? LineSetter.Settled) && outlet(&sink)
      }
      var sink = ByteSink()
      guard write(job.report, schedule, &sink, &problems) else { return problems }
      setter.finish(&sink)
      _ = outlet(&sink)
      return problems
    }
    let budget = Budget(bytes: bytes, threads: job.threads)
    return problems
      + budget.render(job.report, to: outlet) { report, schedule, sink, problems in
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
  func layOut(_ sink: inout ByteSink) -> Bool {
    let bytes = rest.isEmpty ? sink.bytes : rest + sink.bytes
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    rest = Array(bytes[end...])
    sink = ByteSink()
    layout.write(bytes[..<end], to: &sink)
    Self.breakCommands(&sink)
    return true
  }

  /// Complete lines, laid out as if they followed a line that is not empty.
  struct Settled: Sendable {
    fileprivate let lines: ByteSink
    fileprivate let layout: TextLayout
    /// Whether the first line is empty. It is dropped after another empty line.
    fileprivate let beginsEmpty: Bool

    /// Nil if the layout depends on the previous line.
    init?(_ sink: ByteSink, columns: Int, breaksCode: Bool) {
      guard sink.bytes.last == UInt8(ascii: "\n") else { return nil }
      beginsEmpty = sink.bytes.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "\n")
      var layout = TextLayout(columns: columns, breaksCode: breaksCode)
      var lines = ByteSink(reserving: sink.bytes.count + sink.bytes.count / 8)
      layout.write(sink.bytes[...], to: &lines)
      guard !layout.hasUnderlined, !beginsEmpty || lines.bytes.first == UInt8(ascii: "\n") else {
        return nil
      }
      LineSetter.breakCommands(&lines)
      (self.lines, self.layout) = (lines, layout)
    }
  }

  /// Replaces the logical lines in the sink by laid-out lines, by those of `settled` if possible.
  func layOut(_ sink: inout ByteSink, _ settled: Settled?) -> Bool {
    guard let settled, rest.isEmpty else { return layOut(&sink) }
    let isLeftOut = settled.beginsEmpty && layout.isAfterEmpty
    sink.bytes.removeAll(keepingCapacity: true)
    sink.bytes += settled.lines.bytes.dropFirst(isLeftOut ? 1 : 0)
    layout = settled.layout
    return true
  }

  func finish(_ sink: inout ByteSink) {
    _ = layOut(&sink)
    layout.write(rest[...], to: &sink)
    rest = []
    Self.breakCommands(&sink)
  }

  /// Breaks commands to CI runners, because a job's log may contain the report.
  private static func breakCommands(_ sink: inout ByteSink) {
    if let bytes = sink.bytes.withUnsafeBufferPointer({ RunnerCommands.broken($0) }) {
      sink.bytes = bytes
    }
  }
}
