/// The words of a page and of its script: names in markup and code, and words of texts.
struct PageWords {
  /// A bit for each 20 bits of a hash. Two words with the same bit only keep a style rule that is
  /// not needed.
  private var bits = [UInt64](repeating: 0, count: 1 << 14)

  init(_ parts: [UInt8]...) {
    for part in parts { add(part) }
  }

  private mutating func add(_ bytes: [UInt8]) {
    var hash = Self.empty
    for byte in bytes {
      if Self.isPart(byte) {
        hash = Self.hash(hash, byte)
      } else if hash != Self.empty {
        insert(hash)
        hash = Self.empty
      }
    }
    if hash != Self.empty { insert(hash) }
  }

  func contains(_ word: Range<Int>, of bytes: [UInt8]) -> Bool {
    let hash = word.reduce(Self.empty) { Self.hash($0, bytes[$1]) }
    let (place, bit) = Self.place(of: hash)
    return bits[place] & bit != 0
  }

  private mutating func insert(_ hash: UInt64) {
    let (place, bit) = Self.place(of: hash)
    bits[place] |= bit
  }

  private static func place(of hash: UInt64) -> (Int, bit: UInt64) {
    (Int(hash >> 50), 1 << (hash >> 44 & 63))
  }

  /// Whether the character belongs to a word.
  static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  // FNV-1a
  private static let empty: UInt64 = 0xCBF2_9CE4_8422_2325

  private static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
