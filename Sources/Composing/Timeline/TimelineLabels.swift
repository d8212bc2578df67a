package import Localization
import Model

extension Report.Entry {
  /// "current, in progress, start": the words for colour and shape (see "Nodes" and "Colours of the
  /// timeline").
  package func label(_ locale: Locale) -> String {
    let parts = [
      locale.word(for: tense), locale.word(for: entry.status),
      entry.milestone.map { locale.word(for: $0) } ?? "",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: locale.string(.listSeparator))
  }
}

extension Report.Timeline {
  /// "73 earlier": the entries left out by a budget above the first shown entry, or below the last;
  /// nil for none. If no entry is shown, use `leftOut` instead.
  package func leftOutText(above: Bool, _ locale: Locale) -> String? {
    if groups.isEmpty { return nil }
    let isEarlier = above != isDescending
    let count = isEarlier ? leftOut.earlier : leftOut.later
    return count > 0 ? locale.count(isEarlier ? .earlier : .later, count) : nil
  }

  /// Whether any entry is shown or counted.
  package var hasEntries: Bool { !entries.isEmpty || leftOut.count > 0 }
}

extension Report.Preview {
  /// The entries to show: the compact window for a target with known compact width, else the
  /// regular one. `isExtra` marks entries that are hidden on compact screens (see "Choice of
  /// entries").
  package func shown(on width: ScreenWidth) -> [Int] {
    width == .compact ? Array(items[compact]) : items
  }

  /// Whether an index of `items` is in the regular window only.
  package func isExtra(_ index: Int, on width: ScreenWidth) -> Bool {
    width == .regular && !compact.contains(index)
  }
}
