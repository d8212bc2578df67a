/// An error in a zone file; the reason continues "the file ...".
struct ZoneFileError: Error {
  var reason: String
}

extension ZoneTable {
  /// Parses the format of RFC 9636, versions 1 to 4.
  init(zoneFile bytes: [UInt8]) throws(ZoneFileError) {
    var reader = ZoneFileReader(bytes: bytes)
    let header = try reader.header()
    if header.version == 0 {
      self = try reader.table(header, timeSize: 4, hasRule: false)
    } else {
      // The first block repeats the second one with 32-bit times.
      try reader.skip(header.blockSize(timeSize: 4))
      self = try reader.table(try reader.header(), timeSize: 8, hasRule: true)
    }
  }
}

private struct ZoneFileHeader {
  var version: UInt8
  var utCount: Int
  var standardCount: Int
  var leapCount: Int
  var timeCount: Int
  var kindCount: Int
  var letterCount: Int

  func blockSize(timeSize: Int) -> Int {
    timeCount * (timeSize + 1) + kindCount * 6 + letterCount + leapCount * (timeSize + 4)
      + standardCount + utCount
  }
}

private struct ZoneFileReader {
  let bytes: [UInt8]
  var position = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func skip(_ count: Int) throws(ZoneFileError) {
    guard count <= bytes.count - position else { throw ZoneFileError(reason: "is cut short") }
    position += count
  }

  /// Reads a big-endian signed integer. The caller checks the bounds.
  func integer(at start: Int, size: Int) -> Int64 {
    var value: UInt64 = 0
    for index in start..<start + size {
      value = value << 8 | UInt64(bytes[index])
    }
    return size == 4
      ? Int64(Int32(truncatingIfNeeded: value)) : Int64(truncatingIfNeeded: value)
  }

  mutating func header() throws(ZoneFileError) -> ZoneFileHeader {
    let start = position
    guard bytes.count - start >= 4, bytes[start..<start + 4].elementsEqual("TZif".utf8) else {
      throw ZoneFileError(reason: "is not a time zone file")
    }
    try skip(44)
    var counts: [Int] = []
    for index in 0..<6 {
      let count = Int(UInt32(truncatingIfNeeded: integer(at: start + 20 + index * 4, size: 4)))
      // Each record has at least one byte. This also keeps sums from overflowing.
      guard count <= bytes.count else { throw ZoneFileError(reason: "is cut short") }
      counts.append(count)
    }
    return ZoneFileHeader(
      version: bytes[start + 4], utCount: counts[0], standardCount: counts[1],
      leapCount: counts[2], timeCount: counts[3], kindCount: counts[4], letterCount: counts[5])
  }

  mutating func table(_ header: ZoneFileHeader, timeSize: Int, hasRule: Bool)
    throws(ZoneFileError) -> ZoneTable
  {
    let start = position
    try skip(header.blockSize(timeSize: timeSize))
    guard header.leapCount == 0 else {
      throw ZoneFileError(reason: "uses leap seconds, which are not supported")
    }
    let kindsOfStarts = start + header.timeCount * timeSize
    let kindsStart = kindsOfStarts + header.timeCount
    let kinds = try kinds(at: kindsStart, header)

    var starts: [Int64] = []
    var kindOfStart: [Int] = []
    starts.reserveCapacity(header.timeCount)
    kindOfStart.reserveCapacity(header.timeCount)
    for index in 0..<header.timeCount {
      let time = integer(at: start + index * timeSize, size: timeSize)
      let kind = Int(bytes[kindsOfStarts + index])
      if let last = starts.last, last >= time {
        throw ZoneFileError(reason: "has unsorted transitions")
      }
      guard kind < kinds.count else {
        throw ZoneFileError(reason: "refers to a missing offset")
      }
      starts.append(time)
      kindOfStart.append(kind)
    }
    let rule = hasRule ? try rule() : nil
    return ZoneTable(kinds: kinds, starts: starts, kindOfStart: kindOfStart, rule: rule)
  }

  private func kinds(at start: Int, _ header: ZoneFileHeader) throws(ZoneFileError)
    -> [ZoneTable.Kind]
  {
    guard header.kindCount > 0 else { throw ZoneFileError(reason: "holds no offset") }
    let lettersStart = start + header.kindCount * 6
    let lettersEnd = lettersStart + header.letterCount
    var kinds: [ZoneTable.Kind] = []
    for index in 0..<header.kindCount {
      let record = start + index * 6
      let offset = Int(integer(at: record, size: 4))
      guard abs(offset) < 26 * 3_600 else {
        throw ZoneFileError(reason: "has an offset of more than a day")
      }
      let letters = lettersStart + Int(bytes[record + 5])
      guard letters < lettersEnd else {
        throw ZoneFileError(reason: "refers to a missing abbreviation")
      }
      let word = bytes[letters..<lettersEnd].prefix { $0 != 0 }
      kinds.append(
        ZoneTable.Kind(offset: offset, letters: String(decoding: word, as: UTF8.self)))
    }
    return kinds
  }

  /// Reads the last line: `CET-1CEST,M3.5.0,M10.5.0/3`, empty if there is no rule.
  private mutating func rule() throws(ZoneFileError) -> PosixZone? {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\n"),
      let end = bytes[(position + 1)...].firstIndex(of: UInt8(ascii: "\n"))
    else { throw ZoneFileError(reason: "is cut short") }
    let line = Array(bytes[position + 1..<end])
    if line.isEmpty { return nil }
    guard let rule = PosixZone(parsing: line) else {
      throw ZoneFileError(reason: "ends with an invalid rule")
    }
    return rule
  }
}
