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
    let groups = Groups(dataset.messages, baseline.messages)
    var changes = [Report.Change](repeating: .new, count: dataset.messages.count)
    var isFound = [Bool](repeating: false, count: baseline.messages.count)
    for group in 0..<groups.count {
      for (old, new) in Self.pairs(of: group, in: groups, dataset.messages, baseline.messages) {
        isFound[old] = true
        changes[new] = Report.Change(
          from: baseline.messages[old].urgency, to: dataset.messages[new].urgency)
      }
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
    fingerprints = groups.fingerprints
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

  /// Pairs the old and new messages of a group: those of equal urgency first, then the others,
  /// nearest ones first (N3).
  private static func pairs(
    of group: Int, in groups: Groups, _ messages: [Message], _ baseline: [Message]
  ) -> [(old: Int, new: Int)] {
    let (olds, news) = (groups.old(group), groups.new(group))
    guard let old = olds.first, let new = news.first else { return [] }
    // Most fingerprints are unique.
    if olds.count == 1, news.count == 1 { return [(old, new)] }
    let hasLines =
      olds.allSatisfy { baseline[$0].location?.line != nil }
      && news.allSatisfy { messages[$0].location?.line != nil }
    func items(_ indices: ArraySlice<Int>, of messages: [Message]) -> [NearestPairs.Item] {
      indices.enumerated().map { position, index in
        let line = messages[index].location?.line ?? 0
        return NearestPairs.Item(
          index: index, position: hasLines ? min(max(line, 0), 1 << 40) : position)
      }
    }
    var left = items(olds, of: baseline)
    var right = items(news, of: messages)
    var pairs: [(old: Int, new: Int)] = []
    for urgency in Urgency.allCases {
      pairs +=
        NearestPairs(
          old: left.filter { baseline[$0.index].urgency == urgency },
          new: right.filter { messages[$0.index].urgency == urgency }
        ).pairs
    }
    let (pairedOld, pairedNew) = (Set(pairs.map(\.old)), Set(pairs.map(\.new)))
    left.removeAll { pairedOld.contains($0.index) }
    right.removeAll { pairedNew.contains($0.index) }
    return pairs + NearestPairs(old: left, new: right).pairs
  }
}

/// The messages of both sides by fingerprint. Messages with a fingerprint that the baseline lacks
/// have no group.
private struct Groups {
  /// The fingerprint of each message of the dataset.
  private(set) var fingerprints: [Fingerprint] = []
  private var olds: Members
  private var news: Members

  var count: Int { olds.count }
  func old(_ group: Int) -> ArraySlice<Int> { olds[group] }
  func new(_ group: Int) -> ArraySlice<Int> { news[group] }

  init(_ messages: [Message], _ baseline: [Message]) {
    var buffer: [UInt8] = []
    var groups: [Fingerprint: Int] = [:]
    groups.reserveCapacity(baseline.count)
    let oldGroups = baseline.indices.map { index -> Int in
      let fingerprint = Fingerprint(of: baseline, at: index, buffer: &buffer)
      if let group = groups[fingerprint] { return group }
      groups[fingerprint] = groups.count
      return groups.count - 1
    }
    fingerprints.reserveCapacity(messages.count)
    for index in messages.indices {
      fingerprints.append(Fingerprint(of: messages, at: index, buffer: &buffer))
    }
    olds = Members(oldGroups, count: groups.count)
    news = Members(fingerprints.map { groups[$0] ?? -1 }, count: groups.count)
  }

  /// The indices of each group in input order, stored in one array.
  private struct Members {
    private var starts: [Int]
    private var indices: [Int]

    var count: Int { starts.count - 1 }

    /// - Parameter groups: the group of each index; -1 for none.
    init(_ groups: [Int], count: Int) {
      starts = [Int](repeating: 0, count: count + 1)
      for group in groups where group >= 0 { starts[group + 1] += 1 }
      for group in 0..<count { starts[group + 1] += starts[group] }
      var ends = starts
      indices = [Int](repeating: 0, count: starts[count])
      for (index, group) in groups.enumerated() where group >= 0 {
        indices[ends[group]] = index
        ends[group] += 1
      }
    }

    subscript(group: Int) -> ArraySlice<Int> { indices[starts[group]..<starts[group + 1]] }
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
