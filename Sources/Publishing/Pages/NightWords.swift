import Basics
import Composing
import Model
import Templating

/// What a site's pages say of nights, in one language.
struct NightWords {
  let locale: Locale

  func time(_ night: Night) -> String {
    locale.pattern("dateTime").format(night.wall, locale: locale)
  }
  func date(_ night: Night) -> String { locale.pattern("date").format(night.date, locale: locale) }

  /// "Next report due: 21 Nov 2026, 15:12", as the clocks of a night's place show it.
  func due(_ limit: Instant, _ night: Night) -> String {
    let wall = CivilDateTime(seconds: limit.adding(seconds: Int64(night.offset)).seconds)
    return locale.string(
      "nextDue", ["time": locale.pattern("dateTime").format(wall, locale: locale)])
  }

  /// Never the word of a good night for one that nothing is known of.
  func urgencyWord(_ night: Night) -> String {
    night.isMissing ? locale.string("noReport") : locale.word(for: night.urgency)
  }

  /// "2 new, 1 fixed"; nil where nothing was compared.
  func changes(_ night: Night) -> String? {
    guard let changes = night.changes else { return nil }
    let parts = [
      ("new", changes.new), ("fixed", changes.fixed), ("unseen", changes.unseen),
      ("still", changes.still), ("worse", changes.worse),
    ].filter { $0.1 > 0 }
    if changes.new + changes.fixed + changes.unseen + changes.worse == 0 {
      return locale.string("noChanges")
    }
    return locale.list(parts.map { locale.count($0.0, $0.1) })
  }

  func record(_ night: Night, url: String) -> [String: Value] {
    [
      "url": .address(url), "urgency": .text(night.urgency.rawValue),
      "urgencyWord": .text(urgencyWord(night)), "time": .text(time(night)),
      "machineTime": .text(night.machineTime), "text": Value(site: night.text),
      "changes": Value(site: changes(night)), "missing": .flag(night.isMissing),
      "mark": .text(Self.mark(night)),
      "count": Value(site: night.total > 0 ? locale.number(night.total) : nil),
    ]
  }

  /// What a bar or a sign is drawn as: a night that nothing is known of is none of the urgencies.
  static func mark(_ night: Night) -> String { night.isMissing ? missing : night.urgency.rawValue }
  static let missing = "missing"

  /// How many nights were of each mark: first those that nothing is known of, then the worst.
  func tally(_ marks: [String]) -> [(mark: String, word: String, count: Int)] {
    let words =
      [(Self.missing, locale.string("noReport"))]
      + Urgency.allCases.reversed().map { ($0.rawValue, locale.word(for: $0)) }
    return words.compactMap { mark, word in
      let count = marks.count { $0 == mark }
      return count > 0 ? (mark, word, count) : nil
    }
  }

  /// The same as records: what a mark means and, where they are counted, how often it is there.
  func records(_ marks: [String], areCounted: Bool = true) -> Value {
    .sites(
      tally(marks).map { mark, word, count in
        [
          "mark": .text(mark), "missing": .flag(mark == Self.missing), "urgency": .text(mark),
          "urgencyWord": .text(word), "count": areCounted ? .text(locale.number(count)) : .absent,
        ]
      })
  }

  /// Bars for the last nights, as high as they had messages, in a box of this height; the latest
  /// stands at the box's end.
  static func bars(_ nights: [LatestFile.Recent], height: Int) -> Value {
    let most = max(nights.map(\.total).max() ?? 1, 1)
    let offset = LatestFile.length - nights.count
    return .sites(
      nights.enumerated().map { place, night in
        let size = night.mark == missing ? height : max(3, night.total * height / most)
        return [
          "mark": .text(night.mark),
          "x": .number((offset + place) * 5), "y": .number(height - size),
          "height": .number(size),
        ]
      })
  }
}
