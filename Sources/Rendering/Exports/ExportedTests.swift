import Composing
import Diagnostics
import Localization
import Model

/// A report as a list of tests, for formats that know nothing else: the tests of its reports, its
/// other messages, and the problems of its run. A reader of the list sees nothing green that the
/// report does not show green.
struct ExportedTests {
  private(set) var tests: [ExportedTest] = []
  /// The number of counted tests without a name.
  private(set) var unlisted = 0
  private let report: Report

  /// The suites of the problems of a run. They are the same in every language.
  private enum Suite {
    static let run = ["Run"]
    static let shortfalls = ["Incomplete results"]
    static let unread = ["Files not read"]
  }

  init(_ report: Report) {
    self.report = report
    addMessages()
    countUnlisted()
    addRun()
    addGaps()
    addHidden()
    addDoubts()
  }

  /// The notes about the parts of the report that a format does not contain.
  func diagnostics(for title: String) -> [Diagnostic] {
    var omitted = OmittedParts(
      of: report, report.alerts + report.banners + report.sections.flatMap(\.items))
    omitted.add(report.summary == nil ? 0 : 1, "summary", "summaries")
    omitted.addLost(of: report, [.fixed, .removed, .unseen, .gone])
    let notes = omitted.note(for: title)
    if unlisted == 0 { return notes }
    let tests = unlisted == 1 ? "1 test is" : "\(unlisted) tests are"
    return notes + [
      Diagnostic(
        .note, "tests-not-listed", "\(tests) counted and not listed, because the names are unknown",
        help: ["name the reports of the tests: a dataset holds no names of passed tests"])
    ]
  }

  // MARK: Tests and messages

  /// The place of a message of the dataset.
  private enum Fate {
    case shown(Int)
    case hidden
    /// Accepted by an entry; nil outside of the filter.
    case known(Int, reason: String?)
  }

  private mutating func addMessages() {
    let fates = fates()
    var isListed = [Bool](repeating: false, count: fates.count)
    tests.reserveCapacity(report.tests.tests.count)
    for test in report.tests.tests {
      var exported = ExportedTest(test)
      if let index = test.message, index < fates.count {
        isListed[index] = true
        guard copyTexts(of: fates[index], to: &exported) else { continue }
      }
      tests.append(exported)
    }
    let titles = Dictionary(
      report.sections.compactMap { section in section.category.map { ($0, section.title) } },
      uniquingKeysWith: { first, _ in first })
    for index in order(of: fates) where !isListed[index] {
      let message: Message
      switch fates[index] {
      case .shown(let place): message = report.messages[place]
      case .known(let place, _?): message = report.known.messages[place]
      case .hidden, .known: continue
      }
      var exported = ExportedTest(
        message, suite: message.category.map { titles[$0] ?? $0 } ?? report.title)
      _ = copyTexts(of: fates[index], to: &exported, isDescribed: true)
      tests.append(exported)
    }
  }

  /// Copies the texts of a test's message. Returns false if the filter hides the message.
  private mutating func copyTexts(
    of fate: Fate, to test: inout ExportedTest, isDescribed: Bool = false
  ) -> Bool {
    switch fate {
    case .hidden, .known(_, nil): return false
    case .shown(let place):
      if !isDescribed { test.copyTexts(of: report.messages[place]) }
    case .known(let place, let reason?):
      if !isDescribed { test.copyTexts(of: report.known.messages[place]) }
      test.accept(reason)
    }
    return true
  }

  /// The fates of the messages by their index in the dataset.
  private func fates() -> [Fate] {
    let known = report.known
    var fates = [Fate](repeating: .hidden, count: report.messages.count + known.total)
    var reasons = [String?](repeating: nil, count: known.total)
    for issue in known.issues {
      for item in issue.items where item < reasons.count { reasons[item] = issue.reason }
    }
    var isOther = [Bool](repeating: false, count: fates.count)
    for index in report.messages.indices {
      isOther[Report.number(of: index, in: report.positions) - 1] = true
    }
    for (item, index) in isOther.indices.filter({ !isOther[$0] }).enumerated() {
      if item < known.total { fates[index] = .known(item, reason: reasons[item]) }
    }
    for list in [report.alerts, report.banners] + report.sections.map(\.items) {
      for index in list {
        fates[Report.number(of: index, in: report.positions) - 1] = .shown(index)
      }
    }
    return fates
  }

  /// The indices of the messages in the order of the report, then those of known messages.
  private func order(of fates: [Fate]) -> [Int] {
    let shown = (report.alerts + report.banners + report.sections.flatMap(\.items)).map {
      Report.number(of: $0, in: report.positions) - 1
    }
    let known = fates.indices.filter { index in
      if case .known = fates[index] { true } else { false }
    }
    return shown + known
  }

  /// Counts the tests that neither the reports nor the messages name.
  private mutating func countUnlisted() {
    let counted = report.run?.facts.first { $0.kind == .tests }?.number.flatMap {
      Int(exactly: $0.rounded())
    }
    let named = report.tests.tests.count + tests.count { $0.isTestMessage }
    unlisted = max((counted ?? 0) - named, 0)
  }

  // MARK: The run

  private mutating func add(
    _ name: String, in suites: [String], _ text: String?, _ status: ExportedTest.Status = .error
  ) {
    var test = ExportedTest(suites: suites, name: name, status: status)
    test.message = text ?? name
    tests.append(test)
  }

  private mutating func addRun() {
    if let run = report.run, run.isAlarming, let headline = run.headline {
      add(headline, in: Suite.run, run.reason)
    } else if report.isUnfinished {
      add(report.locale.string(.didNotFinish), in: Suite.run, nil)
    }
    if report.comparison?.coverage.hasLostTests ?? false {
      add(report.locale.string(.noTestsRun), in: Suite.run, report.scopeNote)
    }
  }

  private mutating func addGaps() {
    for gaps in report.gaps {
      let suite = gaps.kind == .unread ? Suite.unread : Suite.shortfalls
      for item in gaps.items {
        add(
          item.title, in: suite, [item.text, item.help].compactMap { $0 }.joined(separator: "\n"))
      }
      if gaps.more > 0 {
        let more = report.locale.string(.andMore, ["count": report.locale.number(gaps.more)])
        add(more, in: suite, gaps.text)
      }
    }
  }

  /// Adds a test for the errors and warnings that the filter hides.
  private mutating func addHidden() {
    let hidden = ExportedMessages(report).hidden
    guard let note = report.filterNote, let worst = hidden.first?.urgency else { return }
    let texts = hidden.map { report.locale.count($0.urgency.countKey, $0.count) }
    add(
      "Messages outside of the filter", in: Suite.run,
      report.locale.list(texts) + "\n" + PhraseValue.unmarked(note),
      worst == .error ? .error : .warning)
  }

  /// Adds a test if all tests would look green although the verdict of the report does not: an
  /// error if it covers less than before, a warning if nothing states that the run completed.
  private mutating func addDoubts() {
    let comparison = report.comparison
    let isLess =
      comparison?.coverage.isMuchLess ?? false
      || comparison?.unseenMessages.contains { $0.urgency >= .warning } ?? false
    let isGreen = tests.allSatisfy {
      ![.failed, .error].contains($0.status) && !$0.isFlaky && (isLess || $0.status != .warning)
    }
    guard isGreen, tests.contains(where: { $0.status == .passed }) else { return }
    if report.verdict.isClear || report.verdict.urgency == .success { return }
    let texts = [report.verdict.text, comparison?.text, report.scopeNote].compactMap {
      $0.map(PhraseValue.unmarked)
    }
    add(
      "Verdict", in: Suite.run, texts.joined(separator: "\n"),
      isLess ? .error : .warning)
  }
}
