internal import ToolReports

/// Forms of findings with the text before the location or below it.
extension LineOpening {
  /// `-- [E007] Type Mismatch Error: A.scala:3:12 ----` of Scala 3, with the text below the source.
  init?(scala line: Substring) {
    var rest = line.dropFirst(3)
    var code: Substring?
    if SourceLine.skip("[", in: &rest) {
      guard let close = rest.utf8.prefix(12).firstIndex(of: UInt8(ascii: "]")) else { return nil }
      code = rest[..<close]
      rest = PlainText.trimmedLine(rest[close...].dropFirst())
    }
    guard let colon = rest.utf8.prefix(80).firstIndex(of: UInt8(ascii: ":")),
      let word = rest[..<colon].split(separator: " ").last?.lowercased(),
      let severity = SourceLine.severity(of: word)
    else { return nil }
    let title = rest[..<colon]
    rest = PlainText.trimmedLine(rest[colon...].dropFirst())
    guard let end = rest.utf8.lastIndex(where: { $0 != UInt8(ascii: "-") }) else { return nil }
    rest = Substring(rest.utf8[...end])
    guard let place = SourcePlace(PlainText.trimmedLine(rest) + ":"), place.line != nil else {
      return nil
    }
    self.init(word, severity, String(title), awaiting: .quoted)
    (file, self.line, column) = (String(place.file), place.line, place.column)
    rule = code.map(String.init)
  }

  /// `ERROR 5 (0x00000005) Copying File C:\a\b.txt` of Windows, with the reason in the next line.
  init?(windows line: Substring) {
    let words = line.split(separator: " ", maxSplits: 3)
    guard words.count == 4, Int(words[1]) != nil, words[2].hasPrefix("(0x"),
      words[2].hasSuffix(")")
    else { return nil }
    self.init("error", .error, String(words[3]), awaiting: .reason)
    rule = String(words[1])
    // A path may contain blanks. It begins with a drive or a server.
    let text = words[3]
    let marks = [":\\", "\\\\"].compactMap { PlainText.start(of: $0, in: text) }
    if let mark = marks.min() {
      let start = text[..<mark].lastIndex(of: " ").map { text.index(after: $0) } ?? text.startIndex
      file = String(text[start...])
      message = String(PlainText.trimmedLine(text[..<start]))
    }
  }

  /// `TEXT at line 3, column 1.  WHY.  (Severity: 5)` of Perl::Critic, optionally after a file, and
  /// `TEXT at PATH line 3.` of Perl.
  init?(perl line: Substring) {
    var rest = line
    var number: Int?
    var mark = line.startIndex
    // The text may contain ` line `, too.
    while number == nil, let next = PlainText.start(of: " line ", in: rest) {
      mark = next
      rest = Substring(line[next...].utf8.dropFirst(6))
      let digits = rest.utf8.prefix(9).prefix { 0x30...0x39 ~= $0 }
      number = Int(Substring(digits))
      if number != nil { rest = rest[digits.endIndex...] }
    }
    var head = line[..<mark]
    guard let number, rest.isEmpty || ".,".utf8.contains(rest.utf8.first ?? 0) else { return nil }
    self.init("warning", .warning, "")
    self.line = number
    if head.hasSuffix(" at") {
      head = head.dropLast(3)
      guard SourceLine.skip(", column ", in: &rest) else { return nil }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      column = Int(digits)
      rest = rest[digits.endIndex...]
      if let colon = PlainText.start(of: ": ", in: head), SourcePlace.isPath(head[..<colon]) {
        file = String(head[..<colon])
        head = Substring(head[colon...].utf8.dropFirst(2))
      }
      // 5 is the highest severity.
      if rest.hasSuffix("Severity: 5)") || rest.hasSuffix("Severity: 5") { severity = .error }
      if severity == .error { level = "error" }
    } else {
      guard let at = head.split(separator: " ").last, SourcePlace.isPath(at),
        head[..<at.startIndex].hasSuffix(" at ")
      else { return nil }
      file = String(at)
      head = head[..<at.startIndex].dropLast(4)
      if FailureSign(line) != nil { (level, severity) = ("error", .error) }
    }
    guard !head.isEmpty else { return nil }
    message = String(head)
    let more = PlainText.trimmedLine(rest.drop { ".,".contains($0) })
    if !more.isEmpty { details = String(more) }
  }

  private init(
    _ level: String, _ severity: SourceLine.Severity, _ message: String,
    awaiting awaited: LineFindings.AwaitedText? = nil
  ) {
    (self.level, self.severity, self.message, self.awaited) = (level, severity, message, awaited)
  }
}
