/// One part of a batch, for one of several machines.
struct Shard: Sendable, Equatable {
  /// Counted from 1.
  var number: Int
  var count: Int

  /// Parses `2/8`.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], 1...10_000 ~= count,
      1...count ~= number
    else { return nil }
    self.number = number
    self.count = count
  }

  func contains(_ project: String) -> Bool {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in project.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    // Distributes names that differ only in their last digit.
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash ^= hash >> 33
    return Int(hash % UInt64(count)) == number - 1
  }
}
