// Unsafe pointers: text is decoded in place, without a copy.

/// Base64 with padding (RFC 4648), as content security policies and mail require it.
package enum Base64 {
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    append(bytes[...], to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The largest number of bytes that `write` produces for `count` bytes.
  package static func length(of count: Int, lineLimit: Int) -> Int {
    let lineBytes = lineLimit / 4 * 3
    return (count + lineBytes - 1) / lineBytes * (lineLimit + 2)
  }

  /// Writes lines of at most `lineLimit` letters (a multiple of four), each ending in CRLF.
  package static func write(_ bytes: [UInt8], lineLimit: Int, to sink: inout ByteSink) {
    let lineBytes = lineLimit / 4 * 3
    for start in stride(from: 0, to: bytes.count, by: lineBytes) {
      append(bytes[start..<min(start + lineBytes, bytes.count)], to: &sink.bytes)
      sink.write("\r\n" as StaticString)
    }
  }

  /// Decodes letters with or without padding; nil for any other byte or an impossible length.
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

  /// The value of each letter; 255 for any other byte.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func append(_ bytes: ArraySlice<UInt8>, to text: inout [UInt8]) {
    let padding = UInt8(ascii: "=")
    for index in stride(from: bytes.startIndex, to: bytes.endIndex, by: 3) {
      let left = bytes.endIndex - index
      let second = left > 1 ? bytes[index + 1] : 0
      let third = left > 2 ? bytes[index + 2] : 0
      let group = Int(bytes[index]) << 16 | Int(second) << 8 | Int(third)
      text.append(letters[group >> 18])
      text.append(letters[group >> 12 & 0x3F])
      text.append(left > 1 ? letters[group >> 6 & 0x3F] : padding)
      text.append(left > 2 ? letters[group & 0x3F] : padding)
    }
  }
}
