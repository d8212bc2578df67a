internal import Model
internal import Text
internal import Time
internal import ToolReports

/// The lines around findings: headings before them, details below them, texts in several lines.
extension LineFindings {
  /// Where the text of a finding follows if its first line has none.
  enum AwaitedText {
    /// In the next indented line, as in the output of CMake.
    case indented
    /// In the next line without indentation, after the source, as in Eclipse's compiler.
    case unindented
    /// After the bar in the line below the mark `^^^`, as in Scala 3.
    case quoted
    case markedQuote
    /// In the next line. The message begins with it and ends with the text of the first line.
    case reason
  }

  private static let mostLinesBefore = 20
  private static let mostCandidates = 4

  /// Begins a finding, or sets the location of the next one. Returns false for other lines.
  mutating func readOpening(
    _ line: Substring, _ time: TimePoint?, _ number: Int, into report: inout ImportedReport
  ) -> Bool {
    if let opening = LineOpening(line) ?? (isLog ? LineOpening(perl: line) : nil) {
      flush(into: &report)
      var finding = finding(opening.severity)
      (finding.level, finding.message) = (opening.level, opening.message)
      (finding.file, finding.line) = (opening.file, opening.line)
      (finding.column, finding.rule) = (opening.column, opening.rule)
      begin(finding, time, number)
      if let text = opening.details { addDetails(text) }
      waiting = opening.awaited
      return true
    }
    guard let first = line.utf8.first, !PlainText.isSpaceOrTab(first),
      line.utf8.last == UInt8(ascii: ":")
    else { return false }
    var text = line
    _ = SourceLine.skip("File ", in: &text)
    guard let place = SourcePlace(text), place.rest.isEmpty, place.line != nil,
      !place.file.contains(" ")
    else { return false }
    flush(into: &report)
    takesDetails = false
    openPlace = place
    return true
  }

  mutating func readOther(_ line: Substring, _ number: Int) {
    files.addNames(in: line)
    let text = PlainText.trimmedLine(line)
    let isIndented = line.utf8.first.map(PlainText.isSpaceOrTab) ?? false
    if addAwaited(text, isIndented) || joinWrapped(text) { return }
    if !isIndented, !text.isEmpty, !Self.isSource(text) { openPlace = nil }
    if text.isEmpty {
      takesDetails = false
    } else if text.utf8.starts(with: "In file included from ".utf8)
      || !isIndented && Self.isHeading(text)
    {
      takesDetails = false
      noteBefore(line)
    } else if !before.isEmpty, isIndented, text.utf8.starts(with: "from ".utf8) {
      noteBefore(line)
    } else if takesDetails, !isCommand, pending != nil {
      if isIndented, pending?.file == nil, text.utf8.starts(with: "--> ".utf8) {
        readPlace(below: text)
      } else if isIndented || Self.isSource(text) {
        addDetails(String(line))
      } else {
        readSigns(line, number)
        if candidates.count < Self.mostCandidates {
          candidates.append(String(line))
        } else {
          takesDetails = false
        }
      }
    } else {
      readSigns(line, number)
    }
  }

  mutating func addDetails(_ line: String) {
    // Only the last candidate can be a caption of the source below it.
    for line in candidates.suffix(1) + [line] {
      details.append(line + "\n")
      source.addLine(line[...])
    }
    candidates = []
  }

  private mutating func readPlace(below text: Substring) {
    let place = SourceLine(text.dropFirst(4) + ": place")
    pending?.file = place?.file
    if let file = place?.file { files.insert(file) }
    pending?.line = place?.line
    pending?.column = place?.column
  }

  /// Adds the text that the last finding waits for.
  private mutating func addAwaited(_ text: Substring, _ isIndented: Bool) -> Bool {
    guard let waiting, !text.isEmpty else { return false }
    switch waiting {
    case .indented where isIndented, .unindented where !isIndented && !Self.isSource(text):
      pending?.message = String(text)
      self.waiting = nil
    case .unindented: addDetails(String(text))
    case .reason:
      let known = pending?.message ?? ""
      pending?.message = known.isEmpty ? String(text) : "\(text)\n\(known)"
      self.waiting = nil
    case .quoted where Self.isSource(text), .markedQuote where Self.isSource(text):
      readQuoted(text, isMarked: waiting == .markedQuote)
    case .indented, .quoted, .markedQuote:
      self.waiting = nil
      return false
    }
    return true
  }

  /// Reads a line after a bar. The first text below the mark (`^^^`) is the message.
  private mutating func readQuoted(_ text: Substring, isMarked: Bool) {
    let bar = text.utf8.firstIndex(of: UInt8(ascii: "|")) ?? text.startIndex
    let quoted = PlainText.trimmedLine(text[bar...].dropFirst())
    if quoted.utf8.first == UInt8(ascii: "^"), quoted.utf8.allSatisfy({ $0 == UInt8(ascii: "^") }) {
      waiting = .markedQuote
    } else if isMarked, !quoted.isEmpty {
      pending?.message = String(quoted)
      waiting = nil
    }
    addDetails(String(text))
  }

  /// Joins the lines of a message that mypy wrapped. The last of them ends with the rule.
  private mutating func joinWrapped(_ text: Substring) -> Bool {
    guard takesDetails, let finding = pending, finding.file != nil, finding.rule == nil,
      details.isEmpty, finding.level.map({ $0.utf8.count > 1 }) ?? false,
      text.utf8.last == UInt8(ascii: "]"), let open = text.utf8.lastIndex(of: UInt8(ascii: "["))
    else { return false }
    let words = text[..<open]
    let rule = text[open...].dropFirst().dropLast()
    guard words.isEmpty || words.hasSuffix("  "), SourceLine.isRule(rule) else { return false }
    let lines = [finding.message] + candidates + [String(PlainText.trimmedLine(words))]
    pending?.message = lines.filter { !$0.isEmpty }.joined(separator: " ")
    pending?.rule = String(rule)
    candidates = []
    return true
  }

  /// `a.c: In function 'f':`
  private static func isHeading(_ text: Substring) -> Bool {
    guard text.utf8.last == UInt8(ascii: ":"), text.utf8.count < 2_000 else { return false }
    return text.contains(": In ") || text.contains(": At ")
  }

  /// Reads a step on the way to the next finding, below a heading: `a.cc:3:21:   required from here`.
  mutating func readStep(_ line: Substring) -> Bool {
    guard !before.isEmpty, Self.steps.contains(where: { line.firstRange(of: $0) != nil }) else {
      return false
    }
    noteBefore(line)
    return true
  }

  private static let steps = [
    ":   required from ", ":   required by ", ":   recursively required ", ":   in 'constexpr' ",
    ":   in ‘constexpr’ ",
  ]

  private mutating func noteBefore(_ line: Substring) {
    if before.count < Self.mostLinesBefore { before.append(String(line.prefix(2_000))) }
  }

  /// Whether a line marks a place (`^~~~`) or is a numbered line of source (`12 | x`, `| ^`).
  private static func isSource(_ text: Substring) -> Bool {
    let rest = text.utf8.drop { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == 0x20 }
    if rest.first == UInt8(ascii: "|") { return true }
    return text.utf8.allSatisfy { "^~- |".utf8.contains($0) } && text.contains("^")
  }
}
