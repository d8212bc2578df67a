package import Model

/// What the runs of the main line say about the failures of a run of a branch (see "Where a failure
/// comes from"). The previous run is that of the nearest ancestor.
package struct MainLine: Sendable {
  /// The latest run of the main line, if the previous run is an earlier one.
  package struct Latest: Sendable {
    var messages: [Message]
    var recall: MessageRecall

    /// - Parameters:
    ///   - dataset: The messages that may exist as of that run.
    ///   - recall: The memory of the run of the branch, as if it came directly after that run.
    package init(_ dataset: Dataset?, _ recall: MessageRecall) {
      (messages, self.recall) = (dataset?.messages ?? [], recall)
    }
  }

  /// By message of the run: whether the latest run has the failure.
  private let isLater: [Bool]
  /// Whether it comes and goes, as of the latest run.
  private let isFlaky: [Bool]
  /// Whether the previous run did not check for it.
  private let isUnknown: [Bool]

  /// - Parameters:
  ///   - previous: The previous run, as the site remembers it.
  ///   - matches: The matches of the run with it.
  ///   - earlier: Some runs before the previous run.
  package init(
    _ dataset: Dataset, previous: Dataset, _ matches: MessageMatches, latest: Latest?,
    earlier: () -> [Dataset]
  ) {
    let messages = dataset.messages
    isLater = messages.indices.map { latest?.hasFailure($0, messages[$0]) ?? false }
    isFlaky = messages.indices.map { latest?.recall.histories[$0].isExcused ?? false }
    let new = messages.indices.filter {
      messages[$0].urgency >= .warning && matches.origins[$0] == nil
    }
    let areChecked = previous.checks(new.map { messages[$0] }, earlier: earlier)
    var isUnknown = [Bool](repeating: false, count: messages.count)
    for (index, isChecked) in zip(new, areChecked) { isUnknown[index] = !isChecked }
    self.isUnknown = isUnknown
  }

  /// The origin of a failure.
  ///
  /// - Parameters:
  ///   - position: The number of the message in the dataset.
  ///   - history: Its history up to the previous run.
  func origin(
    of position: Int, _ change: Report.Change, _ history: MessageHistory?
  ) -> FailureOrigin {
    if isFlaky[position] || history?.isExcused ?? false { return .flaky }
    if !(change == .new || change == .worse) || isLater[position] { return .main }
    return isUnknown[position] ? .unknown : .change
  }
}

extension MessageHistory {
  /// Whether a gate without flaky tests leaves out the failure (see "Tests that come and go").
  fileprivate var isExcused: Bool { flakiness?.excuse == .valid }
}

extension MainLine.Latest {
  /// Whether the run has a failure that is as urgent and has a cause alike.
  fileprivate func hasFailure(_ index: Int, _ message: Message) -> Bool {
    guard let origin = recall.matches?.origins[index] else { return false }
    return messages[origin].urgency.demand >= message.urgency.demand
      && Flakiness.cause(of: messages[origin]) == Flakiness.cause(of: message)
  }
}

extension Dataset {
  /// Whether a run has checked for messages that it does not have. A test that no run before had is
  /// new, so that its failure could not be found.
  ///
  /// - Parameter earlier: Some runs before this one.
  fileprivate func checks(_ messages: [Message], earlier: () -> [Dataset]) -> [Bool] {
    let absences = absences(of: messages)
    var areChecked = absences.map { $0 == .checked || $0 == .leftOut }
    let open = messages.indices.filter { !areChecked[$0] }
    guard hasCompleted, run?.unread.isEmpty ?? true, !open.isEmpty else { return areChecked }
    let others = open.map { messages[$0] }
    let canBeNew = canBeNew(others)
    let isShort = reference.map { $0.laterRuns > 0 } ?? false
    var didRun = [Bool](repeating: false, count: open.count)
    for run in earlier() {
      for (place, absence) in run.absences(of: others).enumerated() where absence == .checked {
        didRun[place] = true
      }
    }
    for (place, index) in open.enumerated() {
      areChecked[index] = canBeNew[place] && !didRun[place] && !(isShort && others[place].isTest)
    }
    return areChecked
  }

  /// Whether messages can be of tests and files that the run did not have: it ran tests and did not
  /// skip this one, or ran the tool of the finding.
  private func canBeNew(_ messages: [Message]) -> [Bool] {
    let parts = scope?.parts ?? []
    let skipped = Set(parts.lazy.compactMap(\.testsNotRun).flatMap(\.values))
    let ranTests = parts.contains { $0.testsRun?.values.isEmpty == false || $0.isExcept }
    let tools = absences(
      of: messages.map {
        ScopeSubject(
          kind: RunScope.Kind(ofFingerprint: $0.fingerprint), category: $0.category ?? "", file: "",
          test: nil, suite: nil)
      })
    return zip(messages, tools).map { message, tool in
      guard message.isTest else { return tool == .checked }
      let digest = ScopeSubject(message).test
      return ranTests && !(digest.map(skipped.contains) ?? false)
    }
  }
}
