// Unsafe pointers: bytes are added without a copy of their text.

internal import Diagnostics

/// A growing buffer for rendered bytes, owned by one writer at a time.
package struct ByteSink: Sendable {
  package var bytes: [UInt8] = []

  package init() {}

  package init(reserving capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  package var string: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func write(_ text: String) {
    text.withBytes { bytes.append(contentsOf: $0) }
  }

  package mutating func write(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func write(_ text: Substring) {
    text.withBytes { bytes.append(contentsOf: $0) }
  }

  package mutating func write(_ buffer: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: buffer)
  }

  package mutating func write(_ bytes: [UInt8]) {
    self.bytes.append(contentsOf: bytes)
  }

  package mutating func write(byte: UInt8) {
    bytes.append(byte)
  }

  /// Writes a decimal number, padded with zeros to `digits`.
  package mutating func write(number: Int, digits: Int = 1) {
    if 0..<100 ~= number, digits <= 2 {
      if number >= 10 || digits == 2 { write(byte: UInt8(0x30 + number / 10)) }
      write(byte: UInt8(0x30 + number % 10))
      return
    }
    if number < 0 { write(byte: UInt8(ascii: "-")) }
    let value = number.magnitude
    var place: UInt = 1
    var count = 1
    while value / place >= 10 {
      place *= 10
      count += 1
    }
    while count < digits {
      write(byte: 0x30)
      count += 1
    }
    while place > 0 {
      write(byte: UInt8(truncatingIfNeeded: 0x30 + value / place % 10))
      place /= 10
    }
  }

  /// Writes seconds east of UTC as `+01:00`.
  package mutating func write(offset: Int) {
    write(byte: UInt8(ascii: offset < 0 ? "-" : "+"))
    let minutes = abs(offset) / 60
    write(number: minutes / 60, digits: 2)
    write(byte: UInt8(ascii: ":"))
    write(number: minutes % 60, digits: 2)
  }
}
