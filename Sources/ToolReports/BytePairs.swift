/// A set of pairs of bytes, in eight kilobytes.
struct BytePairs: Sendable {
  private var words = [UInt64](repeating: 0, count: 1 << 10)

  init(_ pairs: some Sequence<(UInt8, UInt8)>) {
    for (first, second) in pairs {
      words[Int(first) << 2 | Int(second) >> 6] |= 1 << UInt64(second & 63)
    }
  }

  func contains(_ first: UInt8, _ second: UInt8) -> Bool {
    words[Int(first) << 2 | Int(second) >> 6] & 1 << UInt64(second & 63) != 0
  }

  /// The index of the first pair from `start` that ends before `end`.
  func firstIndex(in bytes: [UInt8], from start: Int, to end: Int) -> Int? {
    guard start < end else { return nil }
    return (start..<end - 1).first { contains(bytes[$0], bytes[$0 + 1]) }
  }
}
