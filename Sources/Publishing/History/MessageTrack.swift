package import Composing
internal import Model
package import Time

/// The memory of a site about one message: which of the last runs had it.
package struct MessageTrack: Sendable, Equatable {
  /// The number of runs that are remembered one by one.
  package static let window = 14
  private static let mask = UInt16(1 << window) - 1

  /// The date of the first of the consecutive runs that had the message.
  package var since: CivilDate
  /// The number of these consecutive runs.
  package var runs = 1
  /// One bit per run, set if the run had the message. The latest run is the lowest bit.
  package var bits: UInt16 = 1
  /// One bit per run, set if the run did not check for the message, so that it may have existed.
  package var gaps: UInt16 = 0
  /// The date of the last run that had it.
  package var lastSeen: CivilDate
  /// The date of the last run that had it before it was gone, if the latest run has it again.
  package var back: CivilDate?
  /// The fingerprint that identifies the message since it appeared; nil if it is the current one.
  package var name: Fingerprint?
  /// The memory of a test that failed for a run or two; nil for other messages.
  package var flakiness: Flakiness?

  /// Creates the track of a message that first appears in a run of this date.
  package init(on date: CivilDate) {
    since = date
    lastSeen = date
  }

  /// Adds a run that has the message.
  mutating func see(on date: CivilDate) {
    back = nil
    runs += 1
    shift(isThere: true, isGap: false)
    lastSeen = date
  }

  /// Adds a run that has the message again after it was gone.
  mutating func reopen(on date: CivilDate, canBeFixed: Bool) {
    let before = lastSeen
    see(on: date)
    (since, runs) = (date, 1)
    back = canBeFixed ? before : nil
  }

  /// Notes the failure of a test that was added.
  mutating func fail(_ message: Message) {
    flakiness?.fail(inARow: runs, Flakiness.cause(of: message))
  }

  /// Notes that a test passed.
  ///
  /// - Parameter message: Its last failure.
  mutating func pass(after message: Message) {
    guard let cause = Flakiness.cause(of: message) else { return }
    if flakiness == nil, runs > Flakiness.mostInARow { return }
    flakiness = flakiness ?? Flakiness()
    flakiness?.pass(after: runs, cause)
  }

  /// The track after a run that does not have the message.
  ///
  /// - Parameter isGap: Whether the message may have been there.
  func missing(isGap: Bool) -> MessageTrack {
    var track = self
    track.back = nil
    track.shift(isThere: false, isGap: isGap)
    return track
  }

  /// A sort key for tracks of gone messages: the most recently gone message comes first.
  var age: Int {
    // Within a day, the number of runs without the message decides.
    -Int(lastSeen.dayNumber) * (Self.window + 3) + min(bits.trailingZeroBitCount, Self.window + 2)
  }

  private mutating func shift(isThere: Bool, isGap: Bool) {
    bits = (bits << 1 | (isThere ? 1 : 0)) & Self.mask
    gaps = (gaps << 1 | (isGap ? 1 : 0)) & Self.mask
  }

  /// - Parameters:
  ///   - count: The number of runs that are remembered.
  ///   - isThere: Whether the history is for a run that has the message.
  func history(of count: Int, isThere: Bool) -> MessageHistory {
    var history = MessageHistory(
      since: since, runs: runs,
      states: (0..<count).reversed().map { ago in
        gaps >> ago & 1 == 1 ? .notRun : bits >> ago & 1 == 1 ? .there : .gone
      },
      lastSeen: isThere ? back : lastSeen, isBack: isThere && back != nil)
    history.flakiness = flakiness
    return history
  }
}

extension Sequence<MessageTrack> {
  /// Returns the history of each track. Most tracks equal the one before and share its history.
  func histories(of count: Int, areThere: Bool) -> [MessageHistory] {
    var last: (track: MessageTrack, history: MessageHistory)?
    return map { track in
      if let last, last.track == track { return last.history }
      let history = track.history(of: count, isThere: areThere)
      last = (track, history)
      return history
    }
  }
}
