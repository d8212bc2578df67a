/// The contents of a strings file, by key.
final class LocaleData: Sendable {
  /// A phrase in each plural form, beside the rules that choose one: a phrase taken from another
  /// language keeps that language's rules.
  struct CountForms: Sendable {
    var rules: PluralRules
    var forms: [PluralCategory: Phrase]
    var other: Phrase

    func form(for count: Int) -> Phrase {
      forms[rules.category(of: count)] ?? other
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
    self.counts = counts
  }
}
