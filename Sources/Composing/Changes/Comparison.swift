internal import Basics
internal import Model

/// The changes since the baseline (N1 to N3). Messages are compared as multisets: if two equal
/// messages become three, one is new.
struct Comparison {
  /// The change of each message of the dataset.
  let changes: [Report.Change]
  /// The fingerprint of each message of the dataset.
  let fingerprints: [Fingerprint]
  let counts: ChangeCounts
  let coverage: Coverage
  /// Messages of the baseline that are gone, most urgent first, by their change.
  private let fixed: [Message]
  private let unseen: [Message]
  private let gone: [Message]

  init(_ dataset: Dataset, baseline: Dataset, runChange: RunChange?) {
    var buffer: [UInt8] = []
    fingerprints = dataset.messages.indices.map {
      Fingerprint(of: dataset.messages, at: $0, buffer: &buffer)
    }
    var changes = [Report.Change](repeating: .new, count: dataset.messages.count)
    var isFound = [Bool](repeating: false, count: baseline.messages.count)
    for (old, new) in Matching(
      baseline.messages, dataset.messages, fingerprints: fingerprints
    ).pairs {
      isFound[old] = true
      changes[new] = Report.Change(
        from: baseline.messages[old].urgency, to: dataset.messages[new].urgency)
    }
    var counts = ChangeCounts(run: runChange)
    for change in changes { counts.add(change) }

    var left = [[Message]](repeating: [], count: Urgency.allCases.count)
    for index in baseline.messages.indices where !isFound[index] {
      left[baseline.messages[index].urgency.rank].append(baseline.messages[index])
    }
    let lost = Array(left.reversed().joined())
    var lists: [Report.Change: [Message]] = [:]
    for (message, isKnown) in zip(lost, dataset.hasLooked(for: lost, after: baseline.scope)) {
      let change: Report.Change = !message.canBeFixed ? .gone : isKnown ? .fixed : .unseen
      counts.add(change)
      lists[change, default: []].append(message)
    }
    self.changes = changes
    coverage = Coverage(dataset, after: baseline)
    self.counts = counts
    fixed = lists[.fixed] ?? []
    unseen = lists[.unseen] ?? []
    gone = lists[.gone] ?? []
  }

  func summary(_ locale: Locale, _ filter: Filter, _ assignment: CategoryAssignment)
    -> Report.ComparisonSummary
  {
    func shown(_ messages: [Message], _ change: Report.Change) -> [Message] {
      messages.filter { filter.admits($0, slot: assignment.slot(of: $0), change) }
    }
    return Report.ComparisonSummary(
      counts: counts, text: counts.text(locale), fixedMessages: shown(fixed, .fixed),
      unseenMessages: shown(unseen, .unseen), goneMessages: shown(gone, .gone),
      coverage: coverage)
  }
}

extension Report.Change {
  /// The change of a message that exists in both runs.
  init(from before: Urgency, to now: Urgency) {
    self = now.demand > before.demand ? .worse : now.demand < before.demand ? .better : .still
  }
}

extension Urgency {
  /// The urgency for comparisons. `success` ranks high only to colour an overview; becoming one is
  /// no change for the worse (N1).
  fileprivate var demand: Int { self == .success ? -1 : rank }
}

extension Message {
  /// Whether the message counts as fixed when it is gone (N2).
  fileprivate var canBeFixed: Bool { urgency >= .warning && kind != .progress }
}

extension ChangeCounts {
  fileprivate mutating func add(_ change: Report.Change) {
    switch change {
    case .new: new += 1
    case .worse: worse += 1
    case .better: better += 1
    case .still: still += 1
    case .fixed: fixed += 1
    case .unseen: unseen += 1
    case .gone: gone += 1
    }
  }
}
