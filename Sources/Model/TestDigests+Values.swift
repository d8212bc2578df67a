internal import Text

/// Names of tests without the values that differ from run to run.
extension TestDigests {
  /// A fingerprint without addresses, durations, temporary paths and dates; nil if it has none.
  /// Other numbers remain, because two tests may differ only in them.
  package static func withoutValues(_ fingerprint: [UInt8]) -> [UInt8]? {
    var name = VolatileText(fingerprint).normalized(.title)
    replaceDates(in: &name)
    return name == fingerprint ? nil : name
  }

  /// The digest of a fingerprint without values; nil if it has none.
  package static func digest(withoutValues fingerprint: [UInt8]) -> UInt64? {
    withoutValues(fingerprint).map { digest(of: $0[...]) }
  }

  private static func replaceDates(in name: inout [UInt8]) {
    var start = 0
    while start < name.count {
      if let end = endOfDate(in: name, from: start) {
        name.replaceSubrange(start..<end, with: "…".utf8)
      }
      start += 1
    }
  }

  /// The end of `2026-11-25` or `2026-11-25T10:00:00.5Z`.
  private static func endOfDate(in name: [UInt8], from start: Int) -> Int? {
    if start > 0, isDigit(name[start - 1]) { return nil }
    guard let end = end(of: "0000-00-00", in: name, from: start),
      name[start] == UInt8(ascii: "1") || name[start] == UInt8(ascii: "2"),
      end == name.count || !isDigit(name[end])
    else { return nil }
    guard var time = Self.end(of: "T00:00", in: name, from: end) else { return end }
    time = Self.end(of: ":00", in: name, from: time) ?? time
    if let fraction = Self.end(of: ".0", in: name, from: time) {
      time = fraction
      while time < name.count, isDigit(name[time]) { time += 1 }
    }
    return Self.end(of: "Z", in: name, from: time) ?? Self.end(of: "+00:00", in: name, from: time)
      ?? Self.end(of: "-00:00", in: name, from: time) ?? time
  }

  /// The end of a form in which a zero means any digit.
  private static func end(of form: StaticString, in name: [UInt8], from start: Int) -> Int? {
    let count = form.utf8CodeUnitCount
    guard start + count <= name.count else { return nil }
    for offset in 0..<count {
      let (byte, wanted) = (name[start + offset], form.utf8Start[offset])
      guard wanted == UInt8(ascii: "0") ? isDigit(byte) : byte == wanted else { return nil }
    }
    return start + count
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// Removes the digests that occur several times.
  package mutating func keepUnique() {
    let sorted = values.sorted()
    self = TestDigests(
      sorted.indices.filter {
        ($0 == 0 || sorted[$0 - 1] != sorted[$0])
          && ($0 + 1 == sorted.count || sorted[$0 + 1] != sorted[$0])
      }.map { sorted[$0] })
  }
}
