package import Basics
package import Composing
import JSON

/// Which messages have been seen in the last nights, by their fingerprints. Grows with what is
/// there and not with the nights that were.
package struct MessageTracker: Sendable, Equatable {
  /// How many nights are remembered one by one.
  package static let window = 14

  package struct Track: Sendable, Equatable {
    /// The first of the nights in a row.
    package var since: CivilDate
    package var nights: Int
    /// A bit for each of the last nights, the latest lowest.
    package var bits: UInt16
    /// A bit for each of them that could not tell, since its run did not come to its end.
    package var gaps: UInt16
    package var isOpen: Bool
  }

  package private(set) var tracks: [Fingerprint: Track] = [:]
  /// How many nights have been taken in, up to the window.
  package private(set) var count = 0

  package init() {}

  /// Takes in the next night. What a night has not seen that did not come to its end may still be
  /// there.
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
        tracks[fingerprint] ?? Track(since: date, nights: 0, bits: 0, gaps: 0, isOpen: false)
      if !track.isOpen { (track.since, track.nights) = (date, 0) }
      track.nights += 1
      track.bits = (track.bits << 1 | 1) & mask
      track.gaps = track.gaps << 1 & mask
      track.isOpen = true
      tracks[fingerprint] = track
    }
  }

  /// What a report says of its messages.
  package var histories: [Fingerprint: MessageHistory] {
    tracks.filter(\.value.isOpen).mapValues { track in
      MessageHistory(
        since: track.since, nights: track.nights,
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
            writer.value(track.nights)
            writer.value(Int(track.bits))
            writer.value(track.isOpen)
            if track.gaps > 0 { writer.value(Int(track.gaps)) }
          }
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Nil when the file is not one of these.
  package init?(_ bytes: [UInt8]) {
    guard let root = JSONValue.parse(bytes, file: "messages.json").0,
      let count = root["nights"]?.count
    else { return nil }
    self.count = min(count, Self.window)
    for member in root["messages"]?.members ?? [] {
      let parts = member.value.elements
      guard 4...5 ~= parts.count, let fingerprint = Fingerprint(hexadecimal: member.key),
        case .date(let since)? = parts[0].string.flatMap({ TimePoint(parsing: $0) }),
        let nights = parts[1].count, let bits = parts[2].count, let isOpen = parts[3].bool
      else { return nil }
      tracks[fingerprint] = Track(
        since: since, nights: nights, bits: UInt16(truncatingIfNeeded: bits),
        gaps: UInt16(truncatingIfNeeded: parts.count > 4 ? parts[4].count ?? 0 : 0), isOpen: isOpen)
    }
  }
}
