internal import Model
internal import Time

/// Separates the known messages of a run from the others (see "Known messages are counted apart"
/// and "When an entry ends").
struct KnownMessages {
  struct Known {
    var message: Int
    var unit: Int
  }

  /// The indices of the unknown messages.
  private(set) var kept: [Int] = []
  private(set) var known: [Known] = []
  /// The condition that refuses a message, for messages that are not known.
  private(set) var refused: [Int: (unit: Int, refusal: KnownIndex.Refusal)] = [:]
  /// The messages that were known in the previous run and have an expired entry.
  private(set) var expired: Set<Int> = []
  /// The indices of the baseline's lost messages that were not known.
  private(set) var lost: [Int] = []
  /// Whether each condition matched a message, or a message that the run did not check for.
  private(set) var isMatched: [Bool]

  private let index: KnownIndex
  /// The number of messages that each condition has accepted.
  private var used: [Int]

  /// - Parameters:
  ///   - baseline: The previous run.
  ///   - matches: The matches with its messages; nil without a baseline.
  ///   - fingerprints: The site's fingerprints of the messages; empty without a site.
  ///   - before: The day of the previous run, if known.
  init(
    _ dataset: Dataset, _ index: KnownIndex, baseline: Dataset?, _ matches: MessageMatches?,
    _ fingerprints: [Fingerprint], today: CivilDate, before: CivilDate?
  ) {
    self.index = index
    used = [Int](repeating: 0, count: index.units.count)
    isMatched = [Bool](repeating: false, count: index.units.count)
    let messages = dataset.messages
    let old = baseline?.messages ?? []
    var buffer: [UInt8] = []

    func names(of position: Int) -> [Fingerprint] {
      guard index.hasFingerprints else { return [] }
      let own =
        matches?.fingerprints[position] ?? Fingerprint(of: messages, at: position, buffer: &buffer)
      var names = [own.shortened]
      if position < fingerprints.count {
        names.append(fingerprints[position].shortened)
      } else if let origin = matches?.origins[position] ?? nil {
        // A message matched in a later stage has another fingerprint.
        names.append(Fingerprint(of: old, at: origin, buffer: &buffer).shortened)
      }
      return names.count > 1 && names[0] == names[1] ? [names[0]] : names
    }

    var isKept = [Bool](repeating: true, count: messages.count)
    // Of equal messages, the older ones are the accepted ones.
    for isNew in [false, true] {
      for position in messages.indices {
        let origin = matches?.origins[position] ?? nil
        if matches == nil ? isNew : isNew != (origin == nil) { continue }
        let units = index.units(matching: messages[position], names(of: position))
        if units.isEmpty { continue }
        if let unit = accept(messages[position].urgency, units, on: today) {
          known.append(Known(message: position, unit: unit))
          isKept[position] = false
        } else if let refusal = refused(messages[position].urgency, units, on: today) {
          refused[position] = refusal
          guard refusal.refusal == .expired, let origin else { continue }
          let wasKnown = before.map { day in
            index.refusal(refusal.unit, old[origin].urgency, on: day) == nil
          }
          if wasKnown ?? true { expired.insert(position) }
        }
      }
    }
    known.sort { $0.message < $1.message }
    kept = messages.indices.filter { isKept[$0] }
    if let baseline, let matches {
      separateKnown(matches.lost, of: baseline, dataset, on: before ?? today)
    }
  }

  /// The condition that accepts a message.
  private mutating func accept(_ urgency: Urgency, _ units: [Int], on day: CivilDate) -> Int? {
    for unit in units { isMatched[unit] = true }
    let found = units.first { unit in
      let most = index.units[unit].condition.count ?? .max
      return used[unit] < most && index.refusal(unit, urgency, on: day) == nil
    }
    if let found { used[found] += 1 }
    return found
  }

  private func refused(
    _ urgency: Urgency, _ units: [Int], on day: CivilDate
  ) -> (unit: Int, refusal: KnownIndex.Refusal)? {
    for unit in units {
      if let refusal = index.refusal(unit, urgency, on: day) { return (unit, refusal) }
    }
    return nil
  }

  /// Sets an entry's owner for its messages without an owner.
  func addOwners(to messages: inout [Message]) {
    let matched = known.map { ($0.message, $0.unit) } + refused.map { ($0.key, $0.value.unit) }
    for (message, unit) in matched where messages[message].owner == nil {
      messages[message].owner = index.entries[index.units[unit].entry].owner.filled
    }
  }

  /// Separates the known messages among the baseline's lost messages, because they are not fixed.
  private mutating func separateKnown(
    _ gone: [Int], of baseline: Dataset, _ dataset: Dataset, on day: CivilDate
  ) {
    var buffer: [UInt8] = []
    var matching: [(message: Int, units: [Int])] = []
    for position in gone {
      let names =
        index.hasFingerprints
        ? [Fingerprint(of: baseline.messages, at: position, buffer: &buffer).shortened] : []
      let units = index.units(matching: baseline.messages[position], names)
      let wasMatched = units.map { isMatched[$0] }
      let isKnown = accept(baseline.messages[position].urgency, units, on: day) != nil
      for (unit, was) in zip(units, wasMatched) { isMatched[unit] = was }
      if !isKnown { lost.append(position) }
      if !units.isEmpty { matching.append((position, units)) }
    }
    let absences = dataset.absences(
      of: matching.map { baseline.messages[$0.message] }, after: baseline)
    for (item, absence) in zip(matching, absences)
    where absence == .unchecked || absence == .leftOut {
      for unit in item.units { isMatched[unit] = true }
    }
  }
}

extension MessageMatches {
  /// The matches of some of the run's messages and some of the baseline's lost messages.
  func restricted(to kept: [Int], lost: [Int]) -> MessageMatches {
    MessageMatches(
      origins: kept.map { origins[$0] }, lost: lost, fingerprints: kept.map { fingerprints[$0] })
  }
}

extension MessageRecall {
  /// The memory of some of the run's messages.
  func restricted(to kept: [Int], lost: [Int]) -> MessageRecall {
    var recall = MessageRecall(
      matches: matches?.restricted(to: kept, lost: lost), histories: kept.map { histories[$0] },
      fingerprints: kept.map { fingerprints[$0] }, earlier: earlier, keptCount: keptCount,
      outdated: outdated, before: before)
    (recall.durations, recall.gone) = (durations, gone)
    return recall
  }
}
