package import Composing
package import Diagnostics
import Markup
import Templating
package import Text
internal import Threads

/// Consumes rendered bytes and empties the sink. Returns false to stop the rendering.
package typealias Outlet = (inout ByteSink) -> Bool

/// Renders a report to any target with one template and one theme.
package struct ReportRenderer: Sendable {
  let report: Report
  let store: AssetStore
  let templateName: String
  let themeName: String
  private(set) var options: RenderOptions
  /// The frame that a site adds to a page.
  let frame: PageFrame?
  /// The number of threads for long lists.
  let threads: Int

  package init(
    _ report: Report, store: AssetStore, template: String = "default", theme: String = "horizon",
    options: RenderOptions = RenderOptions(), frame: PageFrame? = nil,
    threads: Int = Workers.available
  ) {
    self.report = report
    self.store = store
    templateName = template
    themeName = theme
    self.options = options
    self.frame = frame
    self.threads = threads
  }

  /// Renders a format. If a diagnostic is an error, the output must be discarded.
  package func render(_ format: OutputFormat, to outlet: @escaping Outlet) -> [Diagnostic] {
    format.render(limited(for: format), outlet).distinct
  }

  /// The same renderer with the format's own budget if none is set.
  private func limited(for format: OutputFormat) -> ReportRenderer {
    var renderer = self
    renderer.options.budget = options.budget ?? format.defaultBudget
    return renderer
  }

  /// Renders the HTML body of a mail. `shown` is the report reduced to the budget, so that another
  /// body of the same mail can show the same; nil when there is no body.
  package func mailBody() -> (body: [UInt8], shown: Report?, [Diagnostic]) {
    let collector = ByteCollector()
    let result = MailTarget(limited(for: .mail)).render(to: collector.collect)
    return (collector.bytes, result.shown, result.problems.distinct)
  }

  /// The complete output of a format.
  package func bytes(_ format: OutputFormat) -> ([UInt8], [Diagnostic]) {
    let collector = ByteCollector()
    let problems = render(format, to: collector.collect)
    return (collector.bytes, problems)
  }

  /// Renders a page that links its style sheet and its script.
  ///
  /// - Parameter folder: The address of the folder of the linked files, with a slash at the end.
  /// - Returns: The linked files, which must exist before the page.
  package func linkedPage(
    assetsIn folder: String, to outlet: @escaping Outlet
  ) -> (assets: [PageAsset], problems: [Diagnostic]) {
    let result = PageTarget(self, assetsIn: folder).render(to: outlet)
    return (result.assets, result.problems.distinct)
  }

  /// The complete bytes of such a page.
  package func linkedPage(
    assetsIn folder: String
  ) -> (page: [UInt8], assets: [PageAsset], problems: [Diagnostic]) {
    let collector = ByteCollector()
    let (assets, problems) = linkedPage(assetsIn: folder, to: collector.collect)
    return (collector.bytes, assets, problems)
  }

  /// An outlet that collects the bytes.
  private final class ByteCollector {
    private(set) var bytes: [UInt8] = []

    func collect(_ sink: inout ByteSink) -> Bool {
      bytes += sink.bytes
      sink.bytes.removeAll(keepingCapacity: true)
      return true
    }
  }
}

extension [Diagnostic] {
  /// The diagnostics without those that repeat another one. A rendering may repeat a problem found
  /// in the template, and knows less of a name.
  fileprivate var distinct: [Diagnostic] {
    var seen: Set<Diagnostic> = []
    var names: Set<SourceLocation> = []
    return filter { problem in
      if problem.id == "unknown-name", let location = problem.location,
        !names.insert(location).inserted
      {
        return false
      }
      return seen.insert(problem).inserted
    }
  }
}
