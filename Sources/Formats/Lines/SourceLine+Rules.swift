internal import Text
internal import ToolReports

extension SourceLine {
  /// Moves the code before the text, or the rule after it, from the message to `rule`.
  mutating func readRule() {
    if level == nil {
      readCode()
    } else if rule == nil, Self.beginsWithCode(message[...]),
      let code = Self.code(atStartOf: message[...])
    {
      // `warning : CA2210 : TEXT`
      var rest = message[code.endIndex...]
      if Self.skip(" : ", in: &rest) || Self.skip(": ", in: &rest) {
        (rule, message) = (String(code), String(rest))
      }
    }
    if let (name, text) = Self.leadingRule(message) {
      // `[*]` marks a finding that the tool can fix.
      if name != "*" { rule = rule ?? String(name) }
      message = text
    }
    if level == nil, message.utf8.starts(with: "undefined reference to".utf8) { urgency = .error }
    guard let (name, text) = Self.trailingRule(message) else { return }
    if rule != nil {
      guard ruleName == nil, name.contains("-") else { return }
      ruleName = String(name)
    } else if let slash = name.firstIndex(of: "/"), level == nil,
      let (word, severity) = Self.severity(atStartOf: name.lowercased()),
      word.count == name[..<slash].count
    {
      // `[Error/semi]`
      (level, urgency) = (word, severity)
      rule = String(name[slash...].dropFirst())
    } else {
      // `bugprone-x,-warnings-as-errors`
      let end = name.firstRange(of: ",-")?.lowerBound ?? name.endIndex
      rule = String(name[..<end])
    }
    message = text
  }

  /// `E501 `, `C0114: `, `[E0602(undefined-variable), f] `, `MD013/line-length `,
  /// `SC2086 (info): `, `DL3008 warning: `
  private mutating func readCode() {
    var rest = message[...]
    // `(E011) ` of Luacheck
    let isRound = Self.skip("(", in: &rest)
    let isBracketed = !isRound && Self.skip("[", in: &rest)
    guard let code = Self.code(atStartOf: rest) else { return }
    rest = rest[code.endIndex...]
    if isRound { guard Self.skip(")", in: &rest) else { return } }
    var name: Substring?
    if isBracketed {
      guard let close = rest.utf8.prefix(200).firstIndex(of: UInt8(ascii: "]")) else { return }
      let inside = rest[..<close]
      if inside.utf8.first == UInt8(ascii: "("),
        let end = inside.utf8.firstIndex(of: UInt8(ascii: ")"))
      {
        name = inside[..<end].dropFirst()
      } else if !inside.isEmpty, inside.utf8.first != UInt8(ascii: ",") {
        return
      }
      rest = rest[close...].dropFirst()
    } else if Self.skip("/", in: &rest) {
      name = rest.prefix { $0 != " " }
      rest = rest[(name ?? "").endIndex...]
    } else {
      _ = Self.skip(":", in: &rest)
    }
    guard rest.utf8.first == 0x20 else { return }
    rest = PlainText.trimmedLine(rest)
    switch code.utf8.first {
    case UInt8(ascii: "E"), UInt8(ascii: "F"): urgency = .error
    default: urgency = .warning
    }
    level = String(code.prefix(1)).lowercased()
    readSeverity(behindCode: &rest)
    rule = String(code)
    ruleName = name.map(String.init)
    message = String(rest)
  }

  /// Reads `warning: ` or `(info): ` after a code.
  private mutating func readSeverity(behindCode text: inout Substring) {
    var rest = text
    let isBracketed = Self.skip("(", in: &rest)
    guard let (word, severity) = Self.severity(atStartOf: rest.prefix(16).lowercased()) else {
      return
    }
    rest = rest.dropFirst(word.count)
    guard !isBracketed || Self.skip(")", in: &rest), Self.skip(":", in: &rest) else { return }
    (level, urgency) = (word, severity)
    text = PlainText.trimmedLine(rest)
  }

  /// The code at the beginning of a text.
  private static func code(atStartOf text: Substring) -> Substring? {
    let code = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return isCode(code) ? code : nil
  }

  /// Whether a text begins with a code and a character that may follow a code.
  static func beginsWithCode(_ text: Substring) -> Bool {
    guard let code = code(atStartOf: text) else { return false }
    let next = text[code.endIndex...].utf8.first
    return next == 0x20 || next == UInt8(ascii: "/") || next == UInt8(ascii: ":")
  }

  /// `E501`, `SA1019`, `C0114`
  static func isCode(_ text: Substring) -> Bool {
    let bytes = Array(text.utf8.prefix(12))
    let letters = bytes.prefix { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }.count
    let digits = bytes.count - letters
    return bytes.count == text.utf8.count && 1...4 ~= letters && 2...6 ~= digits
      && bytes.dropFirst(letters).allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  /// The word in brackets or parentheses at the end, and the text before it.
  private static func trailingRule(_ message: String) -> (Substring, String)? {
    let opening: UInt8
    switch message.utf8.last {
    case UInt8(ascii: "]"): opening = UInt8(ascii: "[")
    case UInt8(ascii: ")"): opening = UInt8(ascii: "(")
    default: return nil
    }
    let tail = message.utf8.suffix(100)
    guard let open = tail.lastIndex(of: opening), open > message.startIndex,
      message.utf8[message.utf8.index(before: open)] == 0x20
    else { return nil }
    let name = message[open...].dropFirst().dropLast()
    let text = PlainText.trimmedLine(message[..<open])
    return text.isEmpty || !isRule(name) ? nil : (name, String(text))
  }

  /// `[deprecation]` in front of the text.
  private static func leadingRule(_ message: String) -> (Substring, String)? {
    guard message.utf8.first == UInt8(ascii: "["),
      let close = message.utf8.prefix(100).firstIndex(of: UInt8(ascii: "]"))
    else { return nil }
    let name = message[..<close].dropFirst()
    let text = message[close...].dropFirst()
    guard text.utf8.first == 0x20, name == "*" || isRule(name) else { return nil }
    return (name, String(PlainText.trimmedLine(text)))
  }

  static func isRule(_ name: Substring) -> Bool {
    let isWord = name.utf8.allSatisfy { byte in
      isLetter(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || "-_./=+,:@#".utf8.contains(byte)
    }
    return isWord && name.utf8.contains(where: isLetter)
  }
}
