// Unsafe pointers: digests are decoded in place, without a copy.

package import Model
internal import Text

/// Test digests as Base64: in ascending order, each as its difference from the previous one, in
/// groups of seven bits from the lowest. The eighth bit is set if more groups follow.
extension TestDigests {
  /// The number of digests in one string, which has some 40 KB.
  private static let chunk = 10_000

  package var packed: [String] {
    let sorted = sorted
    return stride(from: 0, to: sorted.count, by: Self.chunk).map { start in
      var bytes: [UInt8] = []
      var last: UInt64 = 0
      for value in sorted[start..<min(start + Self.chunk, sorted.count)] {
        var distance = value - last
        while distance > 0x7F {
          bytes.append(UInt8(truncatingIfNeeded: distance) | 0x80)
          distance >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: distance))
        last = value
      }
      return Base64.encode(bytes)
    }
  }

  /// Adds digests written by `packed`; false if the text is damaged.
  package mutating func insert(packed text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let bytes = Base64.decode(text) else { return false }
    var (last, distance, shift) = (UInt64(0), UInt64(0), UInt64(0))
    for byte in bytes {
      distance |= UInt64(byte & 0x7F) << shift
      shift += 7
      guard byte & 0x80 == 0 else {
        if shift > 35 { return false }
        continue
      }
      last += distance
      guard last < 1 << 40 else { return false }
      insert(last)
      (distance, shift) = (0, 0)
    }
    return shift == 0
  }
}
