/// Classifies a value by its characters, to decide whether it is a secret.
struct SecretValue {
  /// How many bytes are examined.
  static let mostBytes = 192

  private let bytes: ArraySlice<UInt8>
  private(set) var digits = 0
  private var lowers = 0
  private var uppers = 0
  private var blanks = 0
  /// `-`, `_` and `.`
  private var joints = 0
  private var dots = 0
  private var others = 0
  /// How many letters differ in case from the previous one.
  private var turns = 0

  var count: Int { bytes.count }
  private var letters: Int { lowers + uppers }

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    var wasLower: Bool?
    for byte in bytes {
      var isLower: Bool?
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "a")...UInt8(ascii: "z"): (lowers, isLower) = (lowers + 1, true)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): (uppers, isLower) = (uppers + 1, false)
      case 0x20, 0x09: blanks += 1
      case UInt8(ascii: "."): (joints, dots) = (joints + 1, dots + 1)
      case UInt8(ascii: "-"), UInt8(ascii: "_"): joints += 1
      default: others += 1
      }
      if let isLower, let wasLower, isLower != wasLower { turns += 1 }
      wasLower = isLower
    }
  }

  // MARK: Harmless values

  /// Whether it is a variable, a format, a mask or a word such as `none`.
  var isPlaceholder: Bool {
    guard let first = bytes.first else { return true }
    let second = bytes.dropFirst().first ?? 0
    switch first {
    case UInt8(ascii: "$"):
      return !isName(second)
        || bytes.dropFirst().allSatisfy { isName($0) } && (digits == 0 || lowers == 0)
    case UInt8(ascii: "%"):
      return count <= 3 || bytes.last == first || second == UInt8(ascii: "(")
        || second == UInt8(ascii: "{")
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "<"): return true
    case UInt8(ascii: "#"): return second == UInt8(ascii: "{")
    case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "?"), UInt8(ascii: "!"),
      UInt8(ascii: "&"):
      return digits == 0 && others == 1
    case UInt8(ascii: "*"), UInt8(ascii: "."): return second == first || count == 1
    // ‹redacted›, …, ••••
    case 0xE2: return second == 0x80
    default: break
    }
    if count > 2, bytes.allSatisfy({ $0 == first }) { return true }
    return Self.isCommonWord(bytes)
  }

  private func isName(_ byte: UInt8) -> Bool {
    SecretForm.classes[Int(byte)] & SecretForm.Alphabet.word.rawValue != 0
  }

  /// Whether it is a path or an address.
  var isPath: Bool {
    if others >= 3, contains("://") { return true }
    let first = bytes.first ?? 0
    let isBegun =
      first == UInt8(ascii: "/") || contains("./", at: 0) || contains("../", at: 0)
      || contains("~/", at: 0) || contains(":\\", at: 1) || contains(":/", at: 1)
    guard isBegun else { return false }
    // Base64 may begin with a slash.
    return !(count >= 30 && dots == 0 && digits >= 3 && uppers >= 3 && lowers >= 3)
  }

  /// Whether it is a call, an index or names with dots between them.
  var isCode: Bool {
    if let bracket = bytes.firstIndex(where: {
      $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{")
    }),
      bracket > bytes.startIndex,
      bytes[..<bracket].allSatisfy({ isName($0) || $0 == UInt8(ascii: ".") }), digits <= 2
    {
      return true
    }
    return dots > 0 && digits == 0 && others == 0 && blanks == 0 && dots == joints - lines
      && letters > dots
      && turns * 3 < letters && count < 64
  }

  private var lines: Int { bytes.count { $0 == UInt8(ascii: "_") } }

  private func contains(_ text: StaticString, at offset: Int? = nil) -> Bool {
    func matches(_ start: Int) -> Bool {
      guard bytes.endIndex - start >= text.utf8CodeUnitCount else { return false }
      return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[start + $0] == text.utf8Start[$0] }
    }
    if let offset { return matches(bytes.startIndex + offset) }
    return bytes.indices.contains { matches($0) }
  }

  // MARK: Secrets

  func isPassword(_ value: NamedValue, isConstant: Bool) -> Bool {
    guard count >= 4 else { return false }
    if blanks > 0 { return !isSentence }
    // A word, or words with joints.
    guard digits == 0, others == 0 else { return true }
    if joints > 0, hasCommonWord { return false }
    switch value.style {
    case .quoted: return dots == 0 || uppers > 0 && lowers > 0 && turns > 3
    case .tight: return isConstant || joints == 0 && turns <= 1 || count >= 20
    case .loose:
      if count >= 16, joints == 0, turns <= 1 || isRandom { return true }
      if joints >= 2, count >= 16 { return true }
      return value.isAlone && joints == 0 && turns <= 1 && uppers <= 1 && !isLabel
    }
  }

  /// Whether it is a word with one capital letter, like a heading or a type.
  private var isLabel: Bool { uppers == 1 && turns == 1 }

  /// Whether it is one word with letters and other characters, without `-`, `_` and `.`.
  var isMixed: Bool { letters > 0 && digits + others > 0 && joints == 0 && blanks == 0 }

  /// Whether a program generated it.
  var isRandom: Bool {
    guard count >= 8, blanks == 0 else { return false }
    if contains("0x", at: 0) { return false }
    if others > 0 {
      guard bytes.allSatisfy({ isName($0) || "-.+/=~:%!@#^*$&".utf8.contains($0) }) else {
        return false
      }
    }
    if digits == count { return count >= 20 }
    if isUUID { return true }
    return bytes.split {
      !(SecretForm.classes[Int($0)] & SecretForm.Alphabet.alphanumeric.rawValue != 0)
    }
    .contains { Self.isRandom($0) }
  }

  /// Whether a part without other characters is neither a word nor a word with a number.
  private static func isRandom(_ part: ArraySlice<UInt8>) -> Bool {
    var text = SecretValue(part)
    guard part.count >= 8 else { return false }
    if text.digits == 0 {
      let isMixed = text.turns * 5 >= part.count * 2
      return part.count >= 24 && (text.lowers == part.count || isMixed)
        || part.count >= 12 && isMixed && text.uppers * 4 > part.count
    }
    guard text.digits < part.count else { return false }
    // `section12`
    let word = part.prefix { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }
    text = SecretValue(part[word.endIndex...])
    return text.letters > 0 || text.digits >= 5 || part.count >= 20
  }

  private var isUUID: Bool {
    count == 36 && joints == 4 && others == 0 && dots == 0
      && bytes.allSatisfy { $0 == UInt8(ascii: "-") || isHex($0) }
  }

  private func isHex(_ byte: UInt8) -> Bool {
    SecretForm.classes[Int(byte)] & SecretForm.Alphabet.hex.rawValue != 0
  }

  /// Whether it is a hash or a UUID.
  var isHash: Bool {
    isUUID || [32, 40, 56, 64, 96, 128].contains(count) && bytes.allSatisfy { isHex($0) }
  }

  /// Whether it is `name:password` in Base64.
  static func isBasic(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count >= 8 else { return false }
    var (bits, width) = (UInt32(0), 0)
    var hasColon = false
    for byte in text where byte != UInt8(ascii: "=") {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = byte - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte + 4
      case UInt8(ascii: "+"), UInt8(ascii: "-"): digit = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): digit = 63
      default: return false
      }
      bits = bits << 6 | UInt32(digit)
      width += 6
      guard width >= 8 else { continue }
      width -= 8
      let decoded = UInt8(truncatingIfNeeded: bits >> UInt32(width))
      guard 0x20...0x7E ~= decoded else { return false }
      hasColon = hasColon || decoded == UInt8(ascii: ":")
    }
    return hasColon
  }

  // MARK: Words

  /// Whether the words describe a secret instead of being one.
  var isSentence: Bool {
    guard blanks > 0 else { return false }
    if joints == 0, digits == 0, blanks > 7 { return true }
    if self.words.allSatisfy({ Self.isCommonWord($0) || Self.isNumber($0) }) { return true }
    let words = self.words.map { Self.folded($0) }
    if let first = words.first, Self.openingWords.contains(first) { return true }
    return words.contains { Self.describingWords.contains($0) }
      || words.count { Self.joiningWords.contains($0) } > 1
  }

  private var hasCommonWord: Bool { words.contains { Self.isCommonWord($0) } }

  private var words: [ArraySlice<UInt8>] {
    bytes.split { !(SecretForm.classes[Int($0)] & SecretForm.Alphabet.alphanumeric.rawValue != 0) }
  }

  static func isCommonWord(_ text: ArraySlice<UInt8>) -> Bool {
    guard 1...14 ~= text.count else { return false }
    let word = folded(text)
    return describingWords.contains(word) || joiningWords.contains(word)
      || otherWords.contains(word)
  }

  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    text.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  private static func folded(_ text: ArraySlice<UInt8>) -> String {
    String(decoding: text.lazy.map { $0 | 0x20 }, as: UTF8.self)
  }

  /// Words that say what a secret must be, what is wrong with it, or where it comes from.
  private static let describingWords = Set(
    """
    none null nil undefined required optional missing invalid incorrect wrong expired empty blank unset set hidden redacted \
    masked filtered encrypted default disabled enabled unknown error failed failure fails denied rejected accepted not must \
    cannot should can will would may too field value values header headers option argument parameter flag input prompt \
    environment variable env file changed updated reset mismatch matched matches digest password passwords passwd pwd \
    credential credentials authorization expected got found given provided specified returned needs needed use using used \
    see check please your least longer shorter characters character letters digits ask asked enter confirm forgot logout \
    username placeholder todo fixme
    """.split { $0 == " " || $0 == "\n" }.map { String($0) })

  /// The first words of what is wrong with a secret: `is weak`.
  private static let openingWords: Set<String> = ["is", "are", "was", "were", "has", "have"]

  /// Words between the other words of a sentence. One of them may be part of a secret.
  private static let joiningWords = Set(
    """
    is are was were has have had does the a an for in of from to at by as and or with without be been here there if then \
    this self it its only you
    """.split { $0 == " " || $0 == "\n" }.map { String($0) })

  private static let otherWords = Set(
    """
    nan true false yes no on off secured string str text int integer number bool boolean bytes object any auto ok okay word \
    path name sample type basic bearer session secret token tokens key apikey accesstoken auth char varchar one two three \
    most short long login user email admin
    """.split { $0 == " " || $0 == "\n" }.map { String($0) })
}
