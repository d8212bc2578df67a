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
    options: RenderOptions = RenderOptions(), threads: Int = 2
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

  /// Renders the HTML body of a mail. `shown` is what of the report has room there, so that another
  /// body of the same mail can show the same; nil when there is no body.
  package func mailBody() -> (body: [UInt8], shown: Report?, [Diagnostic]) {
    var shown: Report?
    let collector = ByteCollector()
    let problems = MailTarget(self).render(to: collector.take) { shown = $0 }
    var said: Set<Diagnostic> = []
    return (collector.bytes, shown, problems.filter { said.insert($0).inserted })
  }

  /// A target's whole output.
  package func bytes(_ target: Target) -> ([UInt8], [Diagnostic]) {
    let collector = ByteCollector()
    let problems = render(target, to: collector.take)
    return (collector.bytes, problems)
  }

  /// An outlet that keeps what it is given.
  private final class ByteCollector {
    private(set) var bytes: [UInt8] = []

    func take(_ sink: inout ByteSink) -> Bool {
      bytes += sink.bytes
      sink.bytes.removeAll(keepingCapacity: true)
      return true
    }
  }
}
