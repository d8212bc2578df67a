/// Case-insensitive search for ASCII in bytes, for whole style sheets.
package enum ByteSearch {
  /// The index of the first occurrence of the lower-case `needle`, ignoring the case of ASCII
  /// letters.
  package static func first(
    _ needle: StaticString, in bytes: some Collection<UInt8>, from start: Int = 0
  ) -> Int? {
    let found = bytes.withContiguousStorageIfAvailable { first(needle, in: $0, from: start) }
    return found ?? first(needle, in: Array(bytes), from: start)
  }

  private static func first(
    _ needle: StaticString, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    let length = needle.utf8CodeUnitCount
    guard length > 0, bytes.count - start >= length else { return nil }
    let wanted = UnsafeBufferPointer(start: needle.utf8Start, count: length)
    let head = wanted[0]
    // Only letters may match regardless of the case bit.
    let isLetter = head &- 0x61 < 26
    let last = bytes.count - length
    var index = start
    while index <= last {
      let byte = bytes[index]
      if byte == head || (isLetter && byte ^ 0x20 == head) {
        var matched = 1
        while matched < length, lowered(bytes[index + matched]) == wanted[matched] { matched += 1 }
        if matched == length { return index }
      }
      index &+= 1
    }
    return nil
  }

  /// Whether a text holds bytes, in their case.
  package static func contains(_ needle: [UInt8], in text: String) -> Bool {
    guard let head = needle.first else { return true }
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count >= needle.count else { return false }
      return (0...bytes.count - needle.count).contains { start in
        bytes[start] == head && bytes[start..<start + needle.count].elementsEqual(needle)
      }
    }
  }

  @inline(__always)
  private static func lowered(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }
}
