/// The kind of a value, by its name.
enum SecretName {
  /// A password: hidden unless it is a placeholder or a word of a sentence.
  case password
  /// `pass` or `secret` alone, a common word: hidden if it is generated or mixes characters.
  case word
  /// A token or a key: hidden if it looks generated.
  case token
  /// Another key, perhaps of a cache or a table: hidden if it looks generated and is no hash.
  case key
  /// User and password in Base64; otherwise like a token.
  case basic
  case authorization
  case cookie
  /// `value`, preceded by the actual name: `{"name": "PASSWORD", "value": "…"}`.
  case value
}

extension SecretScan {
  /// The secret after `=` or `:`.
  func named(bySignAt index: Int) -> Range<Int>? {
    guard let end = endOfName(before: index) else { return nil }
    return name(endingAt: end).flatMap { secret(named: $0, nameEnd: end, signAt: index) }
  }

  private func secret(named name: SecretName, nameEnd: Int, signAt index: Int) -> Range<Int>? {
    switch name {
    case .authorization: return authorization(from: index + 1)
    case .cookie: return cookie(from: index + 1)
    case .value:
      guard let outer = outerName(before: nameEnd - 5) else { return nil }
      return secret(named: outer, nameEnd: index, signAt: index)
    case .password, .word, .token, .key, .basic:
      guard let value = value(behindSignAt: index) else { return nil }
      let isConstant = isCapital(before: nameEnd)
      return isSecret(value, name, isConstant: isConstant) ? value.range : nil
    }
  }

  /// The secret of an option before a blank: `--password x`, `-Token x`, `-u name:x`.
  func optionValue(at index: Int) -> Range<Int>? {
    guard index == 0 || self[index] == UInt8(ascii: " ") || !isIn(.dashed, at: index - 1) else {
      return nil
    }
    var start = index + (self[index] == UInt8(ascii: " ") ? 2 : 1)
    let isLong = self[start] == UInt8(ascii: "-")
    if isLong {
      // The dash before it is examined separately.
      guard self[index] != UInt8(ascii: " ") else { return nil }
    }
    if self[index] == UInt8(ascii: "-") { start += 1 }
    var end = start
    while end - start < 48, isIn(.dashed, at: end) { end += 1 }
    guard end > start else { return nil }
    if let user = userOption(start..<end) { return user }
    guard isBlank(at: end), end - start > 3, let name = name(endingAt: end) else { return nil }
    switch name {
    case .password, .word, .token, .key, .basic:
      guard let value = value(from: end, isTight: false, isOption: true) else { return nil }
      return isSecret(value, name, isConstant: false) ? value.range : nil
    case .authorization, .cookie, .value: return nil
    }
  }

  /// `-u name:password` of curl, `-p password` and `-a password` of programs that log in.
  private func userOption(_ option: Range<Int>) -> Range<Int>? {
    let first = bytes[option.lowerBound]
    if first == UInt8(ascii: "p") || first == UInt8(ascii: "a") && option.count == 1,
      self[option.lowerBound - 2] != UInt8(ascii: "-")
    {
      let isApart = option.count == 1 && isBlank(at: option.upperBound)
      let programs: [StaticString] =
        first == UInt8(ascii: "a")
        ? ["redis-cli"] : isApart ? ["sshpass", "login "] : ["mysql", "mariadb", "sshpass"]
      guard isSaid(programs, before: option.lowerBound) else { return nil }
      guard let value = value(from: option.lowerBound + 1, isTight: true, isOption: true) else {
        return nil
      }
      return isSecret(value, .password, isConstant: true) ? value.range : nil
    }
    let isUser =
      first == UInt8(ascii: "u") && (option.count == 1 || !matches("user", at: option.lowerBound))
    guard
      isUser && self[option.lowerBound - 2] != UInt8(ascii: "-")
        || matches("user", at: option.lowerBound) && option.count == 4
        || matches("proxy-user", at: option.lowerBound),
      isSaid(["curl", "wget"], before: option.lowerBound)
    else { return nil }
    var start = isUser ? option.lowerBound + 1 : option.upperBound
    while isBlank(at: start) || self[start] == UInt8(ascii: "=") || isQuote(at: start) {
      start += 1
    }
    var colon = start
    while colon - start < 128, self[colon] > 0x20, self[colon] != UInt8(ascii: ":"),
      !isQuote(at: colon)
    { colon += 1 }
    guard self[colon] == UInt8(ascii: ":") else { return nil }
    var end = colon + 1
    while end < bytes.count, bytes[end] > 0x20, !isQuote(at: end), bytes[end] != UInt8(ascii: "\\")
    { end += 1 }
    let text = bytes[(colon + 1)..<end].prefix(SecretValue.mostBytes)
    guard !text.isEmpty, !SecretValue(text).isPlaceholder else { return nil }
    return start..<end
  }

  /// Whether a word occurs shortly before an index.
  private func isSaid(_ words: [StaticString], before end: Int) -> Bool {
    (max(end - 256, 0)..<end).contains { index in words.contains { matches($0, at: index) } }
  }

  /// The secret in an element: `<password>x</password>`, `<key>Password</key><string>x</string>`.
  func element(endingAt index: Int) -> Range<Int>? {
    if matches("</key", at: index - 5) { return property(named: index - 5, from: index + 1) }
    guard let name = name(endingAt: index), name != .value else { return nil }
    var start = index
    while index - start < 64, isIn(.dotted, at: start - 1) || self[start - 1] == UInt8(ascii: ":") {
      start -= 1
    }
    guard self[start - 1] == UInt8(ascii: "<") else { return nil }
    var end = index + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "<"), !isEndOfLine(at: end) { end += 1 }
    guard self[end] == UInt8(ascii: "<") || isCut(at: end - 3) else { return nil }
    let value = NamedValue(range: (index + 1)..<end, style: .quoted)
    return isSecret(value, name, isConstant: false) ? value.range : nil
  }

  /// The value in a property list after the name that ends at an index.
  private func property(named nameEnd: Int, from index: Int) -> Range<Int>? {
    var start = index
    while start - index < 64, start < bytes.count, bytes[start] <= 0x20 { start += 1 }
    guard matches("<string>", at: start), let name = name(endingAt: nameEnd) else { return nil }
    start += 8
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "<"), !isEndOfLine(at: end) { end += 1 }
    guard self[end] == UInt8(ascii: "<") || isCut(at: end - 3) else { return nil }
    let value = NamedValue(range: start..<end, style: .quoted)
    return isSecret(value, name, isConstant: false) ? value.range : nil
  }

  // MARK: Names

  /// The end of the name before a sign, without blanks, a bracket, quotes and their backslashes.
  private func endOfName(before index: Int) -> Int? {
    var end = index
    if self[index] == UInt8(ascii: "=") {
      switch self[end - 1] {
      // Only the first of several signs counts.
      case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"): return nil
      case UInt8(ascii: ":"), UInt8(ascii: "?"), UInt8(ascii: "+"), UInt8(ascii: "!"): end -= 1
      default: break
      }
    }
    let limit = max(end - 24, 0)
    while end > limit, isBlank(at: end - 1) { end -= 1 }
    if self[end - 1] == UInt8(ascii: "]") { end -= 1 }
    if isQuote(at: end - 1) {
      end -= 1
    } else if matches("&quot;", at: end - 6) {
      end -= 6
    }
    while end > limit, self[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    return isIn(.word, at: end - 1) ? end : nil
  }

  /// The name in `"name": "PASSWORD", "value":` and `key="password" value=`.
  private func outerName(before start: Int) -> SecretName? {
    var end = start
    let limit = max(start - 32, 0)
    while end > limit, !isIn(.dashed, at: end - 1) {
      guard
        self[end - 1] <= 0x20 || isQuote(at: end - 1) || self[end - 1] == UInt8(ascii: ",")
          || self[end - 1] == UInt8(ascii: "\\")
      else { return nil }
      end -= 1
    }
    let name = name(endingAt: end)
    return name == .value ? nil : name
  }

  /// Whether the name that ends at an index has no lower-case letters.
  func isCapital(before end: Int) -> Bool {
    var start = end
    while end - start < 64, isIn(.word, at: start - 1) { start -= 1 }
    return !bytes[start..<end].contains { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
  }

  /// The beginning of a name that ends at an index; nil if other letters are there. `_` matches
  /// `_`, `-`, a blank and nothing.
  func beginning(of name: StaticString, endingAt end: Int) -> Int? {
    var index = end
    var offset = name.utf8CodeUnitCount
    while offset > 0 {
      offset -= 1
      let letter = name.utf8Start[offset]
      if letter == UInt8(ascii: "_") {
        let byte = self[index - 1]
        if byte == letter || byte == UInt8(ascii: "-") || byte == 0x20 { index -= 1 }
      } else {
        guard self[index - 1] | 0x20 == letter else { return nil }
        index -= 1
      }
    }
    return index
  }

  /// Whether a part of a name begins at an index: `DB_`, `db-`, `dbPass`.
  private func beginsPart(at index: Int) -> Bool {
    guard isIn(.alphanumeric, at: index - 1) else { return true }
    return bytes[index] & 0x20 == 0 && self[index - 1] & 0x20 != 0
  }

  /// Whether another part of the name precedes an index.
  private func isCompound(at index: Int) -> Bool { isIn(.dashed, at: index - 1) }

  /// The last two letters of all names.
  static let endings = BytePairs(
    [
      "rd", "wd", "id", "se", "de", "ie", "re", "ue", "th", "on", "en", "et", "wt", "at", "ss",
      "ls", "ds", "pw", "ig", "al", "er", "ey",
    ]
    .map { (Array($0.utf8)[0], Array($0.utf8)[1]) })

  /// The kind of the name that ends at an index, by its last letters.
  func name(endingAt end: Int) -> SecretName? {
    let (first, second) = (self[end - 2] | 0x20, self[end - 1] | 0x20)
    guard Self.endings.contains(first, second) else { return nil }
    return self.name(withUsualLettersEndingAt: end)
  }

  private func name(withUsualLettersEndingAt end: Int) -> SecretName? {
    func has(_ name: StaticString) -> Bool { beginning(of: name, endingAt: end) != nil }
    func part(_ name: StaticString) -> Int? {
      beginning(of: name, endingAt: end).flatMap { beginsPart(at: $0) ? $0 : nil }
    }
    switch self[end - 1] | 0x20 {
    case UInt8(ascii: "d"):
      if has("password") || has("passwd") { return .password }
      if let start = beginning(of: "pwd", endingAt: end) {
        let isFolder =
          isCapital(before: end) && (!isCompound(at: start) || matches("OLD", at: start - 3))
        return isFolder ? nil : .password
      }
      if has("passcode") || has("session_id") || has("sessid") || has("sess_id")
        || part("sid") != nil
      {
        return .token
      }
    case UInt8(ascii: "e"):
      if has("passphrase") || has("passcode") { return .password }
      if has("cookie") { return .cookie }
      if has("signature") { return .token }
      if part("value") != nil { return .value }
      // The code of OAuth. Other codes are in no query, or are short.
      if let start = part("code"),
        self[start - 1] == UInt8(ascii: "?") || self[start - 1] == UInt8(ascii: "&")
      {
        return .token
      }
    case UInt8(ascii: "h"):
      if part("authorization") != nil { return .authorization }
      if part("auth") != nil { return .basic }
    case UInt8(ascii: "n"):
      if has("authorization") { return .authorization }
      if has("token") { return .token }
    case UInt8(ascii: "t"):
      if let start = beginning(of: "secret", endingAt: end) {
        return isCompound(at: start) ? .password : .word
      }
      if part("jwt") != nil || part("pat") != nil { return .token }
    case UInt8(ascii: "s"):
      if let start = part("pass") { return isCompound(at: start) ? .password : .word }
      if has("credentials") || part("creds") != nil { return .token }
    case UInt8(ascii: "w"):
      if let start = part("pw") { return isCompound(at: start) ? .password : .word }
    case UInt8(ascii: "g"):
      if part("sig") != nil { return .token }
    case UInt8(ascii: "l"):
      if has("credential") { return .token }
    case UInt8(ascii: "r"):
      if part("bearer") != nil { return .token }
    case UInt8(ascii: "y"):
      guard let start = beginning(of: "key", endingAt: end) else { return nil }
      if has("secret_key") || has("secret_access_key") || has("private_key") { return .password }
      if has("public_key") || has("cache_key") { return nil }
      for name: StaticString in Self.keys where has(name) { return .token }
      if isCompound(at: start), beginsPart(at: start) || isCapital(before: end) { return .key }
    default: break
    }
    return nil
  }

  private static let keys: [StaticString] = [
    "api_key", "access_key", "account_key", "encryption_key", "signing_key", "master_key",
    "auth_key",
    "subscription_key", "storage_key", "functions_key", "function_key", "app_key",
    "application_key",
    "license_key", "consumer_key", "admin_key", "root_key", "deploy_key", "client_key",
    "service_key",
  ]
}
