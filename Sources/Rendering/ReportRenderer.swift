package import Basics
package import Composing
package import Diagnostics
import Markup
import Templating

/// Takes rendered bytes and empties the sink; false when nobody wants more.
package typealias Outlet = (inout ByteSink) -> Bool

/// Renders one report to any target, with one template and one theme.
package struct ReportRenderer: Sendable {
  let report: Report
  let store: AssetStore
  let templateName: String
  let themeName: String
  let options: RenderOptions
  /// How many threads a long list is spread over.
  let threads: Int

  package init(
    _ report: Report, store: AssetStore, template: String = "default", theme: String = "horizon",
    options: RenderOptions = RenderOptions(), threads: Int = Workers.available
  ) {
    self.report = report
    self.store = store
    templateName = template
    themeName = theme
    self.options = options
    self.threads = threads
  }

  /// Renders a target into an outlet. When a diagnostic is an error nothing that was written counts.
  package func render(_ target: Target, to outlet: @escaping Outlet) -> [Diagnostic] {
    let problems =
      switch target {
      case .page: PageTarget(self).render(to: outlet)
      case .mail: MailTarget(self).render(to: outlet)
      case .markdown: MarkdownTarget(self).render(to: outlet)
      case .text: TextTarget(self).render(to: outlet)
      case .json: JSONTarget(report).render(to: outlet)
      }
    // What a template's own look has found, rendering may find once more.
    var said: Set<Diagnostic> = []
    return problems.filter { said.insert($0).inserted }
  }

  /// Renders the body of a mail into an outlet; with it comes what of the report has room there, so
  /// that another body of the same mail can say the same.
  package func renderMail(to outlet: @escaping Outlet) -> (shown: Report?, [Diagnostic]) {
    var shown: Report?
    let problems = MailTarget(self).render(to: outlet) { shown = $0 }
    var said: Set<Diagnostic> = []
    return (shown, problems.filter { said.insert($0).inserted })
  }

  /// A target's output as one string, for what is small.
  package func string(_ target: Target) -> (String, [Diagnostic]) {
    let gathered = Gathered()
    let problems = render(target) { sink in
      gathered.bytes += sink.bytes
      sink.bytes.removeAll(keepingCapacity: true)
      return true
    }
    return (String(decoding: gathered.bytes, as: UTF8.self), problems)
  }

  private final class Gathered {
    var bytes: [UInt8] = []
  }
}
