/// Finds secrets in a text by their forms.
struct SecretScan {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let values: HiddenValues
  private let knowsForms: Bool
  /// The end of the last secret.
  var written = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, values: HiddenValues, knowsForms: Bool) {
    self.bytes = bytes
    self.values = values
    self.knowsForms = knowsForms
  }

  /// What tells quickly that no known form is recognized at a place: those whose first byte has a
  /// bit there and whose second byte has the same. The highest bit is that of any second byte.
  struct Marks: Sendable {
    var first = [UInt8](repeating: 0, count: 256)
    var second = [UInt8](repeating: anySecond, count: 256)
    static let anySecond: UInt8 = 0x80
  }

  static let marks: Marks = {
    var marks = Marks()
    var next: UInt8 = 1
    func mark(_ first: UInt8, _ second: UInt8) {
      if marks.first[Int(first)] == 0 {
        marks.first[Int(first)] = next
        next = next == Marks.anySecond ? next : next << 1
      }
      marks.second[Int(second)] |= marks.first[Int(first)]
    }
    for token in tokens.joined() { mark(token.prefix.utf8Start[0], token.prefix.utf8Start[1]) }
    mark(UInt8(ascii: "-"), UInt8(ascii: "-"))
    marks.first[Int(UInt8(ascii: ":"))] = Marks.anySecond
    return marks
  }()

  /// The secret that is recognized by the byte at an index; it may begin earlier.
  func secret(at index: Int) -> Range<Int>? {
    if !values.isEmpty, let end = values.end(from: index, in: bytes) { return index..<end }
    guard knowsForms else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "-"): return privateKey(at: index)
    case UInt8(ascii: ":"): return password(at: index) ?? authorization(at: index)
    default: return token(at: index)
    }
  }

  private func matches(_ text: StaticString, at index: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index >= 0, bytes.count - index >= count else { return false }
    for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
    return true
  }

  // MARK: Tokens

  private struct Token {
    /// The bytes that may follow the prefix.
    enum Alphabet {
      case alphanumeric, capital, word, dashed, dotted

      func contains(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "a")...UInt8(ascii: "z"): self != .capital
        case UInt8(ascii: "_"): self == .word || self == .dashed || self == .dotted
        case UInt8(ascii: "-"): self == .dashed || self == .dotted
        case UInt8(ascii: "."): self == .dotted
        default: false
        }
      }
    }

    var prefix: StaticString
    var alphabet: Alphabet
    /// How many bytes follow the prefix at least, and at most.
    var least: Int
    var most = Int.max
  }

  /// By the first byte.
  private static let tokens: [[Token]] = {
    var tokens = [[Token]](repeating: [], count: 256)
    for token in [
      Token(prefix: "ghp_", alphabet: .alphanumeric, least: 36),
      Token(prefix: "gho_", alphabet: .alphanumeric, least: 36),
      Token(prefix: "ghu_", alphabet: .alphanumeric, least: 36),
      Token(prefix: "ghs_", alphabet: .alphanumeric, least: 36),
      Token(prefix: "ghr_", alphabet: .alphanumeric, least: 36),
      Token(prefix: "github_pat_", alphabet: .word, least: 82),
      Token(prefix: "glpat-", alphabet: .dotted, least: 20),
      Token(prefix: "xoxa-", alphabet: .dashed, least: 10),
      Token(prefix: "xoxb-", alphabet: .dashed, least: 10),
      Token(prefix: "xoxp-", alphabet: .dashed, least: 10),
      Token(prefix: "AKIA", alphabet: .capital, least: 16, most: 16),
      Token(prefix: "AIza", alphabet: .dashed, least: 35),
      Token(prefix: "sk_live_", alphabet: .alphanumeric, least: 24),
      Token(prefix: "npm_", alphabet: .alphanumeric, least: 36),
      Token(prefix: "pypi-", alphabet: .dashed, least: 50),
    ] {
      tokens[Int(token.prefix.utf8Start[0])].append(token)
    }
    return tokens
  }()

  private func token(at index: Int) -> Range<Int>? {
    for token in Self.tokens[Int(bytes[index])] where matches(token.prefix, at: index) {
      let start = index + token.prefix.utf8CodeUnitCount
      var end = start
      // What is too long is no token, however long it is.
      let limit = token.most == .max ? bytes.count : min(bytes.count, start + token.most + 1)
      while end < limit, token.alphabet.contains(bytes[end]) { end += 1 }
      // The end of a sentence.
      while end > start, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
      if token.least...token.most ~= end - start { return index..<end }
    }
    return nil
  }

  // MARK: Addresses and headers

  /// `user:password` between `://` and `@`.
  private func password(at colon: Int) -> Range<Int>? {
    guard matches("://", at: colon) else { return nil }
    let start = colon + 3
    var (separator, at): (Int?, Int?) = (nil, nil)
    var index = start
    loop: while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ":"): separator = separator ?? index
      case UInt8(ascii: "@"): at = index
      case 0...0x20, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\""),
        UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "\\"):
        break loop
      default: break
      }
      index += 1
    }
    guard let separator, let at, separator + 1 < at else { return nil }
    return start..<at
  }

  /// What follows `Authorization:` up to the end of the line or of the string around it.
  private func authorization(at colon: Int) -> Range<Int>? {
    var end = colon
    while end > 0, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    if end > 0, isQuote(bytes[end - 1]) { end -= 1 }
    if end > 0, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    let name: StaticString = "authorization"
    let length = name.utf8CodeUnitCount
    guard end >= length else { return nil }
    for offset in 0..<length
    where bytes[end - length + offset] | 0x20 != name.utf8Start[offset] { return nil }
    var start = colon + 1
    while start < bytes.count, [0x20, 0x09, 0x5C].contains(bytes[start]) || isQuote(bytes[start]) {
      start += 1
    }
    end = start
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D, bytes[end] != 0x5C,
      !isQuote(bytes[end])
    {
      end += 1
    }
    return end > start ? start..<end : nil
  }

  private func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }
}

// MARK: Private keys

extension SecretScan {
  /// The longest text between the two lines of a key.
  private static let longestKey = 16 << 10

  /// A key with both its lines. Where one of them is missing, since a long text was cut, the line
  /// that is there with the lines of the key.
  private func privateKey(at index: Int) -> Range<Int>? {
    guard let label = label(at: index) else { return nil }
    guard label.isBeginning else { return beginningOfBody(before: index)..<label.end }
    // The search ends where the next label may be, so that all searches together are linear.
    var next = label.end
    let limit = min(bytes.count, next + Self.longestKey)
    while next < limit, bytes[next] != UInt8(ascii: "-") || !matches("-----", at: next) {
      next += 1
    }
    if let end = self.label(at: next), !end.isBeginning { return index..<end.end }
    return index..<endOfBody(from: label.end)
  }

  /// `-----BEGIN RSA PRIVATE KEY-----`
  private func label(at index: Int) -> (isBeginning: Bool, end: Int)? {
    let isBeginning = matches("-----BEGIN ", at: index)
    guard isBeginning || matches("-----END ", at: index) else { return nil }
    var end = index + (isBeginning ? 11 : 9)
    let limit = min(bytes.count, end + 64)
    var isPrivate = false
    while end < limit, bytes[end] != UInt8(ascii: "-") {
      if matches("PRIVATE KEY", at: end) { isPrivate = true }
      end += 1
    }
    return isPrivate && matches("-----", at: end) ? (isBeginning, end + 5) : nil
  }

  /// Whether a byte is part of a line of a key.
  private func isCode(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "="):
      true
    default: false
    }
  }

  /// The least length of a line that is taken for a part of a key without its other end.
  private static let shortestLine = 16

  private func endOfBody(from start: Int) -> Int {
    var end = start
    while true {
      var index = end
      while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
      if matches("Proc-Type:", at: index) || matches("DEK-Info:", at: index) {
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
        end = index
        continue
      }
      let line = index
      while index < bytes.count, isCode(bytes[index]) { index += 1 }
      guard index - line >= Self.shortestLine else { return end }
      end = index
    }
  }

  private func beginningOfBody(before end: Int) -> Int {
    var start = end
    var isLast = true
    while start > written {
      var index = start
      while index > written, bytes[index - 1] <= 0x20 { index -= 1 }
      let line = index
      while index > written, isCode(bytes[index - 1]) { index -= 1 }
      // The last line may be of any length.
      guard line - index >= (isLast ? 1 : Self.shortestLine) else { return start }
      (start, isLast) = (index, false)
    }
    return start
  }
}
