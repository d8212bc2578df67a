internal import Basics

extension SourceLine {
  /// Takes the code in front of the text or the rule behind it.
  mutating func takeRule() {
    if level == nil, let space = message.utf8.firstIndex(of: 0x20) {
      var code = message[..<space]
      if code.last == ":" { code.removeLast() }
      if Self.isCode(code) {
        rule = String(code)
        message = String(PlainText.trimmedLine(message[space...]))
        switch code.utf8.first {
        case UInt8(ascii: "E"), UInt8(ascii: "F"): urgency = .error
        default: urgency = .warning
        }
        level = String(code.prefix(1)).lowercased()
      }
    }
    if let (name, text) = Self.leadingRule(message) {
      // `[*]` says that the tool can fix it.
      if name != "*" { rule = rule ?? String(name) }
      message = text
    }
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

  private static func isRule(_ name: Substring) -> Bool {
    let isWord = name.utf8.allSatisfy { byte in
      isLetter(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || "-_./=+,:@#".utf8.contains(byte)
    }
    return isWord && name.utf8.contains(where: isLetter)
  }
}
