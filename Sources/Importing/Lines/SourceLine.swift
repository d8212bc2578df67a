internal import Model

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
    var text = text
    // `go vet` says its own name before the place of what can't be compiled.
    _ = Self.skip("vet: ", in: &text)
    if !takePlace(text), !takeTool(text) { return nil }
    message = String(PlainText.trimmedLine(message[...]))
    guard !message.isEmpty else { return nil }
    takeRule()
  }

  // MARK: Places

  /// `PATH(LINE[,COLUMN]): ` of TypeScript and Visual Studio.
  private mutating func takePlaceInParentheses(_ text: Substring) -> Bool {
    let head = text.utf8.prefix(Self.longestPath)
    guard let open = head.firstIndex(of: UInt8(ascii: "(")) else { return false }
    let path = text[..<open]
    var rest = text[open...].dropFirst()
    guard Self.isPath(path), let line = Self.number(&rest) else { return false }
    let column = Self.skip(",", in: &rest) ? Self.number(&rest) : nil
    guard Self.skip("):", in: &rest) || Self.skip(") :", in: &rest) else { return false }
    (file, self.line, self.column) = (String(path), line, column)
    rest = PlainText.trimmedLine(rest)
    let hasSeverity = takeSeverity(&rest)
    message = String(rest)
    return hasSeverity || !path.utf8.contains(where: PlainText.isSpaceOrTab)
  }

  private mutating func takePlace(_ text: Substring) -> Bool {
    if takePlaceInParentheses(text) { return true }
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
    rest = PlainText.trimmedLine(rest)
    let hasSeverity = takeSeverity(&rest)
    message = String(rest)
    return hasSeverity || !path.utf8.contains(where: PlainText.isSpaceOrTab)
  }

  private static func beginsWithDrive(_ text: Substring) -> Bool {
    let start = Array(text.utf8.prefix(3))
    guard start.count == 3, start[1] == UInt8(ascii: ":") else { return false }
    return isLetter(start[0]) && (start[2] == UInt8(ascii: "\\") || start[2] == UInt8(ascii: "/"))
  }

  static func isLetter(_ byte: UInt8) -> Bool {
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
    text = PlainText.trimmedLine(rest)
    return true
  }

  /// The severity of the word that a text in lower case begins with.
  static func severity(atStartOf text: String) -> (word: String, Severity)? {
    for (severity, words) in severities {
      if let word = words.first(where: { text.utf8.starts(with: $0.utf8) }) {
        return (word, severity)
      }
    }
    return nil
  }

  /// The severity that a word in lower case stands for.
  static func severity(of word: String) -> Severity? {
    severities.first { $0.words.contains(word) }?.severity
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
}

extension SourceLine.Severity {
  var urgency: Urgency {
    switch self {
    case .error: .error
    case .warning: .warning
    case .information: .information
    }
  }
}
