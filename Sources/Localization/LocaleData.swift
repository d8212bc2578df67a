import Synchronization
internal import Time

/// The entries of a strings file, completed by those of its fallbacks.
final class LocaleData: Sendable {
  struct Numbers: Sendable {
    var group = ","
    /// The least number of digits before the first separator.
    var minimumGrouping = 1
    var decimal = "."
    var percent = Phrase("{number}%")
  }

  let tag: String
  let name: String
  let isRightToLeft: Bool
  let isLowerAfterLabel: Bool
  let plurals: PluralRules
  let numbers: Numbers
  let calendar: CalendarData
  private let patterns: [String: DatePattern]
  private let strings: [String: Phrase]
  private let units: [String: Phrase]
  private let counts: [String: [CountForm]]
  private let fallback: LocaleData?
  private let sortedKeys = Mutex<[String]?>(nil)

  init(_ entries: LocaleEntries, fallback: LocaleData?) {
    tag = entries.tag ?? fallback?.tag ?? "en"
    name = entries.name ?? fallback?.name ?? ""
    isRightToLeft = entries.isRightToLeft ?? fallback?.isRightToLeft ?? false
    isLowerAfterLabel = entries.isLowerAfterLabel ?? fallback?.isLowerAfterLabel ?? false
    plurals = entries.plurals ?? fallback?.plurals ?? PluralRules()
    var numbers = fallback?.numbers ?? Numbers()
    if let group = entries.group { numbers.group = group }
    if let count = entries.minimumGrouping { numbers.minimumGrouping = count }
    if let decimal = entries.decimal { numbers.decimal = decimal }
    if let percent = entries.percent { numbers.percent = Phrase(percent) }
    self.numbers = numbers
    var calendar = fallback?.calendar ?? CalendarData()
    if let weekday = entries.firstWeekday { calendar.weeks.firstWeekday = weekday }
    if let days = entries.minimalDays { calendar.weeks.minimalDays = days }
    for (list, names) in entries.names { calendar.set(list, names) }
    if let zones = entries.zones { calendar.zones = zones }
    self.calendar = calendar
    patterns = entries.patterns
    strings = entries.strings
    units = entries.units
    counts = entries.counts
    self.fallback = fallback
  }

  /// The value of the first file that has it.
  private func first<Found>(_ find: (LocaleData) -> Found?) -> Found? {
    var file: LocaleData? = self
    while let data = file {
      if let found = find(data) { return found }
      file = data.fallback
    }
    return nil
  }

  func phrase(_ key: String) -> Phrase? { first { $0.strings[key] } }

  func unit(_ key: String) -> Phrase? { first { $0.units[key] } }

  func pattern(_ key: String) -> DatePattern? { first { $0.patterns[key] } }

  /// A phrase in its plural form for a number. A fallback's phrase uses that file's rules.
  ///
  /// - Parameter noun: What is counted; a file may have other forms for it.
  func count(_ key: String, _ number: Int, of noun: String?) -> Phrase? {
    first { file in
      let category = file.plurals.category(of: number)
      let forms = noun.flatMap { file.counts["\(key).\($0)"] } ?? file.counts[key] ?? []
      return (forms.first { $0.category == category } ?? forms.first { $0.category == .other })?
        .phrase
    }
  }

  /// The sorted keys that `phrase` knows. They are collected once, since only templates need them.
  var stringKeys: [String] {
    if let known = sortedKeys.withLock({ $0 }) { return known }
    // Reasons are sentences of importers; no template uses them.
    var keys = strings.keys.filter { !$0.hasPrefix(Locale.reasonPrefix) }.sorted()
    if let fallback { keys = Self.merged(keys, fallback.stringKeys) }
    sortedKeys.withLock { $0 = keys }
    return keys
  }

  /// Merges two sorted lists and removes duplicates.
  private static func merged(_ first: [String], _ second: [String]) -> [String] {
    var merged: [String] = []
    merged.reserveCapacity(first.count + second.count)
    var next = 0
    for text in first {
      // Usually both lists have the same text; comparing for equality is faster than for order.
      while next < second.count, second[next] != text, second[next] < text {
        merged.append(second[next])
        next += 1
      }
      if next < second.count, second[next] == text { next += 1 }
      merged.append(text)
    }
    return merged + second[next...]
  }
}
