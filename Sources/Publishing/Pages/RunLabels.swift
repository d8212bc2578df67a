import Basics
import Composing
import Model
import Templating

/// What a site's pages say of nights, in one language.
struct RunLabels {
  let locale: Locale

  func time(_ night: PublishedRun) -> String {
    locale.pattern(.dateTime).format(night.wall, locale: locale)
  }
  func date(_ night: PublishedRun) -> String {
    locale.pattern(.date).format(night.date, locale: locale)
  }

  /// "Next report due: 21 Nov 2026, 15:12", as the clocks of a night's place show it.
  func due(_ limit: Instant, _ night: PublishedRun) -> String {
    let wall = CivilDateTime(seconds: limit.adding(seconds: Int64(night.offset)).seconds)
    return locale.string(
      .nextDue, ["time": locale.pattern(.dateTime).format(wall, locale: locale)])
  }

  /// How a night went in a word: of one that did not come to its end this, and never the word of a
  /// good night for one that nothing is known of.
  func urgencyWord(_ night: PublishedRun) -> String {
    guard let outcome = Self.outcomes.first(where: { $0.mark == Self.outcome(night) }) else {
      return locale.word(for: night.urgency)
    }
    return locale.string(outcome.key)
  }

  /// "2 new, 1 fixed"; nil where nothing was compared.
  func changes(_ night: PublishedRun) -> String? { night.changes?.text(locale) }

  func record(_ night: PublishedRun, url: String) -> [String: Value] {
    [
      "url": .address(url), "urgency": .text(night.urgency.rawValue),
      "urgencyWord": .text(urgencyWord(night)), "time": .text(time(night)),
      "machineTime": .text(night.machineTime), "text": Value(site: night.text),
      "changes": Value(site: changes(night)), "missing": .flag(night.isMissing),
      "mark": .text(Self.mark(night)), "stopped": Value(site: Self.stopped(night)),
      "severityWord": Value(
        site: Self.stopped(night) == nil ? nil : locale.word(for: night.urgency)),
      "count": Value(site: Self.count(night).map { locale.number($0) }),
    ]
  }

  /// What a bar or a sign is drawn as: a night that nothing is known of is none of the urgencies.
  static func mark(_ night: PublishedRun) -> String {
    night.isMissing ? missing : night.urgency.rawValue
  }
  static let missing = "missing"

  /// How many messages were as bad as the sign beside the number says; of a night whose sign speaks
  /// of the run none.
  private static func count(_ night: PublishedRun) -> Int? {
    night.isPartial ? nil : night.counts[night.urgency].flatMap { $0 > 0 ? $0 : nil }
  }

  /// `failed` or `canceled`: what arrived is not all there was to find.
  static func stopped(_ night: PublishedRun) -> String? {
    night.isPartial && !night.isMissing ? night.status?.rawValue : nil
  }

  /// What says more of a night than its urgency.
  private static func outcome(_ night: PublishedRun) -> String? {
    night.isMissing ? missing : stopped(night)
  }
  private static let outcomes: [(mark: String, key: StringKey)] = [
    (mark: missing, key: .noReport), (mark: "failed", key: .nightFailed),
    (mark: "canceled", key: .nightCanceled),
  ]

  /// How many nights were of each mark: first those that did not come to their end, then the worst.
  func tally(_ marks: [String]) -> [(mark: String, word: String, count: Int)] {
    let words =
      Self.outcomes.map { ($0.mark, locale.string($0.key)) }
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
          "mark": .text(mark), "missing": .flag(mark == Self.missing),
          "urgency": Value(site: Urgency(rawValue: mark)?.rawValue), "urgencyWord": .text(word),
          "count": areCounted ? .text(locale.number(count)) : .absent,
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
