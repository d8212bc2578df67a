import Composing
import Diagnostics
import Localization
import Markup
import Templating

extension OutputFormat {
  /// GitHub drops a job summary that is larger than this budget.
  package static let markdown = OutputFormat(
    name: "markdown", title: "Markdown", fileName: "report.md", endings: ["md", "markdown"],
    mimeType: "text/markdown", budget: .limited(byDefault: 1 << 20)
  ) { job, outlet in MarkdownTarget(job).render(to: outlet) }
}

/// Renders a report as GitHub-flavoured Markdown.
struct MarkdownTarget {
  private let job: ReportRenderer

  init(_ job: ReportRenderer) {
    self.job = job
  }

  func render(to outlet: @escaping Outlet) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    let template = TargetTemplate(
      job.templateName, form: OutputFormat.markdown.name, in: job.store,
      stringKeys: job.report.locale.stringKeys, problems: &problems)
    guard let template else { return problems }
    var style = TargetStyle()
    style.screenWidth = job.options.screenWidth
    style.cutsTexts = true
    style.messageLinks = .here
    let escaper = MarkdownEscaper(
      base: job.report.base, isRightToLeft: job.report.locale.isRightToLeft)
    let document = ReportDocument(
      template: template, escaper: escaper, target: .markdown, base: job.report.base)
    let budget = Budget(bytes: job.options.budget ?? .max, threads: job.threads)
    return problems
      + budget.render(job.report, to: outlet) { report, schedule, sink, problems in
        let view = ReportView(report, style: style, followsRelativeAddresses: false)
        return document.write(
          .record(ReportScope(view), 0), schedule: schedule, to: &sink, problems: &problems)
      }.problems
  }
}
