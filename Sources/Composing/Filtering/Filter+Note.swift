internal import Localization
internal import Model

extension Filter {
  /// "Filtered by Urgency: Error, Warning. 15 of 27 messages are shown."; nil without a filter (see
  /// "Filter option and address").
  func note(
    _ locale: Locale, _ assignment: CategoryAssignment, messages: (shown: Int, total: Int),
    entries: (shown: Int, total: Int)?
  ) -> String? {
    if conditions.isEmpty { return nil }
    var shown: [String] = []
    if concernsMessages { shown.append(count(.shownOf, messages, locale)) }
    if concernsEntries, let entries { shown.append(count(.entriesShownOf, entries, locale)) }
    let filters = conditions.map { condition in
      let (key, values) = labels(condition, locale, assignment)
      return locale.string(
        .labelWithValue, ["label": locale.string(key), "value": locale.list(values)])
    }
    return locale.string(
      .filteredBy,
      ["filters": filters.joined(separator: " · "), "shown": locale.list(shown)])
  }

  private func count(_ key: StringKey, _ count: (shown: Int, total: Int), _ locale: Locale)
    -> String
  {
    locale.string(
      key, ["shown": locale.number(count.shown), "total": locale.number(count.total)])
  }

  /// The key of the condition's label, and the labels of its values.
  private func labels(
    _ condition: Condition, _ locale: Locale, _ assignment: CategoryAssignment
  ) -> (StringKey, [String]) {
    switch condition {
    case .urgency(let values):
      (.filterUrgency, values.sorted(by: >).map { locale.word(for: $0) })
    case .kind(let values):
      (.filterKind, Filter.inOrder(values).map { locale.word(for: $0) })
    case .change(let values):
      (.filterChange, Filter.inOrder(values).map { locale.word(for: $0) })
    case .category(let slots, let unknown):
      (
        .filterCategory,
        marked(slots.sorted().map { assignment.slots[$0].title } + unknown, locale)
      )
    case .field(_, let labels, _, let written): (labels.filter, marked(written, locale))
    case .file(_, let written): (.filterFile, marked(written, locale))
    case .text(_, let written): (.filterText, marked(written, locale))
    case .tense(let values):
      (.filterTense, Filter.inOrder(values).map { locale.word(for: $0) })
    case .status(let values):
      (
        .filterStatus,
        Filter.inOrder(values).map { status in
          locale.word(for: status).filled ?? status.rawValue
        }
      )
    }
  }

  private func marked(_ values: [String], _ locale: Locale) -> [String] {
    values.map { PhraseValue.marked($0, inRightToLeft: locale.isRightToLeft) }
  }

  private static func inOrder<Value: CaseIterable & Hashable>(_ values: Set<Value>) -> [Value] {
    Value.allCases.filter { values.contains($0) }
  }
}
