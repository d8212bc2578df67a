/// Bytes as text, by RFC 4648 with padding, as content security policies and mail want it.
package enum Base64 {
  package static func encode(_ bytes: [UInt8]) -> String {
    let length = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: length) { letters in
      bytes.withUnsafeBufferPointer { bytes in
        encode(bytes, 0..<bytes.count, to: letters) { group, letters in
          for (index, shift) in [18, 12, 6, 0].enumerated() {
            letters[index] = Self.letters[Int(group >> UInt32(shift) & 0x3F)]
          }
        }
      }
    }
  }

  /// How many bytes `write` makes of so many.
  package static func length(of count: Int, lineLimit: Int) -> Int {
    let lineBytes = lineLimit / 4 * 3
    return (count + lineBytes - 1) / lineBytes * (lineLimit + 2)
  }

  /// Writes lines of at most `lineLimit` letters, which is a multiple of four, each with CRLF at its end.
  package static func write(_ bytes: [UInt8], lineLimit: Int, to sink: inout ByteSink) {
    let lineBytes = lineLimit / 4 * 3
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: lineLimit + 2) { line in
      bytes.withUnsafeBufferPointer { bytes in
        pairs.withUnsafeBufferPointer { pairs in
          var start = 0
          while start < bytes.count {
            let end = min(start + lineBytes, bytes.count)
            let length = encode(bytes, start..<end, to: line) { group, letters in
              let (first, second) = (pairs[Int(group >> 12 & 0xFFF)], pairs[Int(group & 0xFFF)])
              letters[0] = UInt8(truncatingIfNeeded: first)
              letters[1] = UInt8(truncatingIfNeeded: first >> 8)
              letters[2] = UInt8(truncatingIfNeeded: second)
              letters[3] = UInt8(truncatingIfNeeded: second >> 8)
            }
            line[length] = 0x0D
            line[length + 1] = 0x0A
            sink.write(UnsafeBufferPointer(rebasing: line[..<(length + 2)]))
            start = end
          }
        }
      }
    }
  }

  /// The bytes of letters, with or without padding; nil if there is anything else.
  package static func decode(_ letters: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters.count / 4 * 3 + 3)
    var (group, count) = (UInt32(0), 0)
    var end = letters.count
    while end > 0, letters.count - end < 2, letters[end - 1] == UInt8(ascii: "=") { end -= 1 }
    for letter in letters[..<end] {
      let value = values[Int(letter)]
      guard value < 64 else { return nil }
      group = group << 6 | UInt32(value)
      count += 1
      if count == 4 {
        bytes.append(UInt8(truncatingIfNeeded: group >> 16))
        bytes.append(UInt8(truncatingIfNeeded: group >> 8))
        bytes.append(UInt8(truncatingIfNeeded: group))
        (group, count) = (0, 0)
      }
    }
    switch count {
    case 0: break
    case 2: bytes.append(UInt8(truncatingIfNeeded: group >> 4))
    case 3:
      bytes.append(UInt8(truncatingIfNeeded: group >> 10))
      bytes.append(UInt8(truncatingIfNeeded: group >> 2))
    default: return nil
    }
    return bytes
  }

  /// The value of each letter; 255 for what is none.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The two letters of each twelve bits, the first one in the lower byte: for long texts, as a table of 4,096.
  private static let pairs: [UInt16] = {
    let letters = Base64.letters.map(UInt16.init)
    return letters.flatMap { first in letters.map { first | $0 << 8 } }
  }()

  /// Writes the letters of some bytes; returns how many letters they are.
  ///
  /// - Parameter write: Writes the four letters of 24 bits.
  @inline(__always)
  private static func encode(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>,
    to line: UnsafeMutableBufferPointer<UInt8>,
    _ write: (UInt32, UnsafeMutableBufferPointer<UInt8>) -> Void
  ) -> Int {
    var length = 0
    var index = range.lowerBound
    func add(_ group: UInt32) {
      write(group, UnsafeMutableBufferPointer(rebasing: line[length..<length + 4]))
      length += 4
    }
    while index + 3 <= range.upperBound {
      add(UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]))
      index += 3
    }
    let left = range.upperBound - index
    if left > 0 {
      add(UInt32(bytes[index]) << 16 | (left > 1 ? UInt32(bytes[index + 1]) << 8 : 0))
      line[length - 1] = UInt8(ascii: "=")
      if left == 1 { line[length - 2] = UInt8(ascii: "=") }
    }
    return length
  }
}
