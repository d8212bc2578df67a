internal import Localization
package import Model

extension Report {
  /// The causes that several failed tests have in common (see "What to look at first").
  package struct Leads: Sendable {
    /// The maximum number of causes.
    package static let most = 5

    /// The largest first; of equal ones the newest first.
    package var causes: [Lead] = []
    /// The number of failures without one of these causes.
    package var others = 0
  }

  package struct Lead: Sendable {
    /// Its failures in display order, and the first one with this cause.
    package var items: [Int]
    package var first: Int
    /// The number of its tests. A test may fail in several environments.
    package var tests: Int
    /// What all failures say; values that differ are "…". Nil if they have nothing in common.
    package var cause: String?
    /// What to do, if it is clear: "See why no service answers on port 6379."
    package var advice: String?
    /// The line that raised the failures, or its file if several of its lines did. Nil if they have
    /// several files or lack a service.
    package var location: Message.Location?
    /// The name of the first test. If all failures are of one test with different values, the name
    /// of this test.
    package var name: String
    /// The number of other tests.
    package var otherTests: Int
    /// The number of new failures.
    package var new = 0
    /// The commits that touched the files of its new failures.
    package var suspects: Suspects?
    /// The failure that has existed for longest; nil without a site, or if all are new.
    package var oldest: Int?
  }

  /// Chooses the causes for the list at the top.
  mutating func setLeads(_ composing: LeadComposing) {
    if composing.causes.isEmpty { return }
    let (histories, changes) = (shownHistories, changes)
    let sized = composing.causes.enumerated().map { position, items in
      let new = items.count { $0 < changes.count && changes[$0] == .new }
      let age = items.compactMap { histories.history(of: $0)?.runs }.max() ?? 0
      return (position: position, items: items, new: new, age: age)
    }
    let order = sized.sorted { left, right in
      if left.items.count != right.items.count { return left.items.count > right.items.count }
      if left.new != right.new { return left.new > right.new }
      return left.age == right.age ? left.position < right.position : left.age < right.age
    }
    let keys = LikenessKeys(messages)
    leads.causes = order.prefix(Leads.most).compactMap { cause in
      guard let first = keys.typical(of: cause.items).first else { return nil }
      var lead = Lead(cause.items, first: first, keys, locale)
      lead.new = cause.new
      if cause.age > 1 {
        lead.oldest = cause.items.first { histories.history(of: $0)?.runs == cause.age }
      }
      return lead
    }
    leads.others = composing.failures - leads.causes.reduce(0) { $0 + $1.items.count }
  }

  /// "2 other failures"; nil if there are none.
  package var otherFailures: String? {
    leads.others == 0 ? nil : locale.count(.otherFailures, leads.others)
  }

  /// "New" if all failures of a cause are new, "3 new" if some are; nil for none.
  package func news(of lead: Lead) -> String? {
    if lead.new == 0 { return nil }
    return lead.new == lead.items.count
      ? locale.string(.changeNew) : locale.count(.new, lead.new, of: .tests)
  }

  /// "9 runs, since 12 Nov 2026": the history of the oldest failure; nil if all are new.
  package func history(of lead: Lead) -> String? {
    lead.oldest.flatMap { shownHistories.history(of: $0)?.text(locale) }
  }
}

extension Report.Lead {
  fileprivate init(
    _ items: [Int], first: Int, _ keys: LikenessKeys, _ locale: Locale
  ) {
    (self.items, self.first) = (items, first)
    let messages = keys.messages
    cause = keys.commonCause(of: items, locale)
    advice = keys.refusedPort(of: items).map { port in
      locale.string(.refusedAdvice, ["port": String(port)])
    }
    let tests = Set(items.map { messages[$0].fingerprintAnywhere })
    self.tests = tests.count
    let names = Set(items.map { TestTitle.withoutValues(messages[$0]) })
    let isOneTest = tests.count > 1 && names.count == 1 && !names.contains(nil)
    let title = messages[first].title
    name = isOneTest ? TestTitle.withoutValues(title) ?? title : title
    otherTests = isOneTest ? 0 : tests.count - 1
    location = keys.commonPlace(of: items)
  }
}
