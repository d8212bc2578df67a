import Testing

@testable import Files

@Suite struct GzipTests {
  @Test(arguments: [0, 1, 65_535, 65_536, 1_000_000])
  func compressesAndDecompresses(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    let packed = try #require(Gzip.pack(bytes))
    #expect(Gzip.unpack(packed, limit: count) == bytes)
    #expect(Gzip.pack(bytes) == packed)
  }

  @Test func refusesDamagedAndTooLargeFiles() throws {
    let packed = try #require(Gzip.pack([UInt8](repeating: 7, count: 1 << 20)))
    #expect(Gzip.unpack(Array(packed.dropLast()), limit: 1 << 21) == nil)
    #expect(Gzip.unpack([], limit: 9) == nil)
    #expect(Gzip.unpack([1, 2, 3], limit: 9) == nil)
    #expect(Gzip.unpack(packed, limit: 1 << 19) == nil)
    var wrong = packed
    wrong[packed.count - 6] ^= 1
    #expect(Gzip.unpack(wrong, limit: 1 << 21) == nil)
    // One that says it is smaller, or larger, than it is.
    for size in [[0, 0, 1, 0], [0, 0, 0x20, 0]] as [[UInt8]] {
      #expect(Gzip.unpack(packed.dropLast(4) + size, limit: 1 << 22) == nil)
    }
  }
}
