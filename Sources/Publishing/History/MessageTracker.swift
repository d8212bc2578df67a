package import Basics
package import Composing
import JSON

/// Remembers in which of the last runs each message was, by its fingerprint. Its size depends on the
/// number of messages, not on the number of runs.
package struct MessageTracker: Sendable, Equatable {
  /// The number of runs that are remembered one by one.
  package static let window = 14

  package struct Track: Sendable, Equatable {
    /// The date of the first of the consecutive runs that had the message.
    package var since: CivilDate
    /// The number of those runs.
    package var runs: Int
    /// A bit for each of the last runs that had the message, the latest lowest.
    package var bits: UInt16
    /// A bit for each of the last runs that did not complete and did not see the message.
    package var gaps: UInt16
    /// Whether the message may still be there.
    package var isOpen: Bool
  }

  package private(set) var tracks: [Fingerprint: Track] = [:]
  /// The number of added runs, up to the window.
  package private(set) var count = 0

  package init() {}

  /// Adds the next run. Messages that a partial run has not seen may still be there.
  package mutating func add(_ found: Set<Fingerprint>, on date: CivilDate, isPartial: Bool) {
    let mask = UInt16(1 << Self.window) - 1
    count = min(count + 1, Self.window)
    for (fingerprint, old) in tracks where !found.contains(fingerprint) {
      var track = old
      track.bits = track.bits << 1 & mask
      track.gaps = (track.gaps << 1 | (isPartial ? 1 : 0)) & mask
      track.isOpen = track.isOpen && isPartial
      tracks[fingerprint] = track.bits == 0 && !track.isOpen ? nil : track
    }
    for fingerprint in found {
      var track =
        tracks[fingerprint] ?? Track(since: date, runs: 0, bits: 0, gaps: 0, isOpen: false)
      if !track.isOpen { (track.since, track.runs) = (date, 0) }
      track.runs += 1
      track.bits = (track.bits << 1 | 1) & mask
      track.gaps = track.gaps << 1 & mask
      track.isOpen = true
      tracks[fingerprint] = track
    }
  }

  /// The histories of the messages that may still be there.
  package var histories: [Fingerprint: MessageHistory] {
    tracks.filter(\.value.isOpen).mapValues { track in
      MessageHistory(
        since: track.since, runs: track.runs,
        presence: (0..<count).reversed().filter { track.gaps >> $0 & 1 == 0 }
          .map { track.bits >> $0 & 1 == 1 })
    }
  }
}

extension MessageTracker {
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("version", 1)
      writer.member("nights", count)
      writer.key("messages")
      writer.object { writer in
        let sorted = tracks.map { ($0.key.hexadecimal, $0.value) }.sorted { $0.0 < $1.0 }
        for (name, track) in sorted {
          writer.key(name)
          writer.array { writer in
            writer.value(track.since.machineTime)
            writer.value(track.runs)
            writer.value(Int(track.bits))
            writer.value(track.isOpen)
            if track.gaps > 0 { writer.value(Int(track.gaps)) }
          }
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Reads a file; nil when it is damaged.
  package init?(_ bytes: [UInt8]) {
    guard let root = JSONValue.parse(bytes, file: "messages.json").0,
      let count = root["nights"]?.count
    else { return nil }
    self.count = min(count, Self.window)
    for member in root["messages"]?.members ?? [] {
      let parts = member.value.elements
      guard 4...5 ~= parts.count, let fingerprint = Fingerprint(hexadecimal: member.key),
        case .date(let since)? = parts[0].string.flatMap({ TimePoint(parsing: $0) }),
        let runs = parts[1].count, let bits = parts[2].count, let isOpen = parts[3].bool
      else { return nil }
      tracks[fingerprint] = Track(
        since: since, runs: runs, bits: UInt16(truncatingIfNeeded: bits),
        gaps: UInt16(truncatingIfNeeded: parts.count > 4 ? parts[4].count ?? 0 : 0), isOpen: isOpen)
    }
  }
}
