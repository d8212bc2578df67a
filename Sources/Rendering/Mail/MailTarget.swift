import Composing
import Diagnostics
import Localization
import Markup
import Preparing
import Templating
import Text

extension OutputFormat {
  /// Some mail programs cut a mail after 102 KB. Each counts differently, so the budget is smaller.
  package static let mail = OutputFormat(
    name: "mail", title: "a mail", fileName: "mail.html", mimeType: "text/html",
    templateParts: [
      AssetPart(folder: "mail", name: "shell.html"), AssetPart(folder: "mail", name: ".css"),
    ],
    themeParts: [AssetPart(name: "tokens.json")], budget: .limited(byDefault: 80 << 10)
  ) { job, outlet in MailTarget(job).render(to: outlet).problems }
}

/// Renders a report as the HTML body of a mail.
///
/// Mail programs drop style sheets, custom properties and most of modern layout. So rendering
/// writes the declarations of `mail/inline*.css` into the elements (`MailWriter`), with the theme's
/// tokens resolved (`MailStyle`).
struct MailTarget {
  private let job: ReportRenderer

  init(_ job: ReportRenderer) {
    self.job = job
  }

  func render(to outlet: @escaping Outlet) -> Budget.Result {
    var problems: [Diagnostic] = []
    let template = TargetTemplate(
      job.templateName, form: OutputFormat.mail.name, in: job.store,
      stringKeys: job.report.locale.stringKeys, problems: &problems)
    let theme = Theme(job.themeName, in: job.store, problems: &problems)
    guard let template, let theme else { return Budget.Result(problems: problems) }
    let style = MailStyle(
      template: job.templateName, in: job.store, tokens: theme.tokens,
      isRightToLeft: job.report.locale.isRightToLeft, problems: &problems)
    let escaper = MailEscaper(
      base: job.report.base, isRightToLeft: job.report.locale.isRightToLeft)
    guard let (head, tail) = frame(template, escaper, style, theme, &problems),
      !problems.contains(where: { $0.severity == .error })
    else { return Budget.Result(problems: problems) }

    let budget = Budget(bytes: job.options.budget ?? .max, threads: job.threads)
    var result = budget.render(job.report, to: outlet) { report, schedule, sink, problems in
      let writer = MailWriter(style)
      writer.out.write(head)
      var inner = schedule
      inner.flushSize = 1 << 13
      inner.flush = { raw in
        writer.convert(&raw)
        return schedule.flush?(&writer.out) ?? true
      }
      var raw = ByteSink()
      let root = Value.record(ReportScope(view(report)), 0)
      guard content(root, template, escaper, inner, &raw, &problems) else { return false }
      writer.convert(&raw)
      writer.finish()
      writer.out.write(tail)
      swap(&sink, &writer.out)
      return true
    }
    result.problems = problems + result.problems
    return result
  }

  /// Writes the document, or the short mail of a run without changes, and the footer.
  private func content(
    _ root: Value, _ template: TargetTemplate, _ escaper: MailEscaper, _ schedule: Schedule,
    _ sink: inout ByteSink, _ problems: inout [Diagnostic]
  ) -> Bool {
    let document = ReportDocument(
      template: template, escaper: escaper, target: .mail, base: job.report.base)
    return document.write(
      root, as: job.options, schedule: schedule, to: &sink, problems: &problems)
  }

  private func view(_ report: Report) -> ReportView {
    var style = TargetStyle(usesHTML: true)
    style.screenWidth = job.options.screenWidth
    style.cutsTexts = true
    style.avoidsPictures = true
    style.detailLines = 6
    // A mail can't be scrolled sideways.
    style.codeFrame = CodeFrame(
      reach: 1, columns: job.options.screenWidth == .compact ? 40 : 76)
    // A link with its styles takes much of the budget.
    style.mostPlaces = 5
    style.mostPast = ChangeList.longest
    style.mostSteps = 5
    style.messageLinks = .hosted
    style.footer = job.options.footer
    return ReportView(
      report, style: style, followsRelativeAddresses: false, icons: [],
      attachments: AttachmentPlan(mailWith: job.options.picture))
  }

  /// The shell before and after the content, with its styles written into it.
  private func frame(
    _ template: TargetTemplate, _ escaper: MailEscaper, _ style: MailStyle, _ theme: Theme,
    _ problems: inout [Diagnostic]
  ) -> (head: String, tail: String)? {
    let root = Value.record(ReportScope(view(job.report)), 0)
    let shell = Value.record(
      MailShell(style: style, schemes: theme.tokens.dark.isEmpty ? "light" : "light dark"), 0)
    var findings = TemplateFindings()
    let wrapper = TemplateWrapper(
      MailShell.name, in: template.library, escaper, stack: [root, shell], findings: &findings)
    guard let wrapper else {
      problems.append(template.shellProblem(MailShell.name, of: job.templateName))
      return nil
    }
    problems += findings.diagnostics(in: template.library)
    return (MailWriter.finished(wrapper.head, style), MailWriter.finished(wrapper.tail, style))
  }
}
