import Composing
import JSON
import Model
import Time

/// The file of a tracker. Equal tracks of neighbouring messages are written once, with a count. The
/// messages themselves are in the run's dataset and in the file of kept messages.
extension MessageTracker {
  private static let version = 2

  /// The digests of the other files that the tracker depends on.
  struct Companions: Equatable {
    /// The digest of the run's dataset.
    var dataset: String
    /// The digests of the tracker's other files; nil for a file that is not needed.
    var kept: String?
    var lines: String?
  }

  func bytes(beside companions: Companions) -> [UInt8] {
    var places = Places()
    for entries in closed.values.joined() { entries.subject.map { places.insert($0) } }
    places.sort()
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("version", Self.version)
      writer.member("nights", count)
      writer.member("dataset", companions.dataset)
      writer.member("kept", companions.kept)
      writer.member("lines", companions.lines)
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
      if !places.all.isEmpty {
        writer.key("places")
        writer.array { writer in for place in places.all { place.write(to: &writer) } }
      }
      writer.key("closed")
      writer.array { writer in
        let sorted = closed.map { ($0.key.short, $0.value) }.sorted { $0.0 < $1.0 }
        for (fingerprint, entries) in sorted {
          for entry in entries {
            writer.array { writer in
              writer.value(fingerprint)
              entry.track.write(to: &writer)
              if entry.subject != nil || entry.track.name != nil {
                writer.value(entry.track.name?.short ?? "")
              }
              guard let subject = entry.subject else { return }
              writer.value(places.index(of: subject))
              subject.test.map { writer.value(Int($0)) }
            }
          }
        }
      }
      writeFlakiness(&writer)
      durations.write(to: &writer)
      goneTitles.write(to: &writer)
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Writes the memory of tests that come and go. Few tracks have one.
  private func writeFlakiness(_ writer: inout JSONWriter) {
    let rows = tracks.enumerated().compactMap { index, track in track.flakiness.map { (index, $0) }
    }
    if !rows.isEmpty {
      writer.key("flaky")
      writer.array { writer in
        for (index, flakiness) in rows {
          writer.array { writer in
            writer.value(index)
            flakiness.write(to: &writer)
          }
        }
      }
    }
    let sorted = closed.filter { $0.value.contains { $0.track.flakiness != nil } }
      .map { ($0.key.short, $0.value) }.sorted { $0.0 < $1.0 }
    if sorted.isEmpty { return }
    writer.key("closedFlaky")
    writer.array { writer in
      for (key, entries) in sorted {
        for (index, entry) in entries.enumerated() {
          guard let flakiness = entry.track.flakiness else { continue }
          writer.array { writer in
            writer.value(key)
            writer.value(index)
            flakiness.write(to: &writer)
          }
        }
      }
    }
  }

  /// Returns the digests in a tracker's file; nil if the file is damaged.
  static func companions(_ root: JSONValue) -> Companions? {
    root["dataset"]?.string.map {
      Companions(dataset: $0, kept: root["kept"]?.string, lines: root["lines"]?.string)
    }
  }

  /// Reads a file; nil if it is damaged, has another version or belongs to other messages.
  ///
  /// - Parameters:
  ///   - dataset: The dataset of the run, with the reference for the next run.
  ///   - kept: The kept messages, which no later run has checked for; nil omits them.
  init?(_ root: JSONValue, of dataset: Dataset, kept: [Message]?) {
    guard root["version"]?.count == Self.version, let count = root["nights"]?.count else {
      return nil
    }
    var baseline = dataset
    baseline.messages += kept ?? []
    let total = baseline.messages.count
    var tracks: [MessageTrack] = []
    tracks.reserveCapacity(total)
    for row in root["tracks"]?.elements ?? [] {
      let parts = row.elements
      guard 6...7 ~= parts.count, var number = parts[0].count,
        var track = MessageTrack(parts[1...5])
      else { return nil }
      if kept == nil { number = min(number, total - tracks.count) }
      guard number <= total - tracks.count else { return nil }
      if parts.count > 6 {
        guard let back = CivilDate(parts[6]) else { return nil }
        track.back = back
      }
      tracks += [MessageTrack](repeating: track, count: number)
    }
    for row in root["names"]?.elements ?? [] {
      let parts = row.elements
      guard parts.count == 2, let index = parts[0].count,
        let name = parts[1].string.flatMap(Fingerprint.init(short:))
      else { return nil }
      if index < tracks.count { tracks[index].name = name } else if kept != nil { return nil }
    }
    for row in root["flaky"]?.elements ?? [] {
      guard let index = row.elements.first?.count,
        let flakiness = Flakiness(row.elements.dropFirst())
      else { return nil }
      if index < tracks.count {
        tracks[index].flakiness = flakiness
      } else if kept != nil {
        return nil
      }
    }
    let places = (root["places"]?.elements ?? []).map { Place($0) }
    var closed: [Fingerprint: [ClosedTrack]] = [:]
    for row in root["closed"]?.elements ?? [] {
      let parts = row.elements
      guard 6...9 ~= parts.count, let track = MessageTrack(parts[1...5]),
        let fingerprint = parts[0].string.flatMap(Fingerprint.init(short:))
      else { return nil }
      var entry = ClosedTrack(track)
      if parts.count > 6, let name = parts[6].string, !name.isEmpty {
        guard let name = Fingerprint(short: name) else { return nil }
        entry.track.name = name
      }
      if parts.count > 7 {
        guard let index = parts[7].count, index < places.count, let place = places[index] else {
          return nil
        }
        let test = parts.count > 8 ? parts[8].number.flatMap { UInt64(exactly: $0) } : nil
        entry.subject = place.subject(test)
      }
      closed[fingerprint, default: []].append(entry)
    }
    for row in root["closedFlaky"]?.elements ?? [] {
      let parts = row.elements
      guard parts.count > 1, let key = parts[0].string.flatMap(Fingerprint.init(short:)),
        let index = parts[1].count, index < closed[key]?.count ?? 0,
        let flakiness = Flakiness(parts[2...])
      else { return nil }
      closed[key]?[index].track.flakiness = flakiness
    }
    guard let durations = DurationTracker(root["durations"]),
      let goneTitles = GoneTitles(root["titles"])
    else { return nil }
    self.init(
      baseline: baseline, keptCount: kept?.count ?? 0, tracks: tracks, closed: closed, count: count,
      durations: durations, goneTitles: goneTitles)
  }
}

/// A scope's subject without its test. Several gone messages can share it.
private struct Place: Hashable, Comparable {
  private let subject: ScopeSubject

  init(_ subject: ScopeSubject) {
    self.subject = ScopeSubject(
      kind: subject.kind, category: subject.category, file: subject.file, test: nil,
      suite: subject.suite)
  }

  func subject(_ test: UInt64?) -> ScopeSubject {
    ScopeSubject(
      kind: subject.kind, category: subject.category, file: subject.file, test: test,
      suite: subject.suite)
  }

  static func < (left: Place, right: Place) -> Bool { left.key < right.key }

  private var key: (String, String, String, UInt64) {
    (subject.kind.rawValue, subject.category, subject.file, subject.suite ?? 0)
  }

  func write(to writer: inout JSONWriter) {
    writer.array { writer in
      writer.value(subject.kind.rawValue)
      writer.value(subject.category)
      writer.value(subject.file)
      subject.suite.map { writer.value(Int($0)) }
    }
  }

  init?(_ value: JSONValue) {
    let parts = value.elements
    guard 3...4 ~= parts.count, let kind = parts[0].string.flatMap(RunScope.Kind.init),
      let category = parts[1].string, let file = parts[2].string
    else { return nil }
    subject = ScopeSubject(
      kind: kind, category: category, file: file, test: nil,
      suite: parts.count > 3 ? parts[3].number.flatMap { UInt64(exactly: $0) } : nil)
  }
}

/// The places of all gone messages, each once and sorted.
private struct Places {
  private(set) var all: [Place] = []
  private var indices: [Place: Int] = [:]

  mutating func insert(_ subject: ScopeSubject) {
    let place = Place(subject)
    if indices.updateValue(0, forKey: place) == nil { all.append(place) }
  }

  mutating func sort() {
    all.sort()
    for (index, place) in all.enumerated() { indices[place] = index }
  }

  func index(of subject: ScopeSubject) -> Int { indices[Place(subject)] ?? 0 }
}

extension MessageTrack {
  /// Whether two tracks are equal apart from the name and the memory of a test that comes and goes.
  fileprivate func isEqual(_ other: MessageTrack) -> Bool {
    var other = other
    (other.name, other.flakiness) = (name, flakiness)
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

extension Flakiness {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.value(times)
    writer.value(excuse.map { $0.rawValue + 1 } ?? 0)
    for cause in causes { writer.value(cause.short) }
  }

  fileprivate init?(_ parts: ArraySlice<JSONValue>) {
    let parts = Array(parts)
    guard parts.count >= 2, let times = parts[0].count, let excuse = parts[1].count,
      excuse == 0 || Excuse(rawValue: excuse - 1) != nil
    else { return nil }
    let causes = parts.dropFirst(2).compactMap { $0.string.flatMap(Fingerprint.init(short:)) }
    guard causes.count == parts.count - 2 else { return nil }
    self.init(times: times, causes: causes, excuse: Excuse(rawValue: excuse - 1))
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
