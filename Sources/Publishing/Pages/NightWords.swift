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
      ("new", changes.new), ("fixed", changes.fixed), ("still", changes.still),
    ].filter { $0.1 > 0 }
    if changes.new == 0, changes.fixed == 0 { return locale.string("noChanges") }
    return locale.list(parts.map { locale.count($0.0, $0.1) })
  }

  func record(_ night: Night, url: String) -> [String: Value] {
    [
      "url": .address(url), "urgency": .text(night.urgency.rawValue),
      "urgencyWord": .text(urgencyWord(night)), "time": .text(time(night)),
      "machineTime": .text(night.machineTime), "text": Value(site: night.text),
      "changes": Value(site: changes(night)),
    ]
  }

  /// Bars for the last nights, as high as they had messages, in a box of this height.
  static func bars(_ values: [(value: Int, urgency: Urgency)], height: Int) -> Value {
    let most = max(values.map(\.value).max() ?? 1, 1)
    return .sites(
      values.enumerated().map { place, bar in
        let size = max(2, bar.value * height / most)
        return [
          "urgency": .text(bar.urgency.rawValue), "x": .number(place * 5),
          "y": .number(height - size), "height": .number(size),
        ]
      })
  }
}
