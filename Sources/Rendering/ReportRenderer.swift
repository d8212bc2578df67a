package import Basics
package import Composing
package import Diagnostics
import Markup
import Templating

/// Takes rendered bytes and empties the sink; false when nobody wants more.
package typealias Outlet = (inout ByteSink) -> Bool

/// Renders one report to any format, with one template and one theme.
package struct ReportRenderer: Sendable {
  let report: Report
  let store: AssetStore
  let templateName: String
  let themeName: String
  private(set) var options: RenderOptions
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

  /// Renders a format into an outlet. When a diagnostic is an error nothing that was written counts.
  package func render(_ format: OutputFormat, to outlet: @escaping Outlet) -> [Diagnostic] {
    var said: Set<Diagnostic> = []
    // What a template's own look has found, rendering may find once more.
    return format.render(limited(for: format), outlet).filter { said.insert($0).inserted }
  }

  /// The same with the format's own budget where none is set.
  private func limited(for format: OutputFormat) -> ReportRenderer {
    var renderer = self
    renderer.options.budget = options.budget ?? format.defaultBudget
    return renderer
  }

  /// Renders the HTML body of a mail. `shown` is what of the report has room there, so that another
  /// body of the same mail can show the same; nil when there is no body.
  package func mailBody() -> (body: [UInt8], shown: Report?, [Diagnostic]) {
    let collector = ByteCollector()
    let (shown, problems) = MailTarget(limited(for: .mail)).render(to: collector.take)
    var said: Set<Diagnostic> = []
    return (collector.bytes, shown, problems.filter { said.insert($0).inserted })
  }

  /// A format's whole output.
  package func bytes(_ format: OutputFormat) -> ([UInt8], [Diagnostic]) {
    let collector = ByteCollector()
    let problems = render(format, to: collector.take)
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
