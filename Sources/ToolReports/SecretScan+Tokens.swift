/// Tokens, by their forms.
extension SecretScan {
  /// The first two bytes of all prefixes.
  private static let beginnings = BytePairs(
    SecretForm.byBeginning.keys.map { (UInt8($0 >> 8), UInt8($0 & 0xFF)) })

  /// The token in a long word.
  func token(in word: Range<Int>) -> Range<Int>? {
    if let token = token(before: word) ?? named(word) { return token }
    let beginnings = Self.beginnings
    var start = word.lowerBound
    while let index = beginnings.firstIndex(in: bytes, from: start, to: word.upperBound) {
      let pair = SecretForm.pair(bytes[index], bytes[index + 1])
      for form in SecretForm.byBeginning[pair] ?? [] {
        if let end = end(of: form, at: index) { return index..<end }
      }
      start = index + 1
    }
    return nil
  }

  private func end(of form: SecretForm, at index: Int) -> Int? {
    guard matches(form.prefix, at: index), !form.beginsWord || beginsWord(at: index) else {
      return nil
    }
    let start = index + form.prefix.utf8CodeUnitCount
    // Only tokens are scanned to their end, so that all scans together are linear.
    guard !isPlain(start..<end(of: form.alphabet, from: start, most: 64)) else { return nil }
    // A text that is too long is no token, so the scan ends one byte after the limit.
    var end = self.end(
      of: form.alphabet, from: start, most: form.most == .max ? .max : form.most + 1)
    // The point at the end of a sentence is no part of the token.
    while end > start, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    let isLongEnough = end - start >= form.least || isCut(at: end) && end - start >= 4
    guard isLongEnough, end - start <= form.most else { return nil }
    return end
  }

  private func end(of alphabet: SecretForm.Alphabet, from start: Int, most: Int = .max) -> Int {
    var end = start
    let limit = most < bytes.count - start ? start + most : bytes.count
    while end < limit, isIn(alphabet, at: end) { end += 1 }
    return end
  }

  /// Whether the text after a prefix consists of lower-case words with dashes.
  private func isPlain(_ body: Range<Int>) -> Bool {
    var hasDash = false
    for byte in bytes[body] {
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): hasDash = true
      case UInt8(ascii: "a")...UInt8(ascii: "z"): break
      default: return false
      }
    }
    return hasDash
  }

  // MARK: With other characters

  /// A token that is longer than a word, or that the text before the word identifies.
  private func token(before word: Range<Int>) -> Range<Int>? {
    let start = word.lowerBound
    if matches("eyJ", at: start), let end = endOfJWT(word) { return start..<end }
    switch self[start - 1] {
    case UInt8(ascii: "."): if let token = dotted(word) { return token }
    case UInt8(ascii: ":"): if let token = telegram(word) { return token }
    case UInt8(ascii: "~"): if let token = tilde(word) { return token }
    case UInt8(ascii: "/"): if let token = webhook(word) { return token }
    case UInt8(ascii: " "):
      let isBearer = isWord("earer", before: start - 1)
      guard isBearer || isWord("Basic", before: start - 1) else { break }
      let end = self.end(of: .base64, from: start)
      let text = bytes[start..<end].prefix(SecretValue.mostBytes)
      if isBearer ? SecretValue(text).isRandom : SecretValue.isBasic(text) { return start..<end }
    default: break
    }
    if matches(".", at: word.upperBound) { return parted(word) }
    return nil
  }

  /// A generated value after a name without a sign between them: `password x`, `setToken("x")`,
  /// `password%3Dx`.
  private func named(_ word: Range<Int>) -> Range<Int>? {
    var (start, end) = (word.lowerBound, word.lowerBound)
    if self[start - 1] == UInt8(ascii: "%"), matches("3D", at: start) {
      (start, end) = (start + 2, start - 1)
    } else {
      while word.lowerBound - end < 8,
        isBlank(at: end - 1) || isQuote(at: end - 1) || self[end - 1] == UInt8(ascii: "(")
          || self[end - 1] == UInt8(ascii: "|")
      {
        end -= 1
      }
      if isWord(" is", before: end) { end -= 3 }
    }
    guard end < start, let name = name(endingAt: end), [.password, .word, .token].contains(name)
    else { return nil }
    let value = SecretValue(bytes[start..<word.upperBound].prefix(SecretValue.mostBytes))
    return value.isRandom && !value.isHash && !value.isCode
      ? start..<self.end(of: .base64, from: start) : nil
  }

  private func isWord(_ text: StaticString, before end: Int) -> Bool {
    matches(text, at: end - text.utf8CodeUnitCount)
  }

  /// The end of a JWT of three parts, or of five if it is encrypted. The last part may be empty.
  private func endOfJWT(_ word: Range<Int>) -> Int? {
    guard self[word.upperBound] == UInt8(ascii: ".") else {
      return isCut(at: word.upperBound) ? word.upperBound : nil
    }
    let second = end(of: .dashed, from: word.upperBound + 1)
    if isCut(at: second) { return second }
    guard second - word.upperBound > 8 else { return nil }
    var end = second
    for _ in 0..<3 where self[end] == UInt8(ascii: ".") && isIn(.dashed, at: end + 1) {
      end = self.end(of: .dashed, from: end + 1)
    }
    guard end > second || self[second] == UInt8(ascii: ".") else { return nil }
    return end
  }

  private static let dottedPrefixes: [StaticString] = [
    "hvs", "hvb", "hvr", "ya29", "dt0c01", "dp.pt", "dp.st", "dp.ct", "dp.sa", "dp.scim",
    "dp.audit",
  ]

  /// Tokens with a prefix that ends with a dot.
  private func dotted(_ word: Range<Int>) -> Range<Int>? {
    let dot = word.lowerBound - 1
    let count = word.count
    for prefix in Self.dottedPrefixes where isWord(prefix, before: dot) {
      let first = dot - prefix.utf8CodeUnitCount
      guard count >= 20, beginsWord(at: first) else { return nil }
      return first..<end(of: .dotted, from: word.lowerBound)
    }
    let text = bytes[word].prefix(SecretValue.mostBytes)
    if isWord("s", before: dot), beginsWord(at: dot - 1), count == 24 || isCut(at: word.upperBound),
      SecretValue(text).isRandom, !isIn(.word, at: word.upperBound)
    {
      return dot - 1..<word.upperBound
    }
    if isWord("sl", before: dot), beginsWord(at: dot - 2), count >= 100 {
      return dot - 2..<word.upperBound
    }
    if isWord(".atlasv1", before: dot), count >= 40 {
      var first = dot - 8
      while first > 0, dot - first < 40, isIn(.alphanumeric, at: first - 1) { first -= 1 }
      return first..<word.upperBound
    }
    if isWord("SG", before: dot), beginsWord(at: dot - 2), (20...24).contains(count) {
      let end = self.end(of: .dotted, from: word.lowerBound)
      return end > word.upperBound + 20 ? dot - 2..<end : nil
    }
    return nil
  }

  /// Tokens of several words with dots that no prefix identifies: of Discord's bots and Airtable.
  private func parted(_ word: Range<Int>) -> Range<Int>? {
    let next = word.upperBound + 1
    let second = end(of: .dashed, from: next, most: 80)
    if matches("pat", at: word.lowerBound), word.count == 17, second - next == 64 {
      return word.lowerBound..<second
    }
    guard (24...28).contains(word.count),
      UInt8(ascii: "M")...UInt8(ascii: "O") ~= bytes[word.lowerBound],
      second - next == 6, self[second] == UInt8(ascii: ".")
    else { return nil }
    let end = self.end(of: .dashed, from: second + 1)
    return (27...40).contains(end - second - 1) ? word.lowerBound..<end : nil
  }

  /// `123456789:AA…`
  private func telegram(_ word: Range<Int>) -> Range<Int>? {
    var first = word.lowerBound - 1
    while first > 0, word.lowerBound - first <= 16, isDigit(at: first - 1) { first -= 1 }
    let digits = word.lowerBound - 1 - first
    guard (6...16).contains(digits), bytes[word.lowerBound] == UInt8(ascii: "A"),
      (33...37).contains(word.count) || isCut(at: word.upperBound)
    else { return nil }
    return first..<word.upperBound
  }

  /// Client secrets of Azure, `abc8Q~…`, and tokens of OpenShift, `sha256~…`.
  private func tilde(_ word: Range<Int>) -> Range<Int>? {
    let tilde = word.lowerBound - 1
    if isWord("sha256", before: tilde), word.count >= 40 { return tilde - 6..<word.upperBound }
    guard self[tilde - 1] == UInt8(ascii: "Q"), isDigit(at: tilde - 2), isIn(.word, at: tilde - 3)
    else { return nil }
    var end = word.upperBound
    while isIn(.dotted, at: end) || self[end] == UInt8(ascii: "~") { end += 1 }
    return end - word.lowerBound >= 28 ? max(tilde - 5, 0)..<end : nil
  }

  /// The path of a webhook. Everyone who knows it may write to it.
  private func webhook(_ word: Range<Int>) -> Range<Int>? {
    var host = word.lowerBound - 1
    let limit = max(host - 200, written)
    while host > limit, isIn(.address, at: host - 1) {
      if matches("//", at: host) { break }
      host -= 1
    }
    if matches("//", at: host) { host += 2 }
    var path = host
    while path < word.lowerBound, self[path] != UInt8(ascii: "/") { path += 1 }
    for webhook in Self.webhooks
    where isWord(webhook.host, before: path) && matches(webhook.path, at: path) {
      let start = path + webhook.path.utf8CodeUnitCount
      guard start <= word.lowerBound else { continue }
      return start..<end(of: .address, from: word.upperBound)
    }
    return nil
  }

  private static let webhooks: [(host: StaticString, path: StaticString)] = [
    ("hooks.slack.com", "/services/"), ("hooks.slack.com", "/workflows/"),
    ("hooks.slack.com", "/triggers/"),
    ("webhook.office.com", "/webhookb2/"), ("outlook.office.com", "/webhook/"),
    ("outlook.office365.com", "/webhook/"), ("discord.com", "/api/"), ("discordapp.com", "/api/"),
    ("hooks.zapier.com", "/hooks/"), ("api.telegram.org", "/bot"),
  ]
}
