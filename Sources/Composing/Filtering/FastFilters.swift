internal import Diagnostics
internal import Model

/// The filters that the dataset wants at hand, `filters.fast`.
enum FastFilters {
  private static let names = ["urgency", "category", "kind", "change"]

  /// Those that there are not; the page does without them.
  static func check(_ dataset: Dataset, _ diagnostics: inout [Diagnostic]) {
    guard let settings = dataset.filters, let fast = settings.fast else { return }
    for name in fast.prefix(100) where !names.contains(name) {
      diagnostics.append(
        Diagnostic(
          .warning, "unknown-fast-filter", "unknown fast filter \(VisibleText.quoted(name))",
          at: settings.fastSource.map { dataset.location($0) },
          help: Suggestion.help(for: name, among: names)
            .or("they are \(names.joined(separator: ", "))")))
    }
  }
}
