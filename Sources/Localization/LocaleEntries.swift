internal import Time

/// The entries of one strings file. Its fallback completes them.
struct LocaleEntries: Sendable {
  var tag: String?
  var name: String?
  var isRightToLeft: Bool?
  var isLowerAfterLabel: Bool?
  var plurals: PluralRules?
  var group: String?
  var minimumGrouping: Int?
  var decimal: String?
  var percent: String?
  var firstWeekday: Weekday?
  var minimalDays: Int?
  var names: [CalendarList: [String]] = [:]
  var zones: [String: String]?
  var patterns: [String: DatePattern] = [:]
  var strings: [String: Phrase] = [:]
  var units: [String: Phrase] = [:]
  /// One form for each plural category. A dictionary would not be faster for so few. A key such as
  /// `new.error` has the forms after a noun.
  var counts: [String: [CountForm]] = [:]
}

/// A phrase with a count in one plural form.
struct CountForm: Sendable, Hashable {
  var category: PluralCategory
  var phrase: Phrase
}
