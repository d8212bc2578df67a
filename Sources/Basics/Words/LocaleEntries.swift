/// What one strings file says; what it leaves out comes from the file behind it.
struct LocaleEntries: Sendable {
  var tag: String?
  var name: String?
  var isRightToLeft: Bool?
  var plurals: PluralRules?
  var group: String?
  var minimumGrouping: Int?
  var firstWeekday: Weekday?
  var minimalDays: Int?
  var names: [CalendarList: [String]] = [:]
  var zones: [String: String]?
  var patterns: [String: DatePattern] = [:]
  var strings: [String: Phrase] = [:]
  /// One form for each plural category; a few, so that no dictionary finds one faster.
  var counts: [String: [CountForm]] = [:]
}

/// A phrase with a count in one plural form.
struct CountForm: Sendable, Hashable {
  var category: PluralCategory
  var phrase: Phrase
}

/// The phrases of one strings file by their keys.
enum PhraseTable: Sendable {
  case read(strings: [String: Phrase], counts: [String: [CountForm]])
  case packed(PackedPhrases)

  func phrase(_ key: String) -> Phrase? {
    switch self {
    case .read(let strings, _): strings[key]
    case .packed(let phrases): phrases.phrase(key)
    }
  }

  /// The form of a phrase for a category, or else for all others; nil if the file lacks the phrase.
  func count(_ key: String, _ category: PluralCategory) -> Phrase? {
    switch self {
    case .read(_, let counts):
      counts[key].flatMap { forms in
        (forms.first { $0.category == category } ?? forms.first { $0.category == .other })?.phrase
      }
    case .packed(let phrases): phrases.count(key, category)
    }
  }

  /// The sorted keys that `phrase` knows, without those of reasons.
  var stringKeys: [String] {
    switch self {
    case .read(let strings, _):
      strings.keys.filter { !$0.hasPrefix(Locale.reasonPrefix) }.sorted()
    case .packed(let phrases): phrases.stringKeys
    }
  }
}
