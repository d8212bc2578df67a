extension PosixZone {
  /// Parses a rule in the form of POSIX and the zone file format; nil if it is invalid.
  init?(parsing text: [UInt8]) {
    var reader = RuleReader(bytes: text)
    guard let letters = reader.letters(), let west = reader.clockTime(maximumHours: 24) else {
      return nil
    }
    standard = ZoneTable.Kind(offset: -west, letters: letters)
    daylight = nil
    if reader.isAtEnd { return }

    guard let summerLetters = reader.letters() else { return nil }
    var offset = standard.offset + 3_600
    if reader.peek != UInt8(ascii: ",") {
      guard let west = reader.clockTime(maximumHours: 24) else { return nil }
      offset = -west
    }
    guard reader.consume(","), let start = reader.change(), reader.consume(","),
      let end = reader.change(), reader.isAtEnd
    else { return nil }
    daylight = Daylight(
      kind: ZoneTable.Kind(offset: offset, letters: summerLetters), start: start, end: end)
  }
}

private struct RuleReader {
  let bytes: [UInt8]
  var position = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position >= bytes.count }
  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
    guard let byte = peek, UInt32(byte) == scalar.value else { return false }
    position += 1
    return true
  }

  /// `CEST`, or `<+0530>` without its brackets.
  mutating func letters() -> String? {
    let isQuoted = consume("<")
    let start = position
    while let byte = peek {
      let isLetter = 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
      let isMore =
        0x30...0x39 ~= byte || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      guard isLetter || (isQuoted && isMore) else { break }
      position += 1
    }
    guard position - start >= 3 else { return nil }
    let letters = String(decoding: bytes[start..<position], as: UTF8.self)
    return isQuoted && !consume(">") ? nil : letters
  }

  mutating func number(upTo maximum: Int) -> Int? {
    var value: Int?
    while let byte = peek, 0x30...0x39 ~= byte {
      let next = (value ?? 0) * 10 + Int(byte - 0x30)
      if next > maximum { return nil }
      value = next
      position += 1
    }
    return value
  }

  /// `-1`, `5:30`, `+10:30:15`, in seconds.
  mutating func clockTime(maximumHours: Int) -> Int? {
    let isNegative = consume("-")
    if !isNegative { _ = consume("+") }
    guard let hours = number(upTo: maximumHours) else { return nil }
    var seconds = hours * 3_600
    if consume(":") {
      guard let minutes = number(upTo: 59) else { return nil }
      seconds += minutes * 60
      if consume(":") {
        guard let more = number(upTo: 59) else { return nil }
        seconds += more
      }
    }
    return isNegative ? -seconds : seconds
  }

  /// `M3.5.0`, `J60`, `59`, with `/3` or without.
  mutating func change() -> PosixZone.Change? {
    guard let day = day() else { return nil }
    var time = 7_200
    if consume("/") {
      guard let given = clockTime(maximumHours: 167) else { return nil }
      time = given
    }
    return PosixZone.Change(day: day, time: time)
  }

  private mutating func day() -> PosixZone.Day? {
    if consume("J") {
      guard let number = number(upTo: 365), number >= 1 else { return nil }
      return .julian(number)
    }
    if consume("M") {
      guard let month = number(upTo: 12), month >= 1, consume("."), let week = number(upTo: 5),
        week >= 1, consume("."), let weekday = number(upTo: 6)
      else { return nil }
      return .weekday(month: month, week: week, weekday: weekday)
    }
    return number(upTo: 365).map { .ordinal($0) }
  }
}
