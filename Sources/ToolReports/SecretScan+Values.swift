/// The value after a name.
struct NamedValue {
  enum Style {
    case quoted
    /// Directly after `=` or `:`.
    case tight
    /// After a blank, where the words of a sentence may follow.
    case loose
  }

  var range: Range<Int>
  var style: Style
  /// Whether only the end of a line or another option follows a value after a blank.
  var isAlone = false
}

extension SecretScan {
  /// The value after `=`, `==`, `=>`, `:` or `:=`.
  func value(behindSignAt index: Int) -> NamedValue? {
    var start = index + 1
    // The second sign of `:=` is examined separately, and an address is not a value.
    if self[index] == UInt8(ascii: ":") {
      guard self[start] != UInt8(ascii: "="), !matches("//", at: start) else { return nil }
      if self[start] == UInt8(ascii: ":") { return nil }
    }
    let isComparison = self[index - 1] == UInt8(ascii: "!") || self[start] == UInt8(ascii: "=")
    while self[start] == UInt8(ascii: "=") || self[start] == UInt8(ascii: ">") { start += 1 }
    let value = value(from: start, isTight: !isBlank(at: start))
    return isComparison && value?.style != .quoted ? nil : value
  }

  /// The value that begins at an index or after blanks.
  func value(from index: Int, isTight: Bool, isOption: Bool = false) -> NamedValue? {
    var start = index
    while start - index < 24, isBlank(at: start) { start += 1 }
    if matches("Some(", at: start) { start += 5 }
    if matches("Optional(", at: start) { start += 9 }
    // b"…", @"…"
    if isQuote(at: start + 1), isIn(.letter, at: start) || self[start] == UInt8(ascii: "@") {
      start += 1
    }
    if matches("&quot;", at: start) {
      return quoted(from: start + 6, by: UInt8(ascii: "&"), slashes: 0)
    }
    var slashes = 0
    while slashes < 8, self[start + slashes] == UInt8(ascii: "\\") { slashes += 1 }
    if isQuote(at: start + slashes) {
      start += slashes
      let quote = self[start]
      start += 1
      if self[start] == quote, self[start + 1] == quote { start += 2 }
      return quoted(from: start, by: quote, slashes: slashes)
    }
    return slashes > 0 ? nil : unquoted(from: start, isTight: isTight, isOption: isOption)
  }

  /// The value up to the quote with as many backslashes as the first one, or to the line's end.
  private func quoted(from start: Int, by quote: UInt8, slashes: Int) -> NamedValue? {
    var end = start
    var before = 0
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D {
      if bytes[end] == UInt8(ascii: "\\") {
        before += 1
      } else {
        let isEnd = bytes[end] == quote || before < slashes && isQuote(at: end)
        if isEnd, slashes > 0 ? before <= slashes : before & 1 == 0 {
          if quote != UInt8(ascii: "&") || matches("&quot;", at: end) { break }
        }
        before = 0
      }
      end += 1
    }
    if slashes > 0 { end -= min(before, end - start) }
    return end > start ? NamedValue(range: start..<end, style: .quoted) : nil
  }

  private func unquoted(from start: Int, isTight: Bool, isOption: Bool) -> NamedValue? {
    var end = start
    loop: while end < bytes.count {
      switch bytes[end] {
      case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "<"):
        break loop
      case UInt8(ascii: "\\"):
        let next = self[end + 1]
        if next == UInt8(ascii: "n") || next == UInt8(ascii: "r") || next == UInt8(ascii: "t")
          || isQuote(at: end + 1)
        {
          break loop
        }
      case UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "|"):
        if endsValue(at: end) { break loop }
      default: break
      }
      end += 1
    }
    let whole = end
    while end > start, ".,;:)]}".utf8.contains(bytes[end - 1]) { end -= 1 }
    guard end > start else { return nil }
    var next = whole
    while isBlank(at: next) { next += 1 }
    let isAlone =
      isEndOfLine(at: next) || self[next] == UInt8(ascii: "-") || self[next] == UInt8(ascii: "\\")
      || self[next] == UInt8(ascii: "|")
      || self[next] == UInt8(ascii: "&") || isQuote(at: next) && whole == end
    return NamedValue(range: start..<end, style: isTight ? .tight : .loose, isAlone: isAlone)
  }

  /// Whether a sign that may be part of a value ends it, because another name or nothing follows.
  private func endsValue(at index: Int) -> Bool {
    var next = index + 1
    if matches("&amp;", at: index) { next = index + 5 }
    guard self[next] > 0x20, !isQuote(at: next) else { return true }
    let start = next
    while next - start < 64, isIn(.dotted, at: next) { next += 1 }
    return next > start && (self[next] == UInt8(ascii: "=") || self[next] == UInt8(ascii: ":"))
      || matches("quot;", at: start)
  }

  func isSecret(_ value: NamedValue, _ name: SecretName, isConstant: Bool) -> Bool {
    let range = value.range
    // A key of PEM is found by its lines.
    guard !matches("-----BEGIN", at: range.lowerBound) else { return false }
    let text = bytes[range].prefix(SecretValue.mostBytes)
    let found = SecretValue(text)
    guard !found.isPlaceholder, !found.isPath, !found.isCode else { return false }
    switch name {
    case .password: return found.isPassword(value, isConstant: isConstant)
    case .word: return found.isMixed && found.isPassword(value, isConstant: false) || found.isRandom
    case .token:
      if found.isRandom { return true }
      return isCut(at: range.upperBound) && found.digits > 0 && found.count >= 6
    case .key: return found.isRandom && !found.isHash && found.count >= 16
    case .basic: return found.isRandom || SecretValue.isBasic(text)
    case .authorization, .cookie, .value: return false
    }
  }
}
