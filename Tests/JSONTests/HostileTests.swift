import Diagnostics
import JSON
import TestSupport
import Testing

struct HostileTests {
  static let sample = """
    // A comment — with a dash
    {"é": "a\\u00e9\\ud83d\\ude00\\\\ \\
    b", 'k': [1, -2.5e3, 0x1F, true, null, Infinity,], /* ü */
      deep: {"x": {"y": "ünïcödé text that is longer than any word of eight bytes"}},\r
      "z" "missing colon" "w": "tab\there", "z": tru, "\\ud800": "line
    break"}
    """

  @Test func jsonIsReadAlikeInPiecesOfAnySize() {
    let whole = Reading(Self.sample)
    #expect(whole.problems.count >= 6)
    for piece in 1...64 {
      #expect(Reading(Self.sample, piece: piece) == whole, "pieces of \(piece)")
    }
  }

  @Test func jsonCutOffAnywhereIsReported() {
    let bytes = Array(Self.sample.utf8)
    for count in bytes.indices {
      let reading = Reading(Array(bytes[..<count]))
      #expect(reading.value == "-", "cut at \(count)")
      #expect(!reading.problems.isEmpty, "cut at \(count)")
    }
  }

  @Test func randomlyDamagedJSONIsHandled() {
    var random = SeededRandom(state: 0x7_1DE)
    let bytes = Array(Self.sample.utf8)
    for _ in 0..<FuzzScale.rounds(5_000) {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        random.damage(&damaged)
      }
      let piece = Int.random(in: 1...200, using: &random)
      let reading = Reading(damaged, piece: piece)
      #expect(reading == Reading(damaged), "\(damaged)")
    }
  }
}

/// A deterministic random number generator.
struct SeededRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private static let nasty: [[UInt8]] =
    [
      "{", "}", "[", "]", "\"", "'", "\\", ",", ":", "\n", "\r", "\0", "/", "/*", "//", "\\u",
      "\\ud83d", "-", "1e999", "\u{1B}", "null", "\u{2028}", "\u{FEFF}",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x80], [0xF0, 0x9F], [0xED, 0xA0, 0x80]]

  mutating func damage(_ bytes: inout [UInt8]) {
    guard let place = bytes.indices.randomElement(using: &self) else { return }
    switch Int.random(in: 0..<5, using: &self) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &self)
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(contentsOf: Self.nasty.randomElement(using: &self) ?? [], at: place)
    case 3: bytes.removeSubrange(place..<min(bytes.count, place + 20))
    default:
      let run = bytes[place..<min(bytes.count, place + 30)]
      bytes.insert(contentsOf: run, at: bytes.indices.randomElement(using: &self) ?? 0)
    }
  }
}
