/// A set of characters of line patterns: some of ASCII, and all or none of the other ones.
struct LineCharacters: Equatable, Sendable {
  /// The characters of ASCII, by their codes.
  private(set) var ascii: UInt128 = 0
  /// Whether all characters outside of ASCII are in the set.
  private(set) var hasOthers = false

  static let any = LineCharacters().inverted
  static let digits = LineCharacters([0x30...0x39])
  static let blanks = LineCharacters([0x20...0x20, 0x09...0x09])
  static let words = blanks.inverted
  static let letters = LineCharacters([0x41...0x5A, 0x61...0x7A], hasOthers: true)
  static let hex = LineCharacters([0x30...0x39, 0x41...0x46, 0x61...0x66])
  /// The characters before the `^` of a pointer line.
  static let pointer = LineCharacters([0x20...0x20, 0x09...0x09, 0x2D...0x2E])

  init(_ ranges: [ClosedRange<UInt8>] = [], hasOthers: Bool = false) {
    for range in ranges { insert(range) }
    self.hasOthers = hasOthers
  }

  init(byte: UInt8) {
    if byte < 0x80 { insert(byte...byte) } else { hasOthers = true }
  }

  var isEmpty: Bool { ascii == 0 && !hasOthers }

  var inverted: LineCharacters {
    var set = self
    (set.ascii, set.hasOthers) = (~ascii, !hasOthers)
    return set
  }

  /// Adds characters of ASCII.
  mutating func insert(_ range: ClosedRange<UInt8>) {
    for code in range where code < 0x80 { ascii |= 1 << UInt128(code) }
  }

  mutating func formUnion(_ other: LineCharacters) {
    ascii |= other.ascii
    hasOthers = hasOthers || other.hasOthers
  }

  func isSuperset(of other: LineCharacters) -> Bool {
    other.ascii & ~ascii == 0 && (hasOthers || !other.hasOthers)
  }

  /// Whether a character of the set begins with this byte.
  func begins(with byte: UInt8) -> Bool {
    byte < 0x80 ? ascii >> UInt128(byte) & 1 == 1 : hasOthers && byte >= 0xC0
  }
}
