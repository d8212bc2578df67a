/// The pairs of neighboring characters in a line, collected once for all patterns. A line without the
/// pairs of a pattern does not match it, so that most lines need no automaton.
struct LinePairs {
  /// How many kinds of bytes are told apart. All digits are one kind, as are the cases of a letter.
  private static let kinds = 64
  private static let table = (UInt8.min...UInt8.max).map(kind)

  /// For each kind, the kinds that follow it.
  private var following = [UInt64](repeating: 0, count: kinds)
  private var present: UInt64 = 0
  private let table = LinePairs.table

  private static func kind(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 0x30...0x39: 0x30
    case 0x20..<0x40: byte
    case 0x40..<0x80: byte & 0x1F
    default: 0
    }
  }

  /// The pairs and characters that each matching line has.
  struct Needed: Sendable {
    private(set) var pairs: [(first: Int, second: UInt64)] = []
    private(set) var present: UInt64 = 0

    init(_ steps: [LineStep]) {
      var before: UInt8?
      for step in steps {
        let kind = step.isOptional ? nil : Self.kind(of: step)
        if let kind { present |= 1 << UInt64(kind) }
        if let before, let kind { pairs.append((Int(before), 1 << UInt64(kind))) }
        before = kind
      }
    }

    /// The kind of all characters that a step takes.
    private static func kind(of step: LineStep) -> UInt8? {
      if let literal = step.literal { return LinePairs.kind(literal) }
      guard !step.characters.hasOthers else { return nil }
      let kinds = Set((0..<0x80).filter(step.characters.begins).map(LinePairs.kind))
      return kinds.count == 1 ? kinds.first : nil
    }
  }

  mutating func read(_ line: UnsafeBufferPointer<UInt8>) {
    present = 0
    table.withUnsafeBufferPointer { table in
      following.withUnsafeMutableBufferPointer { following in
        following.update(repeating: 0)
        var before = 0
        // No pattern needs a pair with the zero before the first byte.
        for byte in line {
          let kind = table[Int(byte)]
          following[before] |= 1 << UInt64(kind)
          present |= 1 << UInt64(kind)
          before = Int(kind)
        }
      }
    }
  }

  func have(_ needed: Needed) -> Bool {
    guard present & needed.present == needed.present else { return false }
    for pair in needed.pairs where following[pair.first] & pair.second == 0 { return false }
    return true
  }
}
