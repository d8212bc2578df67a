// Unsafe pointers: each text is searched in place.

internal import Diagnostics

/// Text to search for, ignoring case (see "Filter option and address").
struct FoldedText {
  private let needle: [UInt8]
  private let isASCII: Bool

  init(_ text: String) {
    needle = Array(text.lowercased().utf8)
    isASCII = needle.allSatisfy { $0 < 0x80 }
  }

  func isContained(in text: String) -> Bool {
    // ASCII is compared without creating a lower-case copy.
    let text = isASCII ? text : text.lowercased()
    return text.withBytes { contains($0) }
  }

  private func contains(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = needle.first else { return true }
    guard bytes.count >= needle.count else { return false }
    for start in 0...bytes.count - needle.count where FoldedText.lower(bytes[start]) == first {
      var length = 1
      while length < needle.count, FoldedText.lower(bytes[start + length]) == needle[length] {
        length += 1
      }
      if length == needle.count { return true }
    }
    return false
  }

  @inline(__always)
  private static func lower(_ byte: UInt8) -> UInt8 {
    0x41...0x5A ~= byte ? byte | 0x20 : byte
  }
}
