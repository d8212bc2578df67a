import Basics
import Composing
import Diagnostics
import Markup
import Templating

extension OutputFormat {
  /// Some programs show no more than 102 KB of a mail, counted their own way.
  package static let mail = OutputFormat(
    name: "mail", title: "a mail", fileName: "mail.html", mimeType: "text/html",
    templateParts: [
      AssetPart(folder: "mail", name: "shell.html"), AssetPart(folder: "mail", name: ".css"),
    ],
    themeParts: [AssetPart(name: "tokens.json")], budget: .limited(byDefault: 80 << 10)
  ) { job, outlet in MailTarget(job).render(to: outlet).problems }
}

/// A report as the HTML body of a mail.
///
/// Mail programs drop style sheets, custom properties and most of modern layout, so the template's
/// elements and classes get the declarations of `mail/inline*.css` written into them while the report
/// is written (`MailWriter`), with the theme's tokens resolved (`MailStyle`).
struct MailTarget {
  private let job: ReportRenderer

  init(_ job: ReportRenderer) {
    self.job = job
  }

  /// Renders the body; `shown` is what of the report has room in it.
  func render(to outlet: @escaping Outlet) -> (shown: Report?, problems: [Diagnostic]) {
    var problems: [Diagnostic] = []
    let template = TargetTemplate(
      job.templateName, form: OutputFormat.mail.name, in: job.store,
      words: job.report.locale.stringKeys,
      contexts: { ComponentContext.assign($0, rights: .mailComponent) }, problems: &problems)
    let theme = Theme(job.themeName, in: job.store, problems: &problems)
    guard let template, let theme else { return (nil, problems) }
    let style = MailStyle(
      template: job.templateName, in: job.store, tokens: theme.tokens,
      isRightToLeft: job.report.locale.isRightToLeft, problems: &problems)
    let escaper = MailEscaper(
      base: job.report.base, isRightToLeft: job.report.locale.isRightToLeft)
    guard let (head, tail) = frame(template, escaper, style, theme, &problems),
      !problems.contains(where: { $0.severity == .error })
    else { return (nil, problems) }

    let budget = Budget(bytes: job.options.budget ?? .max)
    let (shown, found) = budget.render(job.report, to: outlet) {
      report, schedule, sink, problems in
      let writer = MailWriter(style)
      writer.out.write(head)
      var inner = Schedule()
      inner.flushSize = 1 << 13
      inner.flush = { raw in
        writer.take(&raw)
        return schedule.flush?(&writer.out) ?? true
      }
      var raw = ByteSink()
      let root = Value.record(ReportScope(view(report)), 0)
      guard content(root, template, escaper, inner, &raw, &problems) else { return false }
      writer.take(&raw)
      writer.finish()
      writer.out.write(tail)
      swap(&sink, &writer.out)
      return true
    }
    return (shown, problems + found)
  }

  /// The document, or where that is asked for the one line of a night without news.
  private func content(
    _ root: Value, _ template: TargetTemplate, _ escaper: MailEscaper, _ schedule: Schedule,
    _ sink: inout ByteSink, _ problems: inout [Diagnostic]
  ) -> Bool {
    if job.options.isBrief, let place = template.library.place(of: "unchanged") {
      var findings = TemplateFindings()
      let isWhole = Renderer(library: template.library, escaper: escaper).render(
        place, stack: [root], to: &sink, findings: &findings, schedule: schedule)
      problems += findings.diagnostics(in: template.library)
      return isWhole
    }
    let document = ReportDocument(
      template: template, escaper: escaper, target: .mail, base: job.report.base)
    return document.write(root, schedule: schedule, to: &sink, problems: &problems)
  }

  private func view(_ report: Report) -> ReportView {
    var signs = Signs()
    signs.isCompact = job.options.isCompact
    signs.cutsTexts = true
    signs.avoidsPictures = true
    signs.detailLines = 6
    signs.mostListed = job.options.mostListed ?? 6
    return ReportView(report, signs: signs, followsRelativeAddresses: false, icons: [])
  }

  /// What stands before and behind the content, finished.
  private func frame(
    _ template: TargetTemplate, _ escaper: MailEscaper, _ style: MailStyle, _ theme: Theme,
    _ problems: inout [Diagnostic]
  ) -> (head: String, tail: String)? {
    let root = Value.record(ReportScope(view(job.report)), 0)
    let shell = Value.record(
      MailShell(style: style, schemes: theme.tokens.dark.isEmpty ? "light" : "light dark"), 0)
    guard
      let (frame, findings) = Renderer(library: template.library, escaper: escaper)
        .render(MailShell.name, stack: [root, shell]),
      let (head, tail) = PageTarget.split(frame)
    else {
      problems.append(
        Diagnostic(
          .error, "no-shell",
          "template '\(job.templateName)' has no mail/shell.html with '{{{content}}}' in it"))
      return nil
    }
    problems += findings.diagnostics(in: template.library)
    return (MailWriter.finished(head, style), MailWriter.finished(tail, style))
  }
}
