internal import Diagnostics
internal import Model

/// The filters that the page offers directly (`filters.fast`).
enum FastFilters {
  private static let names = ["urgency", "category", "kind", "change"]

  /// The dataset's filters; otherwise the filters that distinguish the messages: the categories,
  /// and others for many messages.
  ///
  /// - Parameter categories: The number of the dataset's categories in the report. Sections of an
  ///   urgency are not among them.
  static func choose(
    _ settings: Dataset.FilterSettings, _ messages: [Message], categories: Int,
    hasBaseline: Bool
  ) -> [String] {
    let offered = names.filter { $0 != "change" || hasBaseline }
    if let fast = settings.fast {
      var chosen: [String] = []
      for name in fast where offered.contains(name) && !chosen.contains(name) {
        chosen.append(name)
      }
      return chosen
    }
    let isMany = messages.count > settings.threshold
    let isMixed = messages.contains { $0.urgency != messages[0].urgency }
    return offered.filter { name in
      switch name {
      case "category": categories > 1
      case "urgency": isMany && isMixed
      case "change": isMany
      default: false
      }
    }
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
