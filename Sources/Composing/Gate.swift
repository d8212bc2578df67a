package import Model

/// What fails a run despite written output (`--fail-on`). One met condition suffices.
package struct Gate: Sendable, Hashable {
  package enum Condition: String, Sendable, Hashable, CaseIterable {
    case error, warning, information
    case newError = "new-error"
    case newWarning = "new-warning"
    /// A new error that is not surely outside of the diff.
    case newErrorInDiff = "new-error-in-diff"
    /// A message became more urgent.
    case worse
    /// Fewer tests ran.
    case fewerTests = "fewer-tests"
    /// A test does not exist any more.
    case removedTest = "removed-test"
    /// A test is skipped that was not skipped before.
    case newSkip = "new-skip"
    /// A threshold is broken, or its number is absent.
    case threshold
    /// An input was not read or is incomplete.
    case unread

    /// Whether it compares two runs, so that it needs a baseline or a site.
    package var needsBaseline: Bool {
      switch self {
      case .error, .warning, .information, .threshold, .unread: false
      case .newError, .newWarning, .newErrorInDiff, .worse, .fewerTests, .removedTest, .newSkip:
        true
      }
    }

    /// Whether it is about new messages. Without an earlier run, every message is new.
    fileprivate var isForNew: Bool {
      self == .newError || self == .newWarning || self == .newErrorInDiff
    }

    /// The least urgency of its messages; nil if no urgency alone meets it.
    fileprivate var least: Urgency? {
      switch self {
      case .error, .newError, .newErrorInDiff: .error
      case .warning, .newWarning: .warning
      case .information: .information
      case .worse, .fewerTests, .removedTest, .newSkip, .threshold, .unread: nil
      }
    }

    /// Whether the status of the run meets it. After a canceled run, the changes of tests are
    /// unknown.
    fileprivate func isMet(by status: Dataset.Run.Status) -> Bool {
      self == .unread ? status == .missing : isMet(by: status.urgency)
    }

    /// Whether the urgency meets it. `success` never does, because it ranks above information only
    /// to colour an overview.
    private func isMet(by urgency: Urgency) -> Bool {
      urgency >= least ?? .warning && urgency != .success
    }

    /// Whether a message meets it.
    ///
    /// - Parameters:
    ///   - change: The change of the message; nil without an earlier run.
    ///   - isOnMain: Whether the latest run of the main line has it, though an earlier one did not.
    ///   - mayBeInDiff: Whether the message is not surely outside of the diff.
    fileprivate func isMet(
      by urgency: Urgency, _ change: Report.Change?, isOnMain: Bool = false,
      mayBeInDiff: Bool = true, isOfThreshold: Bool = false
    ) -> Bool {
      if self == .worse { return change == .worse }
      if self == .threshold { return isOfThreshold }
      guard least != nil, isMet(by: urgency) else { return false }
      if self == .newErrorInDiff, !mayBeInDiff { return false }
      if isForNew, isOnMain { return false }
      return !isForNew || change?.isNews ?? true
    }
  }

  /// Messages that meet no condition.
  package enum Exception: String, Sendable, Hashable, CaseIterable {
    /// Failed tests that come and go (see "Tests that come and go"). Only a site knows them.
    case flaky = "-flaky"
    /// Known messages, which no condition counts anyway (see "Known messages are counted apart").
    case known = "-known"
  }

  /// At least one.
  package var conditions: [Condition]
  package var exceptions: Set<Exception>

  package init(_ conditions: [Condition], except exceptions: Set<Exception> = []) {
    self.conditions = conditions
    self.exceptions = exceptions
  }

  /// The words of the gate, as in `--fail-on`.
  package var words: [String] {
    conditions.map(\.rawValue) + Exception.allCases.filter(exceptions.contains).map(\.rawValue)
  }

  /// The conditions that compare two runs.
  package var comparing: [Condition] { conditions.filter(\.needsBaseline) }
}

extension Gate: CustomStringConvertible {
  /// "new-error,-known".
  package var description: String { words.joined(separator: ",") }
}

/// The reasons why a report meets a gate.
package struct FailureReasons: Sendable {
  /// The status of the run, if it is a reason.
  package var run: Dataset.Run.Status?
  /// The indices of messages, most urgent first.
  package var messages: [Int] = []
  /// Those of the messages that are a reason only because they are new or worse.
  package var news: Set<Int> = []
  /// The indices of failed tests that come and go. They are no reason.
  package var flaky: [Int] = []
  /// The indices of new messages that the diff does not have. They are no reason.
  package var elsewhere: [Int] = []
  /// The gaps of the report's inputs, as in `Report.gaps`.
  package var gaps: [Report.Gaps] = []
  /// The numbers of tests, if fewer ran.
  package var fewerTests: Coverage.Count?
  package var removedTests = TestChanges.List()
  package var newSkips = TestChanges.List()
  /// Whether the earlier run could not be read, although a condition needs it.
  package var isEarlierRunUnread = false
  /// Whether no test ran, if there is no other reason.
  package var lacksTests = false
  /// Whether the tests did not complete, if there is no other reason.
  package var isUnfinished = false
  /// The conditions that cannot be decided. They are no reasons.
  package var undecided: [Gate.Condition] = []

  package var isEmpty: Bool {
    run == nil && messages.isEmpty && gaps.isEmpty && fewerTests == nil && removedTests.count == 0
      && newSkips.count == 0 && !isEarlierRunUnread && !lacksTests && !isUnfinished
  }
}

extension Report {
  /// Whether the report meets a condition. All messages count, shown or not. The status of the run
  /// counts, too, so that a crashed job without messages fails. Unread or incomplete inputs meet
  /// every condition, because their contents are unknown. So do a run without tests, if it should
  /// have some, and tests that did not complete.
  package func fails(on condition: Gate.Condition) -> Bool {
    !reasons(for: Gate([condition])).isEmpty
  }

  /// The reasons that meet a gate.
  ///
  /// - Parameter isAllNew: Whether all messages are new without an earlier run. Otherwise no
  ///   condition for new messages is met then.
  package func reasons(for gate: Gate, isAllNew: Bool = false) -> FailureReasons {
    var reasons = FailureReasons()
    reasons.gaps = gaps
    let open = gate.conditions.filter { comparison != nil || isAllNew || !$0.isForNew }
    if let status = run?.status, status != .completed,
      open.contains(where: { $0.isMet(by: status) })
    {
      reasons.run = status
    }
    let leavesOutFlaky = gate.exceptions.contains(.flaky)
    let (absolute, relative) = (open.filter { !$0.needsBaseline }, open.filter(\.needsBaseline))
    for count in verdict.counts {
      for index in messages.indices where messages[index].urgency == count.urgency {
        let change = index < changes.count ? changes[index] : nil
        let isOnMain = origins[index] == .main && (change == .new || change == .worse)
        let excuse = leavesOutFlaky ? flakyExcuse(of: index) : nil
        if excuse == .valid {
          if open.contains(where: { $0.isMet(by: count.urgency, .new) }) {
            reasons.flaky.append(index)
          }
          continue
        }
        let isAbsolute = absolute.contains {
          $0.isMet(by: count.urgency, change, isOfThreshold: messages[index].isOfThreshold)
        }
        // A failure is news when it stops to be left out.
        let news = excuse == .ended ? .new : change
        let mayBeInDiff = diffPlaces.mayHold(index)
        func isMet(_ condition: Gate.Condition, mayBeInDiff: Bool) -> Bool {
          condition.isMet(by: count.urgency, news, isOnMain: isOnMain, mayBeInDiff: mayBeInDiff)
        }
        guard isAbsolute || relative.contains(where: { isMet($0, mayBeInDiff: mayBeInDiff) })
        else {
          if relative.contains(where: { isMet($0, mayBeInDiff: true) }) {
            reasons.elsewhere.append(index)
          }
          continue
        }
        reasons.messages.append(index)
        if !isAbsolute { reasons.news.insert(index) }
      }
    }
    for condition in relative where !condition.isForNew { compareTests(condition, &reasons) }
    if reasons.isEmpty { (reasons.lacksTests, reasons.isUnfinished) = (lacksTests, isUnfinished) }
    if gate.conditions.contains(.threshold), !hasThresholds { reasons.undecided.append(.threshold) }
    return reasons
  }

  /// The role of a failure in a gate without flaky tests.
  private func flakyExcuse(of index: Int) -> Flakiness.Excuse? {
    if origins[index] == .flaky { return .valid }
    return index < histories.count ? histories[index].flakiness?.excuse : nil
  }

  /// Adds the changes of tests that meet a condition.
  private func compareTests(_ condition: Gate.Condition, _ reasons: inout FailureReasons) {
    guard let comparison, earlierRun == .read else {
      if earlierRun == .unread {
        reasons.isEarlierRunUnread = true
      } else {
        reasons.undecided.append(condition)
      }
      return
    }
    switch condition {
    case .fewerTests:
      reasons.fewerTests = lacksTests ? nil : comparison.coverage.fewerTests
      if !comparison.coverage.knowsTests { reasons.undecided.append(condition) }
    case .removedTest:
      reasons.removedTests = comparison.tests.removed
      if !comparison.tests.areKnown { reasons.undecided.append(condition) }
    case .newSkip:
      reasons.newSkips = comparison.tests.newSkips
      if !comparison.tests.areKnown { reasons.undecided.append(condition) }
    case .error, .warning, .information, .newError, .newWarning, .newErrorInDiff, .worse,
      .threshold, .unread:
      break
    }
  }
}
