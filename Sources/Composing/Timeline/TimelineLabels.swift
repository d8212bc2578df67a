package import Basics
import Model

extension Report.Entry {
  /// "current, in progress, start": the words for what colour and shape say (T5, T6).
  package func label(_ locale: Locale) -> String {
    let parts = [
      locale.word(for: tense), locale.word(for: entry.status),
      entry.milestone.map { locale.word(for: $0) } ?? "",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: locale.string(.listSeparator))
  }
}

extension Report.Timeline {
  /// "73 earlier": what a budget left out above the first entry that is shown, or below the last;
  /// nil when nothing is. Without any entry there are no two ends: see `leftOut`.
  package func leftOutText(above: Bool, _ locale: Locale) -> String? {
    if groups.isEmpty { return nil }
    let isEarlier = above != isDescending
    let count = isEarlier ? leftOut.earlier : leftOut.later
    return count > 0 ? locale.count(isEarlier ? .earlier : .later, count) : nil
  }

  /// Whether anything of it is shown or counted.
  package var hasEntries: Bool { !entries.isEmpty || leftOut.count > 0 }
}

extension Report.Preview {
  /// The entries that a target shows: the compact window where the target is told its width, else the
  /// regular one, of which `isExtra` are hidden in compact (P3).
  package func shown(on width: ScreenWidth) -> [Int] {
    width == .compact ? Array(items[compact]) : items
  }

  /// Whether an index of `items` is in the regular window only.
  package func isExtra(_ index: Int, on width: ScreenWidth) -> Bool {
    width == .regular && !compact.contains(index)
  }
}
