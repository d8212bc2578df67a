internal import ToolReports

/// Reads severities in the spellings of tools.
extension SourceLine {
  private static let severities: [(severity: Severity, words: [String])] = [
    (.error, ["error", "fatal error", "fatal", "critical", "severe error", "panic"]),
    (.warning, ["warning", "warn"]),
    (
      .information,
      [
        "note", "info", "help", "hint", "remark", "convention", "refactor", "style", "suggestion",
        "extension", "obsolescent", "questionable",
      ]
    ),
  ]

  /// The word for a severity at the beginning of a text in lower case.
  static func severity(atStartOf text: String) -> (word: String, Severity)? {
    for (severity, words) in severities {
      if let word = words.first(where: { text.utf8.starts(with: $0.utf8) }) {
        return (word, severity)
      }
    }
    return nil
  }

  /// The severity of a word in lower case.
  static func severity(of word: String) -> Severity? {
    severities.first { $0.words.contains(word) }?.severity
  }

  /// Reads `error:`, `error :`, `[error]`, `error[E0432]:`, `warning C4706:`, and after a location
  /// also `Error -`, `- error:`, `error MD013` and `error[rule] `.
  mutating func readSeverity(_ text: inout Substring, atPlace: Bool = false) -> Bool {
    var rest = text
    if atPlace { _ = Self.skip("- ", in: &rest) }
    let isBracketed = Self.skip("[", in: &rest)
    let start = rest.prefix(16).lowercased()
    guard let (word, severity) = Self.severity(atStartOf: start) else { return false }
    rest = rest.dropFirst(word.count)
    var code: Substring?
    if isBracketed {
      guard Self.skip("]", in: &rest) else { return false }
      _ = Self.skip(":", in: &rest)
    } else if !Self.skipColon(in: &rest),
      !(atPlace && Self.skip(" -", in: &rest))
    {
      guard let found = Self.code(&rest, atPlace) else { return false }
      code = found
    }
    if let code { rule = String(code) }
    (level, urgency) = (word, severity)
    text = PlainText.trimmedLine(rest)
    return true
  }

  /// Skips a colon, optionally after blanks.
  private static func skipColon(in text: inout Substring) -> Bool {
    let rest = text.drop { $0 == " " }
    guard rest.utf8.first == UInt8(ascii: ":") else { return false }
    text = rest.dropFirst()
    return true
  }

  /// Reads the code after a severity: ` C4706:`, `[E0432]:`, `, badargtype:`.
  private static func code(_ text: inout Substring, _ atPlace: Bool) -> Substring? {
    var rest = text
    let isRound = atPlace && skip(" (", in: &rest)
    let isOpen = isRound || skip("[", in: &rest)
    guard isOpen || skip(" ", in: &rest) || atPlace && skip(", ", in: &rest) else { return nil }
    let code = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_/.:".contains($0)) }
    let id = code.last == ":" ? code.dropLast() : code
    rest = rest[id.endIndex...]
    if isOpen { guard isRound ? skip(")", in: &rest) : skip("]", in: &rest) else { return nil } }
    guard (1...64).contains(id.utf8.count), isOpen || id.contains(where: \.isNumber) || atPlace,
      skip(":", in: &rest) || skip(" :", in: &rest)
        || atPlace && (isOpen || isCode(id.prefix { $0 != "/" })) && rest.utf8.first == 0x20
    else { return nil }
    text = rest
    return id
  }

  /// Reads the letter of a severity after a location: `E: ` of RuboCop, `[W] ` of HAML-Lint.
  mutating func readLetter(_ text: inout Substring) -> Bool {
    var rest = text
    let isBracketed = Self.skip("[", in: &rest)
    guard let letter = rest.utf8.first, let urgency = Self.urgency(ofLetter: letter) else {
      return false
    }
    rest = rest.dropFirst()
    guard isBracketed ? Self.skip("] ", in: &rest) : Self.skip(": ", in: &rest) else {
      return false
    }
    _ = Self.skip("[Correctable] ", in: &rest)
    (self.level, self.urgency) = (Character(Unicode.Scalar(letter)).lowercased(), urgency)
    // `Layout/LineLength: `
    let name = rest.utf8.prefix(100).prefix {
      Self.isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "/")
    }
    let behind = rest[name.endIndex...]
    if UInt8(ascii: "A")...UInt8(ascii: "Z") ~= (name.first ?? 0),
      behind.utf8.starts(with: ": ".utf8)
    {
      rule = String(Substring(name))
      rest = behind.dropFirst(2)
    }
    text = PlainText.trimmedLine(rest)
    return true
  }

  private static func urgency(ofLetter letter: UInt8) -> Severity? {
    switch letter {
    case UInt8(ascii: "E"), UInt8(ascii: "F"): .error
    case UInt8(ascii: "W"), UInt8(ascii: "C"), UInt8(ascii: "R"): .warning
    case UInt8(ascii: "I"): .information
    default: nil
    }
  }

  /// Reads a severity before the location: `[ERROR] `, `ERROR `, `error: `, `e: `.
  mutating func readLeadingSeverity(_ text: inout Substring) -> Bool {
    var rest = text
    for (mark, word, severity) in [
      ("e: ", "error", Severity.error), ("w: ", "warning", Severity.warning),
      ("i: ", "info", Severity.information),
    ] where rest.utf8.starts(with: mark.utf8) {
      (level, urgency) = (word, severity)
      text = PlainText.trimmedLine(rest.dropFirst(mark.count))
      return true
    }
    // `ERROR a.py:1:2: TEXT`, `error - a.dart:1:2 - TEXT`
    if let (word, severity) = Self.severity(atStartOf: rest.prefix(16).lowercased()) {
      rest = rest.dropFirst(word.count)
      let isParted = Self.skip(" - ", in: &rest)
      let isCapital = text.utf8.prefix(word.utf8.count).allSatisfy {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
      }
      if isParted || isCapital && Self.skip(" ", in: &rest), SourcePlace(rest) != nil {
        (level, urgency) = (word, severity)
        text = PlainText.trimmedLine(rest)
        return true
      }
    }
    return readSeverity(&text)
  }

  /// Reads `error • TEXT • PATH:LINE:COLUMN • RULE` of Dart.
  mutating func readBullets(_ text: Substring) -> Bool {
    guard PlainText.start(of: " • ", in: text) != nil else { return false }
    let parts = text.split(separator: "•").map { PlainText.trimmedLine($0) }
    guard parts.count == 4, let severity = Self.severity(of: parts[0].lowercased()),
      let place = SourcePlace(parts[2] + ":")
    else { return false }
    (level, urgency) = (parts[0].lowercased(), severity)
    (file, line, column) = (String(place.file), place.line, place.column)
    (message, rule) = (String(parts[1]), String(parts[3]))
    return true
  }
}
