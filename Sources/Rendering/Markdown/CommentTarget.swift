import Composing
import Diagnostics
import Localization
import Markup
import Templating
import Text

extension OutputFormat {
  /// GitHub refuses a comment with more characters than this budget has bytes.
  package static let comment = OutputFormat(
    name: "comment", title: "a comment", fileName: "comment.md", endings: ["comment.md"],
    mimeType: "text/markdown", formatOfComponents: OutputFormat.markdown.name,
    budget: .limited(byDefault: 65_536)
  ) { job, outlet in CommentTarget(job).render(to: outlet) }
}

/// Renders a report as a comment of a pull request: what changed, with the rest folded.
struct CommentTarget {
  /// The component that is rendered in place of the document.
  static let component = "comment"
  private let job: ReportRenderer

  init(_ job: ReportRenderer) {
    self.job = job
  }

  /// The first line, which a comment does not show. It is the same for each run of a project, so
  /// that a job finds the comment of an earlier run.
  static func marker(of report: Report) -> String {
    let digest = SHA256.digest(of: report.project ?? report.title).prefix(8)
    let digits = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "<!-- tidemark report \(digits) -->\n"
  }

  func render(to outlet: @escaping Outlet) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    let template = TargetTemplate(
      job.templateName, form: OutputFormat.comment.componentEnding, in: job.store,
      stringKeys: job.report.locale.stringKeys, problems: &problems)
    guard let template else { return problems }
    guard let component = template.library.index(of: Self.component) else {
      return problems + [
        Diagnostic(
          .error, "no-template",
          "template '\(job.templateName)' has no components/\(Self.component).markdown",
          help: ["add the file, or copy it from 'tidemark templates export default DIR'"])
      ]
    }
    var style = TargetStyle()
    style.screenWidth = job.options.screenWidth
    style.cutsTexts = true
    style.messageLinks = job.report.url == nil ? .here : .hosted
    let escaper = MarkdownEscaper(
      base: job.report.base, isRightToLeft: job.report.locale.isRightToLeft)
    let document = ReportDocument(
      template: template, escaper: escaper, target: .markdown, base: job.report.base)
    let budget = Budget(bytes: job.options.budget ?? .max, threads: job.threads)
    return problems
      + budget.render(job.report, to: outlet) { report, schedule, sink, problems in
        sink.write(Self.marker(of: report))
        let view = ReportView(report, style: style, followsRelativeAddresses: false)
        return document.write(
          component: component, .record(ReportScope(view), 0), schedule, to: &sink, &problems)
      }.problems
  }
}
