internal import Basics
package import Model

/// Digests of tests as text: in order, each one as its distance from the one before, in groups of seven
/// bits from the lowest, the eighth bit set where more follow; all of it in Base64.
extension TestDigests {
  /// How many digests one string holds: some 40 KB.
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

  /// Adds what `packed` has written; false if it is damaged.
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
