internal import Basics
internal import Model

/// The changes since the baseline (N1 to N3). Messages are compared as multisets: if two equal
/// messages become three, one is new.
struct Comparison {
  /// The change of each message of the dataset.
  let changes: [Report.Change]
  /// The fingerprint of each message of the dataset.
  let fingerprints: [Fingerprint]
  private let counts: ChangeCounts
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

    let isPartial = dataset.run?.status.map { $0 != .completed } ?? false
    var left = [[Int]](repeating: [], count: Urgency.allCases.count)
    for index in baseline.messages.indices where !isFound[index] {
      left[baseline.messages[index].urgency.rank].append(index)
    }
    var lists: [Report.Change: [Message]] = [:]
    for index in left.reversed().joined() {
      let message = baseline.messages[index]
      let change: Report.Change = !message.canBeFixed ? .gone : isPartial ? .unseen : .fixed
      counts.add(change)
      lists[change, default: []].append(message)
    }
    self.changes = changes
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
      unseenMessages: shown(unseen, .unseen), goneMessages: shown(gone, .gone))
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
