/// The contents of a strings file, by key.
final class LocaleData: Sendable {
  /// A phrase in each plural form, beside the rules that choose one: a phrase taken from another
  /// language keeps that language's rules.
  struct CountForms: Sendable {
    var rules: PluralRules
    /// One for each category; a few, so that no dictionary finds one faster.
    var forms: [Form]
    var other: Phrase

    struct Form: Sendable {
      var category: PluralCategory
      var phrase: Phrase
    }

    func form(for count: Int) -> Phrase {
      let category = rules.category(of: count)
      return forms.first { $0.category == category }?.phrase ?? other
    }
  }

  struct Numbers: Sendable {
    var group = ","
    /// The least number of digits before the first separator.
    var minimumGrouping = 1
  }

  let tag: String
  let name: String
  let isRightToLeft: Bool
  let plurals: PluralRules
  let numbers: Numbers
  let calendar: CalendarData
  let patterns: [String: DatePattern]
  let strings: [String: Phrase]
  let stringKeys: [String]
  let counts: [String: CountForms]

  init(
    tag: String, name: String, isRightToLeft: Bool, plurals: PluralRules, numbers: Numbers,
    calendar: CalendarData, patterns: [String: DatePattern], strings: [String: Phrase],
    counts: [String: CountForms]
  ) {
    self.tag = tag
    self.name = name
    self.isRightToLeft = isRightToLeft
    self.plurals = plurals
    self.numbers = numbers
    self.calendar = calendar
    self.patterns = patterns
    self.strings = strings
    stringKeys = strings.keys.sorted()
    self.counts = counts
  }
}
