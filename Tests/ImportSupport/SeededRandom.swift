/// A deterministic random number generator.
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private static let nasty: [[UInt8]] =
    [
      "{", "}", "[", "]", "\"", "'", "\\", ",", ":", "\n", "\r", "\0", "/*", "//", "\\u", "\\ud83d",
      "-", "1e999", "NaN", "null", "true", "\u{2028}", "\u{FEFF}", "\"urgency\":", "\"id\":\"1\",",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x80], [0xF0, 0x9F], [0xED, 0xA0, 0x80]]

  package mutating func damage(_ bytes: inout [UInt8]) {
    guard let place = bytes.indices.randomElement(using: &self) else { return }
    switch Int.random(in: 0..<5, using: &self) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &self)
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(contentsOf: Self.nasty.randomElement(using: &self) ?? [], at: place)
    case 3: bytes.removeSubrange(place..<min(bytes.count, place + 20))
    default:
      let run = bytes[place..<min(bytes.count, place + 40)]
      bytes.insert(contentsOf: run, at: bytes.indices.randomElement(using: &self) ?? 0)
    }
  }
}
