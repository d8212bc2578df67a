internal import Basics
internal import Model

/// What has changed since the baseline. Both sides are multisets: of three equal messages where
/// two were, one is new.
struct Comparison {
  /// Parallel to the dataset's messages.
  let changes: [Report.Change]
  /// Of the dataset's messages, for whoever else needs them.
  let fingerprints: [Fingerprint]
  /// The baseline's messages that are gone, most urgent first.
  private let fixed: [Message]
  private let worsened: [Urgency: Int]
  /// How many were there before and are more urgent now.
  private let worse: Int
  /// Whether tonight's run did not come to its end: what it has not seen may still be there.
  private let isPartial: Bool

  init(_ dataset: Dataset, baseline: Dataset) {
    var buffer: [UInt8] = []
    var places: [Fingerprint: Int] = [:]
    places.reserveCapacity(baseline.messages.count)
    /// How many of each are still looked for.
    var remaining: [Int] = []
    /// The highest urgency that each had.
    var worst: [Urgency] = []
    var placeOf: [Int] = []
    for index in baseline.messages.indices {
      let fingerprint = Fingerprint(of: baseline.messages, at: index, buffer: &buffer)
      let place = places[fingerprint] ?? remaining.count
      if place == remaining.count {
        places[fingerprint] = place
        remaining.append(0)
        worst.append(.neutral)
      }
      remaining[place] += 1
      worst[place] = max(worst[place], baseline.messages[index].urgency)
      placeOf.append(place)
    }

    var changes: [Report.Change] = []
    changes.reserveCapacity(dataset.messages.count)
    var fingerprints: [Fingerprint] = []
    fingerprints.reserveCapacity(dataset.messages.count)
    var worsened: [Urgency: Int] = [:]
    var worse = 0
    for index in dataset.messages.indices {
      let fingerprint = Fingerprint(of: dataset.messages, at: index, buffer: &buffer)
      fingerprints.append(fingerprint)
      if let place = places[fingerprint], remaining[place] > 0 {
        remaining[place] -= 1
        changes.append(.still)
        if dataset.messages[index].urgency > worst[place] {
          worse += 1
          worsened[dataset.messages[index].urgency, default: 0] += 1
        }
      } else {
        worsened[dataset.messages[index].urgency, default: 0] += 1
        changes.append(.new)
      }
    }

    // Of equal ones the last are those that are gone.
    var fixed: [Int] = []
    for index in baseline.messages.indices.reversed() where remaining[placeOf[index]] > 0 {
      remaining[placeOf[index]] -= 1
      fixed.append(index)
    }
    fixed.reverse()
    self.fixed = Urgency.allCases.reversed().flatMap { urgency in
      fixed.filter { baseline.messages[$0].urgency == urgency }.map { baseline.messages[$0] }
    }
    self.changes = changes
    self.fingerprints = fingerprints
    self.worsened = worsened
    self.worse = worse
    isPartial = dataset.run?.status.map { $0 != .completed } ?? false
  }

  func summary(_ locale: Locale, _ filter: Filter, _ filing: Filing) -> Report.ComparisonSummary {
    let new = changes.count { $0 == .new }
    let still = changes.count - new
    let isSame = new == 0 && fixed.isEmpty && worse == 0
    let gone = isPartial ? "unseen" : "fixed"
    let counts = [("new", new), (gone, fixed.count), ("still", still), ("worse", worse)]
    let texts = counts.filter { $0.1 > 0 }.map { locale.count($0.0, $0.1) }
    return Report.ComparisonSummary(
      new: new, still: still, fixed: isPartial ? 0 : fixed.count,
      unseen: isPartial ? fixed.count : 0, worse: worse, worsenedByUrgency: worsened,
      text: isSame ? locale.string("noChanges") : locale.list(texts),
      fixedMessages: isPartial
        ? [] : fixed.filter { filter.admits($0, slot: filing.slot(of: $0), .fixed) },
      isUnchanged: isSame)
  }
}
