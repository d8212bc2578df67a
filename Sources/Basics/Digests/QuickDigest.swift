/// A digest of much, many times as quick as SHA-256: it tells data apart that only chance could make
/// alike. Whoever wants to can find two of one digest, so nothing may rest on it that guards.
package enum QuickDigest {
  private static let lanes = 4
  private static let stride = lanes * 8
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The 32 bytes of the digest.
  package static func of(_ bytes: [UInt8]) -> [UInt8] {
    var state = SIMD4<UInt64>(0x243F_6A88, 0x85A3_08D3, 0x1319_8A2E, 0x0370_7344)
    state[0] ^= UInt64(bytes.count)
    bytes.withUnsafeBytes { bytes in
      let whole = bytes.count / stride * stride
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      for offset in Swift.stride(from: 0, to: whole, by: stride) {
        // Each step can be undone, so that one word's difference always stays one.
        a = mixed(a, word(bytes, offset))
        b = mixed(b, word(bytes, offset + 8))
        c = mixed(c, word(bytes, offset + 16))
        d = mixed(d, word(bytes, offset + 24))
      }
      for byte in bytes[whole...] {
        a = mixed(a, UInt64(byte))
        b = mixed(b, UInt64(byte) << 32)
      }
      state = SIMD4(a, b, c, d)
    }
    var digest: [UInt8] = []
    digest.reserveCapacity(stride)
    for lane in 0..<lanes {
      withUnsafeBytes(of: mixed(state[lane], 0).littleEndian) { digest.append(contentsOf: $0) }
    }
    return digest
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func mixed(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let product = (state ^ word) &* factor
    return product ^ (product >> 29)
  }
}
