// Unsafe pointers: 'memchr' and 'memcmp' of the C library search bytes.

internal import Diagnostics
internal import Platform

/// Searches and compares bytes: ASCII regardless of case, and exact texts.
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
    guard length > 0, bytes.count - start >= length, let base = bytes.baseAddress else {
      return nil
    }
    let wanted = UnsafeBufferPointer(start: needle.utf8Start, count: length)
    let head = wanted[0]
    // Only letters may match regardless of the case bit.
    let isLetter = head &- 0x61 < 26
    let last = bytes.count - length
    var index = start
    while index <= last {
      if !isLetter {
        // `memchr` skips most bytes quickly.
        guard let found = memchr(base + index, Int32(head), last - index + 1) else { return nil }
        index = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      }
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

  /// The index of the first occurrence of a byte, found by `memchr`.
  package static func first(
    _ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// The parts before, between and after the occurrences of a text.
  static func parts(
    of bytes: UnsafeBufferPointer<UInt8>, separatedBy text: UnsafeBufferPointer<UInt8>
  ) -> [String] {
    var parts: [String] = []
    var start = 0
    while true {
      let end = text.isEmpty ? nil : first(text, in: bytes, from: start)
      let part = UnsafeBufferPointer(rebasing: bytes[start..<(end ?? bytes.count)])
      parts.append(String(decoding: part, as: UTF8.self))
      guard let end else { return parts }
      start = end + text.count
    }
  }

  /// The index of the first occurrence of a text, compared by bytes; `start` if the text is empty.
  package static func first(
    _ text: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard let wanted = text.baseAddress, let head = text.first else { return start }
    let last = bytes.count - text.count
    var index = start
    while index <= last, let found = first(head, in: bytes, from: index), found <= last {
      if let base = bytes.baseAddress, memcmp(base + found, wanted, text.count) == 0 {
        return found
      }
      index = found + 1
    }
    return nil
  }

  /// Whether two texts have the same bytes, compared by `memcmp`.
  package static func areSame(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard left.count == right.count, let first = left.baseAddress, let second = right.baseAddress
    else { return left.count == right.count }
    return memcmp(first, second, left.count) == 0
  }

  /// Whether a text sorts before another one by its bytes, compared by `memcmp`.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    left.withBytes { left in
      right.withBytes { right in
        let common = min(left.count, right.count)
        guard common > 0, let first = left.baseAddress, let second = right.baseAddress else {
          return left.count < right.count
        }
        let order = memcmp(first, second, common)
        return order == 0 ? left.count < right.count : order < 0
      }
    }
  }

  /// Whether a text contains the bytes; case-sensitive.
  package static func contains(_ needle: [UInt8], in text: String) -> Bool {
    guard let head = needle.first else { return true }
    return text.withBytes { bytes in
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
