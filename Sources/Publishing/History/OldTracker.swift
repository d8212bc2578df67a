import Basics
import Composing
import JSON
import Model

/// What a site of an older version remembers of a run: the tracks of messages by their fingerprint.
/// It becomes a tracker when the next run is published.
struct OldTracker {
  private(set) var tracks: [Fingerprint: MessageTrack] = [:]
  /// The fingerprints of those that may still be there.
  private(set) var open: Set<Fingerprint> = []
  let count: Int

  /// - Parameter dates: Those of the runs that a track has bits for, the latest first.
  init?(_ root: JSONValue, dates: [CivilDate]) {
    guard root["version"]?.count == 1, let count = root["nights"]?.count else { return nil }
    self.count = count
    for member in root["messages"]?.members ?? [] {
      let parts = member.value.elements
      guard 4...5 ~= parts.count, let fingerprint = Fingerprint(hexadecimal: member.key),
        let since = CivilDate(parts[0]), let runs = parts[1].count, let bits = parts[2].count,
        let isOpen = parts[3].bool
      else { return nil }
      var track = MessageTrack(on: since)
      track.runs = runs
      track.bits = UInt16(truncatingIfNeeded: bits)
      track.gaps = UInt16(truncatingIfNeeded: parts.count > 4 ? parts[4].count ?? 0 : 0)
      let ago = track.bits.trailingZeroBitCount
      track.lastSeen = max(since, ago < dates.count ? dates[ago] : since)
      tracks[fingerprint] = track
      if isOpen { open.insert(fingerprint) }
    }
  }

  /// The tracker of the run.
  ///
  /// - Parameter earlier: The datasets of the runs before, the latest first, in which to look for
  ///   messages that may still be there and that the run does not have.
  func tracker(of dataset: Dataset, _ earlier: some Sequence<Dataset>) -> MessageTracker? {
    func fingerprints(_ messages: [Message]) -> [Fingerprint] {
      messages.indices.map { Fingerprint(of: messages, at: $0) }
    }
    let own = fingerprints(dataset.messages)
    var missing = open.subtracting(own)
    var baseline = dataset
    var all = own
    for old in earlier {
      if missing.isEmpty { break }
      for (message, fingerprint) in zip(old.messages, fingerprints(old.messages))
      where missing.contains(fingerprint) {
        baseline.messages.append(message)
        all.append(fingerprint)
      }
      missing.subtract(all)
    }
    let found = all.map { tracks[$0] }
    // Every message of the run has a track, unless the file is not this run's.
    if found.contains(where: { $0 == nil }) { return nil }
    var closed: [Fingerprint: [ClosedTrack]] = [:]
    for (fingerprint, track) in tracks where !open.contains(fingerprint) {
      closed[fingerprint.shortened, default: []].append(ClosedTrack(track))
    }
    return MessageTracker(
      baseline: baseline, keptCount: all.count - own.count, tracks: found.compactMap { $0 },
      closed: closed, count: count)
  }
}
