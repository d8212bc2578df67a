// Unsafe pointers: each line of a log is scanned here first.

/// Parts of words; each line of a failure has one. A quick search for them avoids the slow search of
/// most lines of a log.
struct FailureStems {
  static let all = FailureStems()

  /// How many bytes a stem has.
  private static let length = 4
  /// The stems by a number made of them, in which capital and small letters are the same.
  private var table = [Bool](repeating: false, count: 1 << (5 * length))

  /// The stems of levels, counts, results, exceptions, statuses, jobs and linkers.
  private static let words = [
    "fail", "erro", "fata", "crit", "seve", "pani", "emer", "xcep", "brok", "cras", "medo", "meou",
    "exit", "retu", "kill", "term", "abor", "ngup", "quit", "alar", "t fo", "*** ", "high", "ndef",
    "mult", "d -l",
  ]
  /// Stems of phrases that begin with common words.
  private static let rare = [
    "stop", "mism", "t ok", "err!", "dump", "memo", "smas", "onge", "canc", "on `", "deni", "kpoi",
    "limi", "sani", "viol", "rflo", "e():", "zero", "rl: ", "orru", "gnal", "aceb",
    "h fi", "reac", "unbo", "a ra",
  ]

  private init() {
    for word in Self.words + Self.rare { insert(Array(word.utf8)) }
    for phrase in FailurePhrases.all.texts where !areIn(phrase) {
      // Shorter ones begin with the letter of a severity.
      if phrase.count >= Self.length { insert(phrase) }
    }
  }

  private mutating func insert(_ stem: [UInt8]) {
    table[stem.prefix(Self.length).reduce(0) { Self.number($0, $1) }] = true
  }

  private static func number(_ before: Int, _ byte: UInt8) -> Int {
    (before << 5 | Int(byte & 31)) & (1 << (5 * length) - 1)
  }

  private func areIn(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { hasStem($0) }
  }

  /// Whether a line may say failure. If not, it does not.
  func areIn(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    hasStem(line) || Self.isObject(line) || Self.hasLetter(line)
  }

  private func hasStem(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard line.count >= Self.length else { return false }
    var number = 0
    for (index, byte) in line.enumerated() {
      number = Self.number(number, byte)
      if table[number], index + 1 >= Self.length { return true }
    }
    return false
  }

  /// Whether a line may end with the JSON object of a record.
  private static func isObject(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.last { $0 > 0x20 } == UInt8(ascii: "}")
  }

  /// Whether a line may have the letter of a severity or a code, as `e: `, `[E] ` and `F401`, a priority
  /// such as `<3>`, or a word that is overstruck.
  private static func hasLetter(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var before: UInt8 = 0
    for (index, byte) in line.enumerated() {
      defer { before = byte }
      if byte == 0x08 { return true }
      guard "EFe<".utf8.contains(byte), !SourceLine.isLetter(before) else { continue }
      switch index + 1 < line.count ? line[index + 1] : 0 {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x1B,
        UInt8(ascii: ":"), UInt8(ascii: "]"):
        return true
      default: break
      }
    }
    return false
  }
}
