import Basics
import Composing
import Diagnostics
import Rendering

extension Publisher {
  /// The fewest runs for which another thread takes less time than it needs to begin.
  private static let fewestRunsForThread = 10

  /// Begins a thread for the pages about several runs, which reads the templates of all pages, too; nil
  /// where it would be of no use.
  func beginPages(of history: ProjectHistory, _ settings: Composer.Settings) -> EarlyPages? {
    // Projects that are published side by side have all threads at work already.
    guard siblings == nil, Workers.available > 1,
      history.index.count >= Self.fewestRunsForThread
    else { return nil }
    let months = history.lastMonths(with: ProjectOverview.trendLength).filter { $0.known == nil }
    return EarlyPages(reading: months) { [store, template, theme, locale = settings.locale] in
      // What is wrong with them is said when they are asked for.
      var problems: [Diagnostic] = []
      ReportRenderer.readPage(template, locale, in: store)
      _ = SiteRenderer(
        template: template, theme: theme, in: store, locale: locale, names: SiteRecord.names,
        problems: &problems)
    }
  }
}
