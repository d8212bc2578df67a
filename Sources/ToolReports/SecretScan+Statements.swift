/// Secrets after a word and a blank, without a sign: in netrc files and in statements of SQL.
extension SecretScan {
  /// Whether `password` or `by` may end before a blank.
  func mayEndWord(before blank: Int) -> Bool {
    switch (self[blank - 2] | 0x20, self[blank - 1] | 0x20) {
    case (UInt8(ascii: "r"), UInt8(ascii: "d")), (UInt8(ascii: "b"), UInt8(ascii: "y")): true
    default: false
    }
  }

  /// The secret after a word that ends at a blank: `login u password x`, `PASSWORD 'x'`,
  /// `IDENTIFIED BY 'x'`.
  func statementValue(at blank: Int) -> Range<Int>? {
    if let start = word("password", endingAt: blank) {
      if followsLogin(start) { return literal(from: blank, isQuoted: false) }
      guard isCapital(before: blank) || changesAccount(before: start) else { return nil }
      return literal(from: blank, isQuoted: true)
    }
    guard let start = word("by", endingAt: blank), let first = identified(before: start) else {
      return nil
    }
    let isCapital = isCapital(before: blank)
    let isStatement = changesAccount(before: first)
    guard isCapital || isStatement else { return nil }
    return literal(from: blank, isQuoted: !(isCapital && isStatement))
  }

  /// A value in single quotes, or a word. In SQL, double quotes are around names.
  private func literal(from blank: Int, isQuoted: Bool) -> Range<Int>? {
    guard let value = value(from: blank, isTight: false) else { return nil }
    let range = value.range
    let quote = UInt8(ascii: "'")
    guard !isQuoted || value.style == .quoted && self[range.lowerBound - 1] == quote else {
      return nil
    }
    let found = SecretValue(bytes[range].prefix(SecretValue.mostBytes))
    guard !found.isPlaceholder, !found.isSentence else { return nil }
    var end = range.upperBound
    // Two quotes are one quote of the value.
    while value.style == .quoted, self[end] == quote, self[end + 1] == quote {
      end += 2
      while end < bytes.count, bytes[end] != quote, !isEndOfLine(at: end) { end += 1 }
    }
    return range.lowerBound..<end
  }

  // MARK: SQL

  /// The start of `IDENTIFIED` or of `IDENTIFIED WITH plugin` before `BY`.
  private func identified(before by: Int) -> Int? {
    guard let last = word(before: by) else { return nil }
    if let start = word("identified", endingAt: last.upperBound) { return start }
    guard let with = word(before: last.lowerBound),
      word("with", endingAt: with.upperBound) != nil,
      let first = word(before: with.lowerBound)
    else { return nil }
    return word("identified", endingAt: first.upperBound)
  }

  /// Whether a statement that sets the password of an account begins shortly before an index.
  private func changesAccount(before end: Int) -> Bool {
    let statements: [StaticString] = [
      "alter_user", "alter_role", "create_user", "create_role", "grant",
    ]
    return (max(end - 256, 0)..<end).contains { index in
      isBlank(at: index) && statements.contains { word($0, endingAt: index) != nil }
    }
  }

  // MARK: netrc

  /// Whether `machine HOST login USER` is before an index, in one line or in several.
  private func followsLogin(_ start: Int) -> Bool {
    var end = start
    var hasLogin = false
    for _ in 0..<3 {
      guard let value = word(before: end) else { return false }
      if let start = word("default", endingAt: value.upperBound) { return beginsLine(at: start) }
      guard let key = word(before: value.lowerBound),
        word("login", endingAt: value.upperBound) == nil
      else { return false }
      if let start = word("machine", endingAt: key.upperBound) {
        return beginsLine(at: start) || isQuote(at: start - 1)
          || hasLogin && bytes[value].contains(UInt8(ascii: "."))
      }
      guard
        let login = word("login", endingAt: key.upperBound)
          ?? word("account", endingAt: key.upperBound)
      else { return false }
      hasLogin = true
      end = login
    }
    return false
  }

  private func beginsLine(at index: Int) -> Bool {
    var start = index
    while index - start < 64, isBlank(at: start - 1) { start -= 1 }
    return start == 0 || isEndOfLine(at: start - 1)
  }

  // MARK: Words

  /// The start of a word that ends at an index. `_` in it matches a blank.
  private func word(_ word: StaticString, endingAt end: Int) -> Int? {
    beginning(of: word, endingAt: end).flatMap { beginsWord(at: $0) ? $0 : nil }
  }

  /// The characters between the white space before an index.
  private func word(before index: Int) -> Range<Int>? {
    var end = index
    while end > 0, index - end < 64, bytes[end - 1] <= 0x20 { end -= 1 }
    // An escaped line end, such as `\n`, ends a word, too.
    var start = end
    while start > 0, end - start < 256, bytes[start - 1] > 0x20 { start -= 1 }
    return start < end ? start..<end : nil
  }
}
