package import Localization
package import Model

/// A change of the run's status since the previous run (see "One word for each change").
package struct RunChange: Sendable, Hashable {
  /// nil if the previous run had no status.
  package let before: Dataset.Run.Status?
  /// nil if the run has no status.
  package let now: Dataset.Run.Status?

  /// Creates the change; nil if there is none. `completed` equals no status, unless one of them
  /// follows a bad status.
  package init?(from before: Dataset.Run.Status?, to now: Dataset.Run.Status?) {
    func isBad(_ status: Dataset.Run.Status?) -> Bool { status.map { $0 != .completed } ?? false }
    guard before != now, isBad(before) || isBad(now) else { return nil }
    self.before = before
    self.now = now
  }

  package var hasCompletedAgain: Bool { now == .completed }
}

/// The number of messages that a run did not check for. Tests were "not run", others "not checked".
package struct UnseenCount: Sendable, Hashable {
  package var tests = 0
  package var others = 0

  package init(tests: Int = 0, others: Int = 0) {
    (self.tests, self.others) = (tests, others)
  }

  package var count: Int { tests + others }

  mutating func add(_ message: Message) {
    if message.isTest { tests += 1 } else { others += 1 }
  }

  /// "20 not run", "3 not checked", "23 not run or not checked".
  var key: CountKey { others == 0 ? .unseen : tests == 0 ? .unchecked : .unseenOrUnchecked }

  /// "20 still not run"; nil for none.
  func stillText(_ locale: Locale) -> String? {
    let key: CountKey =
      others == 0 ? .stillUnseen : tests == 0 ? .stillUnchecked : .stillUnseenOrUnchecked
    return count > 0 ? locale.count(key, count) : nil
  }

  /// "2 dropped after 90 days without a run"; nil for none.
  func forgottenText(_ locale: Locale) -> String? {
    count > 0 ? locale.count(.forgotten, count) : nil
  }
}

/// The number of messages by their change since the previous run. Each message is counted once (see
/// "One word for each change").
package struct ChangeCounts: Sendable, Hashable {
  package var new = 0
  /// New messages that existed before the previous run.
  package var back = 0
  /// New messages that are successes and need no attention.
  package var newSuccesses = 0
  /// Messages that are more urgent than before.
  package var worse = 0
  /// Messages that are no longer known issues.
  package var expired = 0
  /// Messages that are less urgent than before.
  package var better = 0
  /// Messages that are as urgent as before.
  package var still = 0
  /// Errors, warnings and findings that were fixed (see "Fixed and not run").
  package var fixed = 0
  /// Failed and flaky tests that were removed (see "Fixed and not run").
  package var removed = 0
  /// Tests of all outcomes (see "Added, removed and renamed tests").
  package var testsAdded = 0
  package var testsRemoved = 0
  package var testsRenamed = 0
  /// Errors, warnings and findings that the run did not check for, so that they may still exist.
  package var newlyUnseen = UnseenCount()
  /// Unseen messages that the previous run did not check for either.
  package var stillUnseen = UnseenCount()
  /// Unseen messages that a site forgets with this run.
  package var forgotten = UnseenCount()
  /// Other messages that are gone; not mentioned in headlines.
  package var gone = 0
  /// Whether the run checked less than the previous run (see "Less coverage").
  package var coversLess = false
  /// Whether the coverage differs too little for a note.
  package var isCoverageOther = false
  package var run: RunChange?

  package init(run: RunChange? = nil) {
    self.run = run
  }

  /// Whether anything has changed.
  package var hasNews: Bool {
    new + worse + expired + better + fixed + removed + newlyUnseen.count + forgotten.count + gone
      > 0
      || testsAdded + testsRemoved + testsRenamed > 0 || coversLess || run != nil
  }

  /// Whether there is a new or more urgent message that is not a success, or a message that is no
  /// longer known.
  package var hasNew: Bool { new - newSuccesses + worse + expired > 0 }

  /// The number of all messages that the run did not check for.
  package var allUnseen: UnseenCount {
    UnseenCount(
      tests: newlyUnseen.tests + stillUnseen.tests + forgotten.tests,
      others: newlyUnseen.others + stillUnseen.others + forgotten.others)
  }

  package var unseen: Int { allUnseen.count }

  /// The messages of the run.
  package var current: Int { new + worse + expired + better + still }

  /// A part of the text: "2 new".
  package struct Part: Sendable {
    /// The separator from the previous part.
    package var separator = ""
    package var text: String
    /// The list with these messages.
    package var list: ChangeList.Kind?
    /// The filter that shows these messages in the report.
    package var filter: Report.Change?
  }

  /// "failed (previous run completed)", "2 new", "1 fixed", "24 unchanged"; "nothing has changed".
  package func parts(_ locale: Locale) -> [Part] {
    let news: [(CountKey, Int, ChangeList.Kind?)] = [
      (.new, new - back, .new), (.worse, worse, .worse), (.back, back, .back),
      (.expired, expired, .expired),
    ]
    return parts(behind: news, locale)
  }

  /// The parts, except those for new and worse messages.
  func quietParts(_ locale: Locale) -> [Part] {
    parts(behind: [], locale)
  }

  private func parts(
    behind news: [(CountKey, Int, ChangeList.Kind?)], _ locale: Locale
  ) -> [Part] {
    let counts =
      news + [
        (.better, better, nil), (.fixed, fixed, .fixed),
        (newlyUnseen.key, newlyUnseen.count, .unseen),
      ]
    var parts = counts.filter { $0.1 > 0 }.map { Part(text: locale.count($0.0, $0.1), list: $0.2) }
    if let text = forgotten.forgottenText(locale) {
      parts.append(Part(text: text, list: .unseen))
    }
    for text in testTexts(locale) { parts.append(text) }
    if parts.isEmpty, new + worse + expired == 0 || !news.isEmpty {
      parts = [Part(text: locale.string(hasNews || isCoverageOther ? .noNews : .noChanges))]
    }
    if hasNews, still > 0 { parts.append(Part(text: locale.count(.still, still), filter: .still)) }
    if let text = stillUnseen.stillText(locale) {
      parts.append(Part(text: text, list: .unseen))
    }
    parts.separate(locale)
    guard let run else { return parts }
    if !parts.isEmpty { parts[0].separator = " · " }
    return [Part(text: locale.label(for: run))] + parts
  }

  /// "5 tests removed (1 error)", "5 tests added", "2 tests renamed".
  func testTexts(_ locale: Locale) -> [Part] {
    let tests: [(CountKey, Int)] = [
      (.removed, max(testsRemoved, removed)), (.testsAdded, testsAdded),
      (.testsRenamed, testsRenamed),
    ]
    return tests.filter { $0.1 > 0 }.map { key, count in
      var part = Part(text: locale.count(key, count))
      guard key == .removed, removed > 0 else { return part }
      part.list = .removed
      part.text = locale.string(
        .newsAndRest, ["news": part.text, "rest": locale.count(.failed, removed)])
      return part
    }
  }

  /// "failed (previous run completed) · 2 new, 1 fixed, 24 unchanged"; "nothing has changed".
  package func text(_ locale: Locale) -> String {
    parts(locale).map { $0.separator + $0.text }.joined()
  }
}

extension [ChangeCounts.Part] {
  /// Puts a comma before each part except the first.
  mutating func separate(_ locale: Locale) {
    for index in indices.dropFirst() { self[index].separator = locale.list(["", ""]) }
  }
}

extension Report {
  /// The headline of a run that went wrong with its change, otherwise the change only: "Run
  /// failed (previous run completed)"; "run completed again".
  package var runHeadline: (headline: String?, change: String?) {
    let change = comparison?.run
    guard let run, run.isAlarming, let headline = run.headline else {
      return (nil, change.map { locale.label(for: $0) })
    }
    return (locale.joined(headline, change.flatMap(locale.before)), nil)
  }
}

extension Locale {
  /// "failed (previous run completed)"; "run completed again".
  package func label(for change: RunChange) -> String {
    change.hasCompletedAgain
      ? string(.completedAgain) : joined(word(for: change.now), before(change))
  }

  /// "previous run completed"; nil if the previous run had no status.
  package func before(_ change: RunChange) -> String? {
    switch change.before {
    case .completed: string(.runWasCompleted)
    case .canceled: string(.runWasCanceled)
    case .failed: string(.runWasFailed)
    case .missing: string(.runWasMissing)
    case nil: nil
    }
  }

  fileprivate func joined(_ headline: String, _ before: String?) -> String {
    before.map { string(.newsAndRest, ["news": headline, "rest": $0]) } ?? headline
  }

  private func word(for status: Dataset.Run.Status?) -> String {
    switch status {
    case .completed: string(.completedAgain)
    case .canceled: string(.runStatusCanceled)
    case .failed: string(.runStatusFailed)
    case .missing: string(.runStatusMissing)
    case nil: string(.runStatusUnknown)
    }
  }
}
