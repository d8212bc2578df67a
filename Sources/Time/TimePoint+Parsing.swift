// Unsafe pointers: times of large logs are read in place, without a copy.

internal import Diagnostics

extension TimePoint {
  /// Parses a time as written in datasets: `2026-11-20`, or `2026-11-20T03:12` with optional
  /// seconds, fraction and `Z`, `+01:00` or `+0100`. Nil for anything else and for dates that don't
  /// exist.
  package init?(parsing text: String) {
    guard let point = text.withBytes({ TimePoint(parsing: $0) }) else { return nil }
    self = point
  }

  /// Parses a time from UTF-8 bytes.
  package init?(parsing utf8: UnsafeBufferPointer<UInt8>) {
    var reader = DigitReader(bytes: utf8)
    guard let year = reader.number(digits: 4), reader.consume(UInt8(ascii: "-")),
      let month = reader.number(digits: 2), reader.consume(UInt8(ascii: "-")),
      let day = reader.number(digits: 2),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    if reader.isAtEnd {
      self = .date(date)
      return
    }
    guard reader.consume(anyOf: UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")),
      let hour = reader.number(digits: 2), hour <= 23, reader.consume(UInt8(ascii: ":")),
      let minute = reader.number(digits: 2), minute <= 59
    else { return nil }
    var second = 0
    if reader.consume(UInt8(ascii: ":")) {
      guard let given = reader.number(digits: 2), given <= 60, reader.skipFraction() else {
        return nil
      }
      // A leap second counts as the second before it.
      second = min(given, 59)
    }
    let wall = CivilDateTime(date, hour: hour, minute: minute, second: second)
    if reader.isAtEnd {
      self = .local(wall)
      return
    }
    guard let offset = reader.zoneOffset(), reader.isAtEnd else { return nil }
    self = .instant(Instant(seconds: wall.seconds - Int64(offset)))
  }
}

/// Reads fixed-width numbers within the bounds of a buffer.
package struct DigitReader {
  package let bytes: UnsafeBufferPointer<UInt8>
  package private(set) var position = 0

  package init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  package var isAtEnd: Bool { position == bytes.count }

  package mutating func number(digits: Int) -> Int? {
    guard bytes.count - position >= digits else { return nil }
    var value = 0
    for index in position..<position + digits {
      let digit = Int(bytes[index]) - 0x30
      guard 0...9 ~= digit else { return nil }
      value = value * 10 + digit
    }
    position += digits
    return value
  }

  package mutating func consume(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  mutating func consume(anyOf first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    consume(first) || consume(second) || consume(third)
  }

  /// Skips an optional fraction. Returns false if it is malformed.
  mutating func skipFraction() -> Bool {
    guard consume(UInt8(ascii: ".")) || consume(UInt8(ascii: ",")) else { return true }
    let start = position
    while position < bytes.count, 0x30...0x39 ~= bytes[position] {
      position += 1
    }
    return position > start
  }

  /// Seconds east of UTC from `Z`, `+01:00` or `+0100`.
  mutating func zoneOffset() -> Int? {
    if consume(UInt8(ascii: "Z")) || consume(UInt8(ascii: "z")) { return 0 }
    let isWest = consume(UInt8(ascii: "-"))
    guard isWest || consume(UInt8(ascii: "+")), let hours = number(digits: 2), hours <= 23 else {
      return nil
    }
    _ = consume(UInt8(ascii: ":"))
    guard let minutes = number(digits: 2), minutes <= 59 else { return nil }
    let offset = hours * 3_600 + minutes * 60
    return isWest ? -offset : offset
  }
}
