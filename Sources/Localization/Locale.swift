package import Diagnostics
package import JSON
package import Time

/// The words, plural rules and date patterns of one language, from `Templates/strings/`. The
/// machine's locale has no effect.
package struct Locale: Sendable {
  package var tag: String { data.tag }
  /// The language's name in the language itself.
  package var name: String { data.name }
  package var isRightToLeft: Bool { data.isRightToLeft }
  // A reference, so that copies of a locale are cheap.
  private let data: LocaleData

  /// Skips invalid entries of the file; `read` also reports them.
  package init(_ json: JSONValue, fallback: Locale? = nil) {
    self = Locale.read(json, fallback: fallback).0
  }

  /// Reads a strings file. Missing and invalid entries come from `fallback`. Each invalid entry is
  /// a diagnostic.
  package static func read(_ json: JSONValue, fallback: Locale? = nil) -> (Locale, [Diagnostic]) {
    let (entries, diagnostics) = LocaleReader.read(json, fallback: fallback?.data)
    return (Locale(LocaleData(entries, fallback: fallback?.data)), diagnostics)
  }

  private init(_ data: LocaleData) {
    self.data = data
  }

  var calendar: CalendarData { data.calendar }
  package var weeks: WeekRule { data.calendar.weeks }
  package var plurals: PluralRules { data.plurals }

  /// The keys that `string` knows, sorted.
  package var stringKeys: [String] { data.stringKeys }

  func phrase(_ key: String) -> Phrase? { data.phrase(key) }

  var numbers: LocaleData.Numbers { data.numbers }

  func unit(_ key: UnitKey) -> Phrase { data.unit(key.rawValue) ?? Phrase("{number} \(key)") }

  package func hasString(named key: String) -> Bool { data.phrase(key) != nil }

  /// A phrase with its placeholders, from this language or a fallback; the key if there is none.
  package func string(_ key: StringKey) -> String { string(named: key.rawValue) }

  /// A phrase by its key in the strings file, for phrases that only a template uses.
  package func string(named key: String) -> String {
    data.phrase(key)?.text ?? key
  }

  /// A phrase with its placeholders filled in. Placeholders in values are not filled in.
  package func string(_ key: StringKey, _ values: [String: String]) -> String {
    data.phrase(key.rawValue)?.filled { values[$0] } ?? key.rawValue
  }

  /// A phrase under `counts` in the plural form of `count`, with `{count}` and other placeholders
  /// filled in.
  ///
  /// - Parameter noun: The counted noun before the phrase, which an adjective agrees with: "7 errors,
  ///   5 new".
  package func count(
    _ key: CountKey, _ count: Int, of noun: CountKey? = nil, _ values: [String: String] = [:]
  ) -> String {
    let number = number(count)
    guard let phrase = data.count(key.rawValue, count, of: noun?.rawValue) else {
      return "\(number) \(key)"
    }
    return phrase.filled { $0 == "count" ? number : values[$0] }
  }

  /// "3 errors, 12 warnings": one after the other, without an "and".
  package func list(_ items: [String]) -> String {
    items.joined(separator: string(.listSeparator))
  }

  /// "Warnings: 12": the phrase `labelWithValue`.
  package func labeled(_ label: String, _ value: String) -> String {
    let key = StringKey.labelWithValue.rawValue
    return data.phrase(key)?.filled { $0 == "label" ? label : $0 == "value" ? value : nil } ?? key
  }

  /// A phrase as it follows a label: "all clear" instead of "All clear", in languages that do so.
  package func afterLabel(_ text: String) -> String {
    guard data.isLowerAfterLabel, let first = text.first, first.isUppercase,
      text.dropFirst().first?.isLowercase == true
    else { return text }
    return first.lowercased() + text.dropFirst()
  }

  /// "1 hour 12 minutes": the two largest units, the rest cut off.
  package func duration(seconds: Int) -> String {
    let seconds = max(seconds, 0)
    let units: [(CountKey, Int, Int)] = [
      (.days, 86_400, .max), (.hours, 3_600, 24), (.minutes, 60, 60), (.seconds, 1, 60),
    ]
    for (index, (key, length, _)) in units.enumerated() where seconds >= length {
      let larger = count(key, seconds / length)
      guard index + 1 < units.count else { return larger }
      let (smallerKey, smallerLength, limit) = units[index + 1]
      let rest = seconds / smallerLength % limit
      if rest == 0 { return larger }
      return string(
        .durationOfTwo, ["larger": larger, "smaller": count(smallerKey, rest)])
    }
    return count(.seconds, 0)
  }

  /// One of the file's date patterns, such as `dateTime`.
  package func pattern(_ key: PatternKey) -> DatePattern {
    data.pattern(key.rawValue) ?? DatePattern(literal: key.rawValue)
  }
}

extension Locale {
  /// "Friday" or "Fri", in the standalone form.
  package func weekday(of date: CivilDate, isWide: Bool) -> String {
    calendar.weekdaysAlone.name(date.weekday.rawValue, isWide: isWide)
  }
}
