internal import Localization
internal import Model

/// The changes since the baseline (see "One word for each change"). Messages are compared as
/// multisets: if two equal messages become three, one is new.
struct Comparison {
  /// The change of each message of the dataset.
  let changes: [Report.Change]
  /// The fingerprint of each message of the dataset.
  let fingerprints: [Fingerprint]
  let counts: ChangeCounts
  let coverage: Coverage
  let tests: TestChanges
  private var baseline: [Message]
  /// The indices of the baseline's lost messages by their change, most urgent first.
  private let lost: [Report.Change: [Int]]

  /// - Parameters:
  ///   - matches: The matches with the baseline; nil computes them.
  ///   - recall: The site's memory of the messages; nil without a site.
  ///   - expired: The indices of messages that are no longer known.
  init(
    _ dataset: Dataset, baseline: Dataset, matches: MessageMatches?, recall: MessageRecall?,
    expired: Set<Int>, runChange: RunChange?
  ) {
    let matches = matches ?? recall?.matches ?? MessageMatches(baseline, dataset)
    fingerprints = matches.fingerprints
    self.baseline = baseline.messages
    var changes = zip(dataset.messages, matches.origins).map { message, origin in
      origin.map { Report.Change(from: baseline.messages[$0].urgency, to: message.urgency) } ?? .new
    }
    for index in expired where changes[index] != .worse { changes[index] = .expired }
    self.changes = changes
    var counts = ChangeCounts(run: runChange)
    for (change, message) in zip(changes, dataset.messages) {
      counts.add(change)
      if change == .new, message.urgency == .success { counts.newSuccesses += 1 }
    }

    var ranks = [[Int]](repeating: [], count: Urgency.allCases.count)
    for index in matches.lost { ranks[baseline.messages[index].urgency.rank].append(index) }
    let indices = Array(ranks.reversed().joined())
    let absences = dataset.absences(
      of: indices.map { baseline.messages[$0] }, after: baseline)
    let firstKept = baseline.messages.count - (recall?.keptCount ?? 0)
    var lost: [Report.Change: [Int]] = [:]
    for (index, absence) in zip(indices, absences) {
      let message = baseline.messages[index]
      let change = message.canBeFixed ? Report.Change(absence) : .gone
      counts.add(change)
      lost[change, default: []].append(index)
      guard change == .unseen else { continue }
      if recall?.outdated.contains(index) ?? false {
        counts.forgotten.add(message)
      } else if index >= firstKept {
        counts.stillUnseen.add(message)
      } else {
        counts.newlyUnseen.add(message)
      }
    }
    coverage = Coverage(dataset, after: baseline)
    counts.coversLess = coverage.isLess
    counts.isCoverageOther = coverage.areSharesOther
    tests = TestChanges(
      dataset, after: baseline, removed: (lost[.removed] ?? []).map { baseline.messages[$0] })
    counts.testsAdded = tests.added.count
    counts.testsRemoved = tests.removed.count
    counts.testsRenamed = tests.renamed.count
    self.counts = counts
    self.lost = lost
  }

  /// The number of errors and warnings that the run did not check for (see "Less coverage").
  var urgentUnseen: Int { (lost[.unseen] ?? []).count { baseline[$0].urgency >= .warning } }

  mutating func mark(with titles: EnvironmentTitles) {
    titles.mark(earlier: &baseline)
  }

  /// - Parameter histories: The histories of the baseline's messages; empty without a site.
  func summary(
    _ locale: Locale, _ filter: Filter, _ assignment: CategoryAssignment,
    _ histories: [MessageHistory]
  ) -> Report.ComparisonSummary {
    func shown(_ change: Report.Change) -> [Int] {
      (lost[change] ?? []).filter {
        filter.admits(baseline[$0], slot: assignment.slot(of: baseline[$0]), change)
      }
    }
    var summary = Report.ComparisonSummary(
      counts: counts, text: counts.text(locale), coverage: coverage, tests: tests)
    for change in [Report.Change.fixed, .removed, .unseen, .gone] {
      let indices = shown(change)
      if indices.isEmpty { continue }
      summary.lost[change] = Report.LostMessages(
        messages: indices.map { baseline[$0] },
        histories: histories.isEmpty || change == .gone ? [] : indices.map { histories[$0] })
    }
    return summary
  }
}

extension Report.Change {
  /// The change of a lost error, warning or finding.
  fileprivate init(_ absence: Absence) {
    switch absence {
    case .checked: self = .fixed
    case .removed: self = .removed
    case .unchecked: self = .unseen
    case .leftOut: self = .gone
    }
  }
}

extension Report.Change {
  /// The change of a message in both runs.
  init(from before: Urgency, to now: Urgency) {
    self = now.demand > before.demand ? .worse : now.demand < before.demand ? .better : .still
  }
}

extension Urgency {
  /// The urgency for comparisons. `success` ranks high only to colour an overview, so becoming a
  /// success does not count as worse (see "One word for each change").
  var demand: Int { self == .success ? -1 : rank }

  /// The urgencies in the order of comparisons, the least urgent first.
  static let byDemand = allCases.sorted { $0.demand < $1.demand }
}

extension Message {
  /// Whether it is the message of a test. A missing test is "not run", any other message "not
  /// checked".
  package var isTest: Bool { RunScope.Kind(ofFingerprint: fingerprint) == .test }
}

extension ChangeCounts {
  fileprivate mutating func add(_ change: Report.Change) {
    switch change {
    case .new: new += 1
    case .worse: worse += 1
    case .expired: expired += 1
    case .better: better += 1
    case .still: still += 1
    case .fixed: fixed += 1
    case .removed: removed += 1
    case .unseen: break
    case .gone: gone += 1
    }
  }
}
