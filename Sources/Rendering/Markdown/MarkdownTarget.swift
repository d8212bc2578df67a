import Composing
import Diagnostics
import Localization
import Markup
import Templating
import Text

extension OutputFormat {
  /// GitHub drops a job summary that is larger than this budget.
  package static let markdown = OutputFormat(
    name: "markdown", title: "Markdown", fileName: "report.md", endings: ["md", "markdown"],
    mimeType: "text/markdown", budget: .limited(byDefault: 1 << 20)
  ) { job, outlet in
    var style = TargetStyle()
    style.messageLinks = .here
    return MarkdownTarget(job, style).render(to: outlet)
  }
}

/// Renders a report as GitHub-flavoured Markdown.
struct MarkdownTarget {
  private let job: ReportRenderer
  private let style: TargetStyle
  /// The text before everything else.
  private let beginning: String
  /// The component that is rendered in place of the document; nil for the document.
  private let component: String?

  init(
    _ job: ReportRenderer, _ style: TargetStyle, beginning: String = "", component: String? = nil
  ) {
    self.job = job
    self.beginning = beginning
    self.component = component
    var style = style
    style.screenWidth = job.options.screenWidth
    style.cutsTexts = true
    self.style = style
  }

  func render(to outlet: @escaping Outlet) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    let template = TargetTemplate(
      job.templateName, form: OutputFormat.markdown.name, in: job.store,
      stringKeys: job.report.locale.stringKeys, problems: &problems)
    guard let template else { return problems }
    let index = component.flatMap { template.library.index(of: $0) }
    if let component, index == nil {
      return problems + [
        Diagnostic(
          .error, "no-template",
          "template '\(job.templateName)' has no components/\(component).markdown",
          help: ["add the file, or copy it from 'tidemark templates export default DIR'"])
      ]
    }
    let escaper = MarkdownEscaper(
      base: job.report.base, isRightToLeft: job.report.locale.isRightToLeft)
    let document = ReportDocument(
      template: template, escaper: escaper, target: .markdown, base: job.report.base)
    let budget = Budget(bytes: job.options.budget ?? .max, threads: job.threads)
    return problems
      + budget.render(job.report, to: outlet) { report, schedule, sink, problems in
        sink.write(beginning)
        let view = ReportView(report, style: style, followsRelativeAddresses: false)
        let root = Value.record(ReportScope(view), 0)
        guard let index else {
          return document.write(root, schedule: schedule, to: &sink, problems: &problems)
        }
        return document.write(component: index, root, schedule, to: &sink, &problems)
      }.problems
  }
}
