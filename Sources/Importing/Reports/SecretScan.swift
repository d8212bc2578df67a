internal import Basics

/// Finds secrets in a text: what has the form of a token, what a name says is one, and values that are
/// given. Goes through the text once, from one place that may belong to a secret to the next; what is
/// looked at around a place is bounded.
struct SecretScan {
  let bytes: UnsafeBufferPointer<UInt8>
  private let values: HiddenValues
  private let knowsForms: Bool
  /// The end of the last secret.
  private(set) var written = 0
  /// Where the rest of the text begins.
  private var position = 0
  /// The next places of each kind, from `position` on; the end of the text if there is none.
  private var sign = -1
  private var word = -1..<(-1)
  private var value = -1
  private let endings = Self.endings
  private let classes = SecretForm.classes

  init(_ bytes: UnsafeBufferPointer<UInt8>, values: HiddenValues, knowsForms: Bool) {
    self.bytes = bytes
    self.values = values
    self.knowsForms = knowsForms
  }

  /// The next secret. It begins behind the one before, or where that one ends.
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

  private typealias Bytes = SIMD16<UInt8>

  /// The next byte that may part a name from its secret, or begin an option or a key.
  private func nextSign(from start: Int) -> Int {
    var index = start
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return 0 }
    // Only operators of two vectors of a type are machine instructions; those of a vector and a number are calls.
    while index &+ 17 <= bytes.count {
      let these = base.loadUnaligned(fromByteOffset: index, as: Bytes.self)
      let next = base.loadUnaligned(fromByteOffset: index &+ 1, as: Bytes.self)
      let dash = Bytes(repeating: UInt8(ascii: "-"))
      var marks = (these .== dash) .| (these .== Bytes(repeating: UInt8(ascii: " ")))
      marks .&= next .== dash
      marks .|= these .== Bytes(repeating: UInt8(ascii: "="))
      marks .|= these .== Bytes(repeating: UInt8(ascii: ":"))
      marks .|= these .== Bytes(repeating: UInt8(ascii: ">"))
      let words = unsafeBitCast(marks, to: (UInt64, UInt64).self)
      if let found = sign(in: words.0.littleEndian, at: index)
        ?? sign(in: words.1.littleEndian, at: index &+ 8)
      {
        return found
      }
      index &+= 16
    }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: ">"): return index
      case UInt8(ascii: "-"), UInt8(ascii: " "):
        if self[index &+ 1] == UInt8(ascii: "-") { return index }
      default: break
      }
      index &+= 1
    }
    return bytes.count
  }

  /// The first of eight bytes that is marked and worth a look.
  @inline(__always)
  private func sign(in marks: UInt64, at start: Int) -> Int? {
    var marks = marks
    while marks != 0 {
      let place = marks.trailingZeroBitCount & ~7
      let index = start &+ place &>> 3
      switch bytes[index] {
      case UInt8(ascii: ":") where self[index &+ 1] == UInt8(ascii: "/"): return index
      case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ">"):
        if mayEndName(before: index) { return index }
      default: return index
      }
      marks &= ~(0xFF &<< UInt64(place))
    }
    return nil
  }

  private func secret(bySignAt index: Int) -> Range<Int>? {
    switch bytes[index] {
    case UInt8(ascii: ":"): credentials(at: index) ?? named(bySignAt: index)
    case UInt8(ascii: "="): named(bySignAt: index)
    case UInt8(ascii: ">"): element(endingAt: index)
    default: privateKey(at: index) ?? optionValue(at: index)
    }
  }

  /// Whether the letters before an index may end a name. Most do not.
  @inline(__always)
  private func mayEndName(before index: Int) -> Bool {
    guard index > 1 else { return false }
    let (first, second) = (bytes[index &- 2] | 0x20, bytes[index &- 1] | 0x20)
    guard UInt8(ascii: "a")...UInt8(ascii: "z") ~= second else { return bytes[index &- 1] <= 0x7F }
    return endings.contains(first, second)
  }

  /// The least length of a word that may be a token, as many bytes as a vector has.
  private static let shortestWord = 16

  /// The next word of letters, digits, `-` and `_` that may be a token. Of sixteen bytes behind another one the
  /// last that is in no word says where to look next.
  private func nextWord(from start: Int) -> Range<Int> {
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return 0..<0 }
    var index = start
    while index &+ Self.shortestWord <= bytes.count {
      let these = base.loadUnaligned(fromByteOffset: index, as: Bytes.self)
      let folded = these | Bytes(repeating: 0x20)
      var marks = folded &- Bytes(repeating: UInt8(ascii: "a")) .< Bytes(repeating: 26)
      marks .|= these &- Bytes(repeating: UInt8(ascii: "0")) .< Bytes(repeating: 10)
      marks .|= these .== Bytes(repeating: UInt8(ascii: "_"))
      marks .|= these .== Bytes(repeating: UInt8(ascii: "-"))
      let words = unsafeBitCast(marks, to: (UInt64, UInt64).self)
      let others = (~words.0.littleEndian, ~words.1.littleEndian)
      if others.1 != 0 {
        index &+= 16 &- others.1.leadingZeroBitCount &>> 3
      } else if others.0 != 0 {
        index &+= 8 &- others.0.leadingZeroBitCount &>> 3
      } else {
        var end = index &+ Self.shortestWord
        while end < bytes.count, isIn(.dashed, at: end) { end &+= 1 }
        return index..<end
      }
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
  @inline(__always)
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

  /// Whether a word begins at an index: what is before is no letter, digit, `_` or `-`, or is an escape such
  /// as `\n` or `%3D`.
  func beginsWord(at index: Int) -> Bool {
    guard isIn(.dashed, at: index - 1) else { return true }
    if self[index - 2] == UInt8(ascii: "\\") {
      return [UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t")].contains(self[index - 1])
    }
    return self[index - 3] == UInt8(ascii: "%") && isIn(.hex, at: index - 2)
      && isIn(.hex, at: index - 1)
  }
}
