import Basics
import Composing
import JSON
import Model

/// The file of a tracker. Equal tracks of neighbouring messages are written once, with their number.
/// The messages themselves are in the run's dataset, and in one of kept ones beside it.
extension MessageTracker {
  private static let version = 2

  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("version", Self.version)
      writer.member("nights", count)
      writer.key("tracks")
      writer.array { writer in
        var rest = tracks[...]
        while let track = rest.first {
          let equal = rest.prefix { $0.isEqual(track) }
          writer.array { writer in
            writer.value(equal.count)
            track.write(to: &writer)
            if let back = track.back { writer.value(back.machineTime) }
          }
          rest = rest.dropFirst(equal.count)
        }
      }
      writer.key("names")
      writer.array { writer in
        for (index, track) in tracks.enumerated() {
          guard let name = track.name else { continue }
          writer.array { writer in
            writer.value(index)
            writer.value(name.short)
          }
        }
      }
      writer.key("closed")
      writer.array { writer in
        let sorted = closed.map { ($0.key.short, $0.value) }.sorted { $0.0 < $1.0 }
        for (fingerprint, tracks) in sorted {
          for track in tracks {
            writer.array { writer in
              writer.value(fingerprint)
              track.write(to: &writer)
              if let name = track.name { writer.value(name.short) }
            }
          }
        }
      }
      durations.write(to: &writer)
      goneTitles.write(to: &writer)
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Reads a file; nil when it is damaged, of another version, or not of these messages.
  init?(_ root: JSONValue, of dataset: Dataset, kept: [Message]) {
    guard root["version"]?.count == Self.version, let count = root["nights"]?.count else {
      return nil
    }
    var baseline = dataset
    baseline.messages += kept
    let total = baseline.messages.count
    var tracks: [MessageTrack] = []
    tracks.reserveCapacity(total)
    for row in root["tracks"]?.elements ?? [] {
      let parts = row.elements
      guard 6...7 ~= parts.count, let number = parts[0].count, number <= total - tracks.count,
        var track = MessageTrack(parts[1...5])
      else { return nil }
      if parts.count > 6 {
        guard let back = CivilDate(parts[6]) else { return nil }
        track.back = back
      }
      tracks += [MessageTrack](repeating: track, count: number)
    }
    for row in root["names"]?.elements ?? [] {
      let parts = row.elements
      guard parts.count == 2, let index = parts[0].count, index < tracks.count,
        let name = parts[1].string.flatMap(Fingerprint.init(short:))
      else { return nil }
      tracks[index].name = name
    }
    var closed: [Fingerprint: [MessageTrack]] = [:]
    for row in root["closed"]?.elements ?? [] {
      let parts = row.elements
      guard 6...7 ~= parts.count, var track = MessageTrack(parts[1...5]),
        let fingerprint = parts[0].string.flatMap(Fingerprint.init(short:))
      else { return nil }
      if parts.count > 6 {
        guard let name = parts[6].string.flatMap(Fingerprint.init(short:)) else { return nil }
        track.name = name
      }
      closed[fingerprint, default: []].append(track)
    }
    guard let durations = DurationTracker(root["durations"]),
      let goneTitles = GoneTitles(root["titles"])
    else { return nil }
    self.init(
      baseline: baseline, keptCount: kept.count, tracks: tracks, closed: closed, count: count,
      durations: durations, goneTitles: goneTitles)
  }
}

extension MessageTrack {
  /// Whether two tracks are equal but for the name.
  fileprivate func isEqual(_ other: MessageTrack) -> Bool {
    var other = other
    other.name = name
    return other == self
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.value(since.machineTime)
    writer.value(runs)
    writer.value(Int(bits))
    writer.value(Int(gaps))
    writer.value(lastSeen.machineTime)
  }

  fileprivate init?(_ parts: ArraySlice<JSONValue>) {
    let parts = Array(parts)
    guard parts.count == 5, let since = CivilDate(parts[0]), let runs = parts[1].count,
      let bits = parts[2].count, let gaps = parts[3].count, let lastSeen = CivilDate(parts[4])
    else { return nil }
    self.init(on: since)
    self.runs = runs
    self.bits = UInt16(truncatingIfNeeded: bits)
    self.gaps = UInt16(truncatingIfNeeded: gaps)
    self.lastSeen = lastSeen
  }
}

extension CivilDate {
  init?(_ value: JSONValue) {
    guard case .date(let date)? = value.string.flatMap({ TimePoint(parsing: $0) }) else {
      return nil
    }
    self = date
  }
}
