internal import Text
internal import ToolReports

/// Forms in which the location is not at the beginning or has no colon after it.
extension SourceLine {
  /// `FC002: TEXT: PATH:3` of Foodcritic.
  mutating func readPlaceBehindText(_ text: Substring) -> Bool {
    guard let colon = text.utf8.prefix(16).firstIndex(of: UInt8(ascii: ":")),
      Self.isCode(text[..<colon])
    else { return false }
    var rest = text[colon...].dropFirst()
    guard Self.skip(" ", in: &rest), let blank = rest.lastIndex(of: " "),
      let place = SourcePlace(rest[blank...].dropFirst() + ":"), place.line != nil,
      rest[..<blank].utf8.last == UInt8(ascii: ":")
    else { return false }
    (file, line, column) = (String(place.file), place.line, place.column)
    (rule, message) = (String(text[..<colon]), String(rest[..<blank].dropLast()))
    return !message.isEmpty
  }

  /// `PATH`, the line number and texts in columns separated by tabs or several blanks, as in the
  /// output of Brakeman. Tables of coverage have numbers in place of the texts.
  mutating func readColumns(_ text: Substring) -> Bool {
    let head = text.utf8.prefix(4_096)
    guard let end = head.firstIndex(where: PlainText.isSpaceOrTab),
      SourcePlace.isPath(text[..<end])
    else { return false }
    let byTabs = text.utf8[end] == 0x09
    let columns = Self.columns(text, byTabs: byTabs)
    guard columns.count > 2, columns[0] == text[..<end], columns[1].utf8.count < 10,
      let number = Int(columns[1]), number >= 0
    else { return false }
    var texts = columns[2...]
    if let last = texts.last, let word = last.split(separator: " ").last,
      Self.confidences.contains(word.lowercased()), texts.count > 1 || word != last
    {
      texts.removeLast()
      (level, urgency) = (word.lowercased(), word.lowercased() == "high" ? .error : .warning)
      let rest = PlainText.trimmedLine(last.dropLast(word.count))
      if !rest.isEmpty { texts.append(rest) }
    } else if !byTabs,
      texts.count < 2 || !texts.allSatisfy({ $0.utf8.contains(where: Self.isLetter) })
    {
      return false
    }
    (file, line) = (String(text[..<end]), number)
    if texts.count > 1 { rule = String(texts.removeFirst()) }
    message = texts.joined(separator: " ")
    return true
  }

  private static func columns(_ text: Substring, byTabs: Bool) -> [Substring] {
    var (columns, rest): ([Substring], Substring) = ([], text)
    while let mark = byTabs
      ? PlainText.start(of: "\t", in: rest) : PlainText.start(of: "  ", in: rest)
    {
      columns.append(PlainText.trimmedLine(rest[..<mark]))
      rest = PlainText.trimmedLine(rest[mark...])
    }
    return columns + [rest]
  }

  private static let confidences: Set<String> = ["high", "medium", "weak", "low"]

  /// `Deleted feature used: PATH, line 3: TEXT`, `Extension(F2008): PATH, line 3: TEXT` of NAG: a
  /// location after words that are not a severity.
  mutating func readPlaceBehindWords(_ text: Substring) -> Bool {
    guard let colon = PlainText.start(of: ": ", in: Substring(text.utf8.prefix(48))) else {
      return false
    }
    let words = text[..<colon]
    guard words.utf8.allSatisfy({ Self.isLetter($0) || " ()-0123456789".utf8.contains($0) }),
      words.utf8.first.map(Self.isLetter) ?? false
    else { return false }
    let rest = Substring(text[colon...].utf8.dropFirst(2))
    guard let mark = PlainText.start(of: ", line ", in: rest), SourcePlace.isPath(rest[..<mark]),
      !rest[..<mark].contains(": "), let place = SourcePlace(rest), place.line != nil
    else { return false }
    let word = words.split(separator: " ").last.map { $0.lowercased() } ?? ""
    (level, urgency) = (words.lowercased(), Self.severity(of: word) ?? .warning)
    (file, line, column) = (String(place.file), place.line, place.column)
    message = String(place.rest)
    return true
  }

  // MARK: Go

  /// Whether a line names a Go package, whose errors follow: `# example.org/a [example.org/a.test]`.
  static func isGoPackage(_ line: Substring) -> Bool {
    guard line.utf8.starts(with: "# ".utf8) else { return false }
    let words = line.dropFirst(2).split(separator: " ")
    return words.count == 1 || words.count == 2 && words[1].first == "[" && words[1].last == "]"
  }

  /// Whether it has the form of an error of the command `go`, which writes no severity. Linters add
  /// a rule.
  var isOfGo: Bool {
    guard let file, level == nil, rule == nil, ruleName == nil else { return false }
    return [".go", ".mod", ".work"].contains(where: file.hasSuffix)
  }

  // MARK: Unknown forms

  private static let severe: Set<String> = [
    "error", "errors", "warning", "warnings", "severity", "violation", "violations", "critical",
    "fatal",
  ]
  /// Words of lines that report a success or that have a lower level of a logger.
  private static let calm: Set<String> = [
    "info", "debug", "trace", "notice", "pass", "passed", "ok", "skip", "skipped", "skipping",
  ]
  private static let longestLine = 400

  /// Whether a line without a finding has a location and a word for a severity.
  static func mayBeFinding(_ line: Substring) -> Bool {
    guard let first = line.utf8.first, !PlainText.isSpaceOrTab(first) else { return false }
    var (hasPlace, hasWord, before) = (false, false, "")
    for word in line.prefix(longestLine).split(separator: " ") {
      let text = trimmed(word)
      let small = text.lowercased()
      if calm.contains(small) { return false }
      if severe.contains(small) {
        hasWord = hasWord || !["no", "0", "without"].contains(before)
      } else if before == "line" ? Int(text) != nil : SourcePlace(text + ":")?.line != nil {
        hasPlace = true
      }
      before = small
    }
    return hasPlace && hasWord
  }

  /// A word without the punctuation around it.
  private static func trimmed(_ word: Substring) -> Substring {
    var text = word.drop { marks.contains($0) }
    while let last = text.last, marks.contains(last) { text = text.dropLast() }
    return text
  }

  private static let marks: Set<Character> = [
    "(", ")", "[", "]", "'", "\"", ",", ".", ";", ":", "!", "*",
  ]
}
