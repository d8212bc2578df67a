package import Localization
import Model

/// A list of noteworthy tests or other messages, besides changes.
package struct TestList: Sendable {
  /// The lists in display order.
  package enum Kind: String, Sendable, CaseIterable {
    /// Slower than usual, by more than the variation of the last runs.
    case slower
    case slowest
    /// Vanished and returned in the last runs.
    case flaky
    /// Errors by the time of their first appearance, tests first.
    case longest
  }

  package struct Item: Sendable {
    package var title: String
    /// "12 s, usually 8.10 s"; "Last runs: 5 of 14 (36 %)".
    package var text: String
    package var seconds: Double?
    /// The usual duration, if enough runs are known.
    package var usual: Double?
    package var history: MessageHistory?
    /// The index in `Report.messages`; nil for a test without a message.
    package var message: Int?
    /// The digest of its test; nil for another message, and for a slow test if this process did not
    /// read its report.
    package var digest: UInt64?
  }

  /// The length of a list.
  package static let longest = 10

  package let kind: Kind
  package let items: [Item]
  /// The number of items not listed.
  package let more: Int

  package var count: Int { items.count + more }
  /// Whether a target should fold the list, because it is not news.
  package var isFolded: Bool { kind != .slower }

  /// Makes a list of the first items; nil for none.
  fileprivate init?(_ kind: Kind, _ items: [Item], of total: Int? = nil) {
    if items.isEmpty { return nil }
    self.kind = kind
    self.items = Array(items.prefix(Self.longest))
    more = (total ?? items.count) - self.items.count
  }
}

/// A remembered message that the run does not have.
package struct GoneMessage: Sendable, Hashable {
  package var title: String
  package var history: MessageHistory
  /// The digest of its test; nil if it is not a test.
  package var test: UInt64?

  package init(title: String, history: MessageHistory, test: UInt64? = nil) {
    self.title = title
    self.history = history
    self.test = test
  }
}

extension Report {
  /// - Parameters:
  ///   - durations: The durations of passed tests, the slowest first.
  ///   - results: Knows the digests of slow tests.
  mutating func setTestLists(
    _ durations: [TestDuration], _ recall: MessageRecall?, _ results: TestResults
  ) {
    func item(_ item: TestList.Item) -> TestList.Item {
      var item = item
      let failed = messages.first { $0.title == item.title && $0.isTest }?.fingerprintAnywhere
      item.digest = results.digest(of: item.title) ?? failed.map { TestDigests.digest(of: $0) }
      return item
    }
    let slowest = slowest(durations)
    let failing = longestFailing()
    testLists = [
      TestList(.slower, slower(durations, recall?.durations ?? [:]).map(item)),
      // The number of faster tests is unknown.
      TestList(.slowest, slowest.map { item(self.item($0.test, $0.seconds)) }),
      TestList(.flaky, flaky(recall?.gone ?? [])),
      TestList(.longest, failing.items, of: failing.total),
    ].compactMap { $0 }
  }

  /// The slowest tests among those that passed and those with a message.
  private func slowest(_ durations: [TestDuration]) -> [TestDuration] {
    let passed = durations.sorted { ($1.seconds, $0.test) < ($0.seconds, $1.test) }
    var slowest = Array(passed.prefix(TestList.longest))
    let names = Set(passed.lazy.map(\.test))
    for index in messages.indices {
      guard let seconds = messages[index].duration else { continue }
      let title = messages[index].title
      // A flaky test has passed and has a message.
      if messages[index].urgency < .error, names.contains(title) { continue }
      if slowest.count == TestList.longest, let last = slowest.last,
        (last.seconds, title) >= (seconds, last.test)
      {
        continue
      }
      slowest.append(TestDuration(test: title, seconds: seconds))
      slowest.sort { ($1.seconds, $0.test) < ($0.seconds, $1.test) }
      if slowest.count > TestList.longest { slowest.removeLast() }
    }
    return slowest
  }

  /// The tests that took longer than usual, the largest difference first.
  private func slower(
    _ durations: [TestDuration], _ earlier: [String: [Double]]
  ) -> [TestList.Item] {
    let found = durations.compactMap { duration -> (item: TestList.Item, excess: Double)? in
      guard let noise = earlier[duration.test].flatMap(DurationNoise.init),
        duration.seconds > noise.limit
      else { return nil }
      return (
        item(duration.test, duration.seconds, usual: noise.usual), duration.seconds - noise.usual
      )
    }
    return found.sorted { ($1.excess, $0.item.title) < ($0.excess, $1.item.title) }.map(\.item)
  }

  private func item(_ title: String, _ seconds: Double, usual: Double? = nil) -> TestList.Item {
    let usually = usual.map {
      locale.string(.usually, ["duration": locale.shortDuration(seconds: $0)])
    }
    return TestList.Item(
      title: TextLimits.title(title),
      text: locale.list([locale.shortDuration(seconds: seconds), usually].compactMap { $0 }),
      seconds: seconds, usual: usual)
  }

  /// The messages that come and go, the most frequent first, with the index of each that this run
  /// has.
  package func flakyMessages(
    _ gone: [GoneMessage]
  ) -> [(message: GoneMessage, index: Int?)] {
    let shown = shownHistories
    let here = histories.indices.compactMap { index -> (message: GoneMessage, index: Int?)? in
      guard histories[index].isFlaky, let history = shown.history(of: index) else { return nil }
      let test = messages[index].isTest ? messages[index].fingerprintAnywhere : nil
      let digest = test.map { TestDigests.digest(of: $0) }
      let gone = GoneMessage(title: messages[index].title, history: history, test: digest)
      return (gone, index)
    }
    let found = here + gone.map { ($0, nil) }
    return found.map { ($0, $0.message.history.rate) }
      .sorted { ($1.1, $0.0.message.title) < ($0.1, $1.0.message.title) }.map(\.0)
  }

  private func flaky(_ gone: [GoneMessage]) -> [TestList.Item] {
    flakyMessages(gone).map { message, _ in
      TestList.Item(
        title: TextLimits.title(message.title), text: message.history.stripText(locale),
        history: message.history, digest: message.test)
    }
  }

  /// The errors of more than one run: tests first, each the oldest first.
  private func longestFailing() -> (items: [TestList.Item], total: Int) {
    let old = oldestErrors().filter { $0.history.runs > 1 }
    let items = old.prefix(TestList.longest).map { index, history in
      TestList.Item(
        title: TextLimits.title(messages[index].title), text: history.text(locale) ?? "",
        history: history, message: index)
    }
    return (items, old.count)
  }

  /// The errors with their histories: tests first, each the oldest first.
  package func oldestErrors() -> [(index: Int, history: MessageHistory)] {
    let shown = shownHistories
    let errors = messages.indices.compactMap { index -> (index: Int, history: MessageHistory)? in
      guard messages[index].urgency == .error else { return nil }
      return shown.history(of: index).map { (index, $0) }
    }
    func rank(_ index: Int) -> Int { messages[index].isTest ? 0 : 1 }
    return errors.sorted {
      (rank($0.index), $0.history.since, $1.history.runs, $0.index)
        < (rank($1.index), $1.history.since, $0.history.runs, $1.index)
    }
  }
}

extension Locale {
  /// The heading of a list.
  package func word(for kind: TestList.Kind) -> String {
    switch kind {
    case .slower: string(.slowerTests)
    case .slowest: string(.slowestTests)
    case .flaky: string(.flaky)
    case .longest: string(.longestFailing)
    }
  }
}
