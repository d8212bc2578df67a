package import Basics
package import Composing
package import Diagnostics
import Markup
import Templating

/// Consumes rendered bytes and empties the sink. Returns false to stop the rendering.
package typealias Outlet = (inout ByteSink) -> Bool

/// Renders a report to any target with one template and one theme.
package struct ReportRenderer: Sendable {
  let report: Report
  let store: AssetStore
  let templateName: String
  let themeName: String
  let options: RenderOptions
  /// The number of threads for long lists.
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

  /// Renders a target. If a diagnostic is an error, the output must be discarded.
  package func render(_ target: Target, to outlet: @escaping Outlet) -> [Diagnostic] {
    let problems =
      switch target {
      case .page: PageTarget(self).render(to: outlet)
      case .mail: MailTarget(self).render(to: outlet).problems
      case .markdown: MarkdownTarget(self).render(to: outlet)
      case .text: TextTarget(self).render(to: outlet)
      case .json: JSONTarget(report).render(to: outlet)
      }
    // Rendering may repeat problems found in the template.
    var said: Set<Diagnostic> = []
    return problems.filter { said.insert($0).inserted }
  }

  /// Renders the body of a mail. Returns the report reduced to the budget, so that the other body
  /// can contain the same.
  package func renderMail(to outlet: @escaping Outlet) -> (shown: Report?, [Diagnostic]) {
    let result = MailTarget(self).render(to: outlet)
    var said: Set<Diagnostic> = []
    return (result.shown, result.problems.filter { said.insert($0).inserted })
  }

  /// The output of a target as a string, for small reports.
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
