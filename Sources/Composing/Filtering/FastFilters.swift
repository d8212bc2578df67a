internal import Diagnostics
internal import Model

/// The filters that the page offers directly (`filters.fast`).
enum FastFilters {
  private static let names = ["urgency", "category", "kind", "change"]
  /// More categories make no useful fast filter.
  private static let mostCategories = 24

  /// The dataset's filters; otherwise, for many messages, the filters that distinguish them. The
  /// filter by category is separate (see "Filter by category"); it is excluded if there are too
  /// many categories.
  static func choose(
    _ settings: Dataset.FilterSettings, _ messages: [Message], categories: Int,
    hasBaseline: Bool
  ) -> [String] {
    let offered = names.filter { name in
      (name != "change" || hasBaseline)
        && (name != "category" || categories <= mostCategories)
    }
    if let fast = settings.fast {
      var chosen: [String] = []
      for name in fast where offered.contains(name) && !chosen.contains(name) {
        chosen.append(name)
      }
      return chosen
    }
    guard messages.count > settings.threshold else { return [] }
    let isMixed = messages.contains { $0.urgency != messages[0].urgency }
    return offered.filter { $0 == "change" || ($0 == "urgency" && isMixed) }
  }

  /// Warns about unknown names, which are ignored.
  static func check(_ dataset: Dataset, _ diagnostics: inout [Diagnostic]) {
    guard let settings = dataset.filters, let fast = settings.fast else { return }
    for name in fast.prefix(100) where !names.contains(name) {
      diagnostics.append(
        Diagnostic(
          .warning, "unknown-fast-filter", "unknown fast filter \(VisibleText.quoted(name))",
          at: settings.fastSource.map { dataset.location($0) },
          help: Suggestion.help(for: name, among: names)
            .or("valid filters: \(names.joined(separator: ", "))")))
    }
  }
}
