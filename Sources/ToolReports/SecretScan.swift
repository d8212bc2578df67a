/// Finds secrets in a text: forms of tokens, values that their names mark as secrets, and given
/// values. Scans the text once, from one possible place to the next, and examines a limited range
/// around each place.
struct SecretScan {
  let bytes: [UInt8]
  private let values: HiddenValues
  private let knowsForms: Bool
  /// The end of the last secret.
  private(set) var written = 0
  /// The start of the text that is not scanned yet.
  private var position = 0
  /// The next places of each kind, from `position` on; the end of the text if there is none.
  private var sign = -1
  private var word = -1..<(-1)
  private var value = -1
  private let endings = Self.endings
  private let classes = SecretForm.classes

  init(_ bytes: [UInt8], values: HiddenValues, knowsForms: Bool) {
    self.bytes = bytes
    self.values = values
    self.knowsForms = knowsForms
  }

  /// The next secret. It begins at the end of the previous secret or after it.
  mutating func next() -> Range<Int>? {
    while true {
      if sign < position { sign = knowsForms ? nextSign(from: position) : bytes.count }
      if word.lowerBound < position {
        word = knowsForms ? nextWord(from: position) : bytes.count..<bytes.count
      }
      if value < position { value = nextValue(from: position) }
      var found: Range<Int>?
      let place = min(sign, word.lowerBound, value)
      switch place {
      case bytes.count: return nil
      case value:
        found = values.end(from: value, in: bytes).map { value..<$0 }
        if found == nil { value = nextValue(from: value + 1) }
      case sign:
        found = secret(bySignAt: sign)
        if found == nil { sign = nextSign(from: sign + 1) }
      default:
        found = token(in: word)
        if found == nil { word = nextWord(from: word.upperBound) }
      }
      guard let found else { continue }
      position = max(found.upperBound, place + 1)
      defer { written = position }
      return max(found.lowerBound, written)..<position
    }
  }

  // MARK: Places

  /// The next byte that may separate a name from its secret, or begin an option or a key.
  private func nextSign(from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ":") where self[index + 1] == UInt8(ascii: "/"): return index
      case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ">"):
        if mayEndName(before: index) { return index }
      case UInt8(ascii: "-"):
        if self[index + 1] == UInt8(ascii: "-") { return index }
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        if self[index + 1] == UInt8(ascii: "-") || mayEndWord(before: index) { return index }
      default: break
      }
      index += 1
    }
    return bytes.count
  }

  private func secret(bySignAt index: Int) -> Range<Int>? {
    switch bytes[index] {
    case UInt8(ascii: ":"): credentials(at: index) ?? named(bySignAt: index)
    case UInt8(ascii: "="): named(bySignAt: index)
    case UInt8(ascii: ">"): element(endingAt: index)
    default: option(at: index) ?? statementValue(at: index)
    }
  }

  private func option(at index: Int) -> Range<Int>? {
    guard self[index + 1] == UInt8(ascii: "-") else { return nil }
    return privateKey(at: index) ?? optionValue(at: index)
  }

  /// Whether the letters before an index may end a name, which is rare.
  private func mayEndName(before index: Int) -> Bool {
    guard index > 1 else { return false }
    let (first, second) = (bytes[index - 2] | 0x20, bytes[index - 1] | 0x20)
    guard UInt8(ascii: "a")...UInt8(ascii: "z") ~= second else { return bytes[index - 1] <= 0x7F }
    return endings.contains(first, second)
  }

  /// The least length of a word that may be a token.
  private static let shortestWord = 16

  /// The next word of letters, digits, `-` and `_` that may be a token.
  private func nextWord(from start: Int) -> Range<Int> {
    var index = start
    while index + Self.shortestWord <= bytes.count {
      var end = index + Self.shortestWord
      // The last byte that is in no word says where to look next.
      if let other = (index..<end).last(where: { !isIn(.dashed, at: $0) }) {
        index = other + 1
        continue
      }
      while end < bytes.count, isIn(.dashed, at: end) { end += 1 }
      return index..<end
    }
    return bytes.count..<bytes.count
  }

  private func nextValue(from start: Int) -> Int {
    guard !values.isEmpty else { return bytes.count }
    var index = start
    while index < bytes.count, !values.begins(with: bytes[index]) { index &+= 1 }
    return index
  }
}

// MARK: Looking around

extension SecretScan {
  /// The byte at an index, 0 outside of the text.
  subscript(index: Int) -> UInt8 {
    UInt(bitPattern: index) < UInt(bitPattern: bytes.count) ? bytes[index] : 0
  }

  func matches(_ text: StaticString, at index: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index >= 0, bytes.count - index >= count else { return false }
    for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
    return true
  }

  func isIn(_ alphabet: SecretForm.Alphabet, at index: Int) -> Bool {
    classes[Int(self[index])] & alphabet.rawValue != 0
  }

  func isDigit(at index: Int) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= self[index]
  }

  func isBlank(at index: Int) -> Bool { self[index] == 0x20 || self[index] == 0x09 }

  func isQuote(at index: Int) -> Bool {
    let byte = self[index]
    return byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
  }

  func isEndOfLine(at index: Int) -> Bool {
    index >= bytes.count || bytes[index] == 0x0A || bytes[index] == 0x0D
  }

  /// Whether a text was cut at an index.
  func isCut(at index: Int) -> Bool { matches("…", at: index) }

  /// Whether a word begins at an index: the character before it is no letter, digit, `_` or `-`, or
  /// ends an escape such as `\n` or `%3D`.
  func beginsWord(at index: Int) -> Bool {
    guard isIn(.dashed, at: index - 1) else { return true }
    if self[index - 2] == UInt8(ascii: "\\") {
      return [UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t")].contains(self[index - 1])
    }
    return self[index - 3] == UInt8(ascii: "%") && isIn(.hex, at: index - 2)
      && isIn(.hex, at: index - 1)
  }
}
