/// Addresses and headers.
extension SecretScan {
  // MARK: Addresses

  /// The credentials between `://` and `@`: `user:password`, or a token.
  func credentials(at colon: Int) -> Range<Int>? {
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
    // An address that was cut within a password, and not after the number of a port.
    if at == nil, let separator, separator + 1 < index, isCut(at: index - 3),
      !isDigit(at: separator + 1)
    {
      return start..<(index - 3)
    }
    guard let at, at > start, !isCoordinate(before: colon) else { return nil }
    if let separator, separator < at {
      let password = bytes[(separator + 1)..<at].prefix(SecretValue.mostBytes)
      let isShown =
        password.isEmpty || password.first == UInt8(ascii: "$")
        || password.first == UInt8(ascii: "{") || password.first == UInt8(ascii: "*")
        || password.first == 0xE2
      return isShown ? token(start..<separator) : start..<at
    }
    return token(start..<at)
  }

  private func token(_ range: Range<Int>) -> Range<Int>? {
    let value = SecretValue(bytes[range].prefix(SecretValue.mostBytes))
    return value.count >= 12 && value.isRandom ? range : nil
  }

  /// Whether a scheme belongs to packages. Their `:` and `@` precede a version or a kind.
  private func isCoordinate(before colon: Int) -> Bool {
    let schemes: [StaticString] = [
      "maven", "mvn", "ivy", "gradle", "gav", "npm", "pkg", "docker", "oci", "image", "jar",
    ]
    return schemes.contains {
      matches($0, at: colon - $0.utf8CodeUnitCount)
        && !isIn(.word, at: colon - $0.utf8CodeUnitCount - 1)
    }
  }

  // MARK: Headers

  /// The value of `Authorization`, up to the end of the line or of the string around it.
  func authorization(from start: Int) -> Range<Int>? {
    guard let range = headerValue(from: start) else { return nil }
    let words = bytes[range].prefix(SecretValue.mostBytes).split(maxSplits: 2) {
      $0 == 0x20 || $0 == 0x09
    }
    guard let first = words.first else { return nil }
    var rest = words.dropFirst()
    if !Self.isScheme(first) {
      let value = SecretValue(first)
      if value.isPlaceholder || value.isCode { return nil }
      // Words of a sentence.
      if !rest.isEmpty, value.digits == 0, !first.contains(UInt8(ascii: "=")), first.count < 16 {
        return nil
      }
      rest = words[...]
    } else if rest.isEmpty {
      return nil
    }
    for word in rest.prefix(2) {
      let trimmed = word.prefix {
        $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ";")
      }
      // A server's request for credentials.
      if SecretValue(trimmed).isPlaceholder || trimmed.starts(with: "realm=".utf8) { return nil }
    }
    return range
  }

  private static func isScheme(_ word: ArraySlice<UInt8>) -> Bool {
    let schemes: Set<String> = [
      "basic", "bearer", "token", "digest", "negotiate", "ntlm", "apikey", "aws", "oauth", "hmac",
      "key",
      "sharedkey", "sharedaccesssignature", "bot", "splunk", "genericapikey", "jwt", "pin", "hawk",
    ]
    return word.count <= 24 && schemes.contains(String(decoding: word, as: UTF8.self).lowercased())
  }

  /// The value of `Cookie` and `Set-Cookie`.
  func cookie(from start: Int) -> Range<Int>? {
    guard let range = headerValue(from: start) else { return nil }
    let pair = bytes[range].prefix(128).prefix { $0 != UInt8(ascii: ";") && $0 > 0x20 }
    guard let sign = pair.firstIndex(of: UInt8(ascii: "=")), sign > pair.startIndex else {
      return nil
    }
    let value = pair[(sign + 1)...]
    guard value.count >= 4, !SecretValue(value).isPlaceholder else { return nil }
    return range
  }

  private func headerValue(from index: Int) -> Range<Int>? {
    var start = index
    while start < bytes.count,
      isBlank(at: start) || bytes[start] == UInt8(ascii: "\\") || isQuote(at: start)
        || bytes[start] == UInt8(ascii: "=") || bytes[start] == UInt8(ascii: ">")
        || bytes[start] == UInt8(ascii: "[")
    {
      start += 1
    }
    var end = start
    while end < bytes.count, !isEndOfLine(at: end), bytes[end] != UInt8(ascii: "\\"),
      !isQuote(at: end)
    { end += 1 }
    while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    return end > start ? start..<end : nil
  }
}
