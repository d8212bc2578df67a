/// A line in which a compiler or a linter names a place: `PATH:LINE[:COLUMN]: [SEVERITY[ CODE]:] TEXT`,
/// or an error without a place: `ld: error: TEXT`. Read in linear time.
struct SourceLine {
  /// The word or letter that says how severe it is, in lower case; nil for none.
  var level: String?
  var urgency = SourceLine.usualUrgency
  var file: String?
  var line: Int?
  var column: Int?
  var message = ""
  /// The id of the rule, and the name that stands beside it.
  var rule: String?
  var ruleName: String?

  static let usualUrgency = Severity.warning

  enum Severity {
    case error, warning, information
  }

  /// Whether the line only adds to the finding before it.
  var isNote: Bool { level == "note" || level == "help" }

  private static let longestPath = 4_096
  private static let severities: [(severity: Severity, words: [String])] = [
    (.error, ["error", "fatal error", "fatal"]), (.warning, ["warning"]),
    (
      .information,
      [
        "note", "info", "help", "hint", "remark", "convention", "refactor", "style", "suggestion",
      ]
    ),
  ]
  private static let knownNames: Set<String> = [
    "makefile", "gnumakefile", "dockerfile", "containerfile", "jenkinsfile", "rakefile", "gemfile",
    "vagrantfile", "procfile", "justfile", "podfile", "build", "workspace",
  ]

  /// nil if the line is no finding.
  init?(_ text: Substring) {
    guard let first = text.utf8.first, first > 0x20, first != UInt8(ascii: "|") else { return nil }
    if !takePlace(text), !takeTool(text) { return nil }
    message = String(TAPLine.trimmed(message[...]))
    guard !message.isEmpty else { return nil }
    takeRule()
  }

  // MARK: Places

  private mutating func takePlace(_ text: Substring) -> Bool {
    let bytes = text.utf8
    var start = bytes.startIndex
    if Self.beginsWithDrive(text) { start = bytes.index(start, offsetBy: 2) }
    guard let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) else { return false }
    let path = text[..<colon]
    var rest = text[bytes.index(after: colon)...]
    guard path.utf8.count <= Self.longestPath, Self.isPath(path),
      let line = Self.number(&rest)
    else { return false }
    (self.line, file) = (line, String(path))
    if Self.skip(":", in: &rest) {
      column = Self.number(&rest)
      // The end of the range, or ranges in braces.
      if Self.skip("-", in: &rest) {
        _ = Self.number(&rest)
        if Self.skip(":", in: &rest) { _ = Self.number(&rest) }
      }
      while Self.skip(":{", in: &rest) || Self.skip("{", in: &rest) {
        guard let close = rest.utf8.firstIndex(of: UInt8(ascii: "}")) else { return false }
        rest = rest[close...].dropFirst()
      }
      if column != nil, !Self.skip(":", in: &rest) { return false }
    } else {
      return false
    }
    while Self.skip(":", in: &rest) {}
    rest = TAPLine.trimmed(rest)
    let hasSeverity = takeSeverity(&rest)
    message = String(rest)
    return hasSeverity || !path.utf8.contains(where: TAPLine.isBlank)
  }

  private static func beginsWithDrive(_ text: Substring) -> Bool {
    let start = Array(text.utf8.prefix(3))
    guard start.count == 3, start[1] == UInt8(ascii: ":") else { return false }
    return isLetter(start[0]) && (start[2] == UInt8(ascii: "\\") || start[2] == UInt8(ascii: "/"))
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private static func isPath(_ path: Substring) -> Bool {
    var hasLetter = false
    var hasMark = false
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "\\"): hasMark = true
      case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "*"), UInt8(ascii: "|"): return false
      default: hasLetter = hasLetter || isLetter(byte) || byte >= 0x80
      }
    }
    guard hasLetter else { return false }
    return hasMark || knownNames.contains(path.lowercased())
  }

  private static func skip(_ mark: StaticString, in text: inout Substring) -> Bool {
    guard mark.withUTF8Buffer({ text.utf8.starts(with: $0) }) else { return false }
    text = Substring(text.utf8.dropFirst(mark.utf8CodeUnitCount))
    return true
  }

  /// Takes a number of at most nine digits.
  private static func number(_ text: inout Substring) -> Int? {
    let digits = text.utf8.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard 1...9 ~= digits.count, let number = Int(String(Substring(digits))) else { return nil }
    text = text[digits.endIndex...]
    return number
  }

  // MARK: Severities

  /// Takes `error:`, `[error]`, `error[E0432]:`, `warning C4706:`.
  private mutating func takeSeverity(_ text: inout Substring) -> Bool {
    var rest = text
    let isBracketed = Self.skip("[", in: &rest)
    let start = rest.prefix(16).lowercased()
    guard let (word, severity) = Self.severity(atStartOf: start) else { return false }
    rest = rest.dropFirst(word.count)
    if isBracketed {
      guard Self.skip("]", in: &rest) else { return false }
    } else if !Self.skip(":", in: &rest) {
      let isOpen = Self.skip("[", in: &rest)
      guard isOpen || Self.skip(" ", in: &rest) else { return false }
      let code = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_/.:".contains($0)) }
      let id = code.last == ":" ? code.dropLast() : code
      rest = rest[id.endIndex...]
      if isOpen { guard Self.skip("]", in: &rest) else { return false } }
      guard (1...64).contains(id.utf8.count), isOpen || id.contains(where: \.isNumber),
        Self.skip(":", in: &rest)
      else { return false }
      rule = String(id)
    }
    (level, urgency) = (word, severity)
    text = TAPLine.trimmed(rest)
    return true
  }

  /// The severity of the word that a text in lower case begins with.
  private static func severity(atStartOf text: String) -> (word: String, Severity)? {
    for (severity, words) in severities {
      if let word = words.first(where: { text.utf8.starts(with: $0.utf8) }) {
        return (word, severity)
      }
    }
    return nil
  }

  /// `error: TEXT`, or with the name of a tool in front of it.
  private mutating func takeTool(_ text: Substring) -> Bool {
    (file, line, column) = (nil, nil, nil)
    var rest = text
    if !takeSeverity(&rest) {
      guard let colon = text.utf8.prefix(64).firstIndex(of: UInt8(ascii: ":")) else { return false }
      let name = text[..<colon]
      let isName = name.utf8.allSatisfy {
        $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "\"")
      }
      rest = text[colon...].dropFirst()
      guard isName, !name.isEmpty, Self.skip(" ", in: &rest), takeSeverity(&rest) else {
        return false
      }
    } else if text.utf8.first == UInt8(ascii: "[") {
      // A logger's own mark, as in `[ERROR] BUILD FAILURE`.
      return false
    }
    message = String(rest)
    return true
  }

  // MARK: Rules

  /// Takes the code in front of the text or the rule behind it.
  private mutating func takeRule() {
    if level == nil, let space = message.utf8.firstIndex(of: 0x20) {
      var code = message[..<space]
      if code.last == ":" { code.removeLast() }
      if Self.isCode(code) {
        rule = String(code)
        message = String(TAPLine.trimmed(message[space...]))
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
      rule = String(name)
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
    let text = TAPLine.trimmed(message[..<open])
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
    return (name, String(TAPLine.trimmed(text)))
  }

  private static func isRule(_ name: Substring) -> Bool {
    let isWord = name.utf8.allSatisfy { byte in
      isLetter(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || "-_./=+,:@#".utf8.contains(byte)
    }
    return isWord && name.utf8.contains(where: isLetter)
  }
}
