/// SHA-256 (FIPS 180-4), for content security policies and fingerprints.
package struct SHA256: Sendable {
  private var state = SHA256.initialState
  private var pending: [UInt8] = []
  private var length: UInt64 = 0

  package init() {
    pending.reserveCapacity(64)
  }

  package mutating func update(_ bytes: ArraySlice<UInt8>) {
    length &+= UInt64(bytes.count)
    var rest = bytes
    if !pending.isEmpty {
      let missing = 64 - pending.count
      pending += rest.prefix(missing)
      rest = rest.dropFirst(missing)
      if pending.count < 64 { return }
      SHA256.compress(pending[...], into: &state)
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.count / 64 * 64
    SHA256.compress(rest.prefix(whole), into: &state)
    pending += rest.dropFirst(whole)
  }

  package mutating func update(_ bytes: [UInt8]) { update(bytes[...]) }

  package mutating func update(_ text: String) { update(Array(text.utf8)) }

  /// The digest of all bytes passed to `update` so far, 32 bytes long.
  package func digest() -> [UInt8] {
    var state = state
    var end = pending
    SHA256.pad(&end, length: length)
    SHA256.compress(end[...], into: &state)
    var digest: [UInt8] = []
    digest.reserveCapacity(32)
    for index in 0..<8 {
      for shift in stride(from: 24, through: 0, by: -8) {
        digest.append(UInt8(truncatingIfNeeded: state[index] >> UInt32(shift)))
      }
    }
    return digest
  }

  /// The digest of a buffer, as eight words. Appends the padding to the buffer, so that no second
  /// buffer is allocated.
  package static func digest(padding buffer: inout [UInt8]) -> SIMD8<UInt32> {
    var state = initialState
    pad(&buffer, length: UInt64(buffer.count))
    compress(buffer[...], into: &state)
    return state
  }

  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest()
  }

  package static func digest(of text: String) -> [UInt8] {
    var hash = SHA256()
    hash.update(text)
    return hash.digest()
  }
}

extension SHA256 {
  private static let initialState = SIMD8<UInt32>(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19)

  private static let roundConstants: InlineArray<64, UInt32> = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]

  /// Pads the last block and ends it with the total length in bits.
  private static func pad(_ bytes: inout [UInt8], length: UInt64) {
    bytes.append(0x80)
    let zeros = (64 + 56 - bytes.count % 64) % 64
    bytes.append(contentsOf: repeatElement(0, count: zeros))
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: (length &* 8) >> UInt64(shift)))
    }
  }

  /// Adds whole blocks of 64 bytes to the state. The variables have the standard's names.
  private static func compress(_ blocks: ArraySlice<UInt8>, into state: inout SIMD8<UInt32>) {
    let bytes = blocks.span
    var words = InlineArray<64, UInt32>(repeating: 0)
    var start = 0
    while start < bytes.count {
      for index in 0..<16 {
        let place = start + 4 * index
        words[index] =
          UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16
          | UInt32(bytes[place + 2]) << 8 | UInt32(bytes[place + 3])
      }
      for index in 16..<64 {
        let early = words[index &- 15]
        let late = words[index &- 2]
        let first = rotated(early, 7) ^ rotated(early, 18) ^ (early >> 3)
        let second = rotated(late, 17) ^ rotated(late, 19) ^ (late >> 10)
        words[index] = words[index &- 16] &+ first &+ words[index &- 7] &+ second
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = (state[4], state[5], state[6], state[7])
      // After eight rounds each variable is in its original position again.
      for index in stride(from: 0, to: 64, by: 8) {
        round(a, b, c, &d, e, f, g, &h, roundConstants[index] &+ words[index])
        round(h, a, b, &c, d, e, f, &g, roundConstants[index + 1] &+ words[index + 1])
        round(g, h, a, &b, c, d, e, &f, roundConstants[index + 2] &+ words[index + 2])
        round(f, g, h, &a, b, c, d, &e, roundConstants[index + 3] &+ words[index + 3])
        round(e, f, g, &h, a, b, c, &d, roundConstants[index + 4] &+ words[index + 4])
        round(d, e, f, &g, h, a, b, &c, roundConstants[index + 5] &+ words[index + 5])
        round(c, d, e, &f, g, h, a, &b, roundConstants[index + 6] &+ words[index + 6])
        round(b, c, d, &e, f, g, h, &a, roundConstants[index + 7] &+ words[index + 7])
      }
      state &+= SIMD8(a, b, c, d, e, f, g, h)
      start += 64
    }
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32, _ word: UInt32
  ) {
    let high = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    let first = h &+ word &+ high &+ (g ^ (e & (f ^ g)))
    let low = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    d = d &+ first
    h = first &+ low &+ ((a & b) | (c & (a | b)))
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }
}
