internal import Basics
internal import Model

/// The lines around findings: headings before them, details below them, texts in several lines.
extension LineFindings {
  /// How the text of a finding goes on that begins without one.
  enum AwaitedText {
    /// In the next line that is indented, as CMake writes it.
    case indented
    /// In the next line that is not, as the compiler of Eclipse writes it behind the source.
    case unindented
  }

  private static let mostLinesBefore = 20
  private static let mostCandidates = 4

  /// Takes a line that begins a finding whose text follows, or that gives a place to the next one.
  mutating func takeOpening(
    _ line: Substring, _ time: TimePoint?, _ number: Int, into report: inout ImportedReport
  ) -> Bool {
    if let opening = LineOpening(line) {
      flush(into: &report)
      var finding = finding(opening.severity)
      (finding.level, finding.message) = (opening.level, opening.message)
      (finding.file, finding.line) = (opening.file, opening.line)
      begin(finding, time, number)
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

  mutating func takeOther(_ line: Substring, _ number: Int) {
    files.take(line)
    let text = PlainText.trimmedLine(line)
    let isIndented = line.utf8.first.map(PlainText.isSpaceOrTab) ?? false
    if takeAwaited(text, isIndented) || takeWrapped(text) { return }
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
        takePlace(below: text)
      } else if isIndented || Self.isSource(text) {
        addDetails(String(line))
      } else {
        takeSigns(line, number)
        if candidates.count < Self.mostCandidates {
          candidates.append(String(line))
        } else {
          takesDetails = false
        }
      }
    } else {
      takeSigns(line, number)
    }
  }

  mutating func addDetails(_ line: String) {
    // Of several lines only one can be a caption of the source below it.
    for line in candidates.suffix(1) + [line] {
      details.append(line + "\n")
      source.take(line[...])
    }
    candidates = []
  }

  private mutating func takePlace(below text: Substring) {
    let place = SourceLine(text.dropFirst(4) + ": place")
    pending?.file = place?.file
    if let file = place?.file { files.insert(file) }
    pending?.line = place?.line
    pending?.column = place?.column
  }

  /// Takes the text that the last finding waits for.
  private mutating func takeAwaited(_ text: Substring, _ isIndented: Bool) -> Bool {
    guard let waiting, !text.isEmpty else { return false }
    switch waiting {
    case .indented where isIndented, .unindented where !isIndented && !Self.isSource(text):
      pending?.message = String(text)
      self.waiting = nil
    case .unindented: addDetails(String(text))
    case .indented:
      self.waiting = nil
      return false
    }
    return true
  }

  /// Joins the lines of a message that mypy has wrapped, once the last one ends with the rule.
  private mutating func takeWrapped(_ text: Substring) -> Bool {
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

  private mutating func noteBefore(_ line: Substring) {
    if before.count < Self.mostLinesBefore { before.append(String(line.prefix(2_000))) }
  }

  /// A line under which a place is marked (`^~~~`), or a numbered line of source (`12 | x`, `| ^`).
  private static func isSource(_ text: Substring) -> Bool {
    let rest = text.utf8.drop { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == 0x20 }
    if rest.first == UInt8(ascii: "|") { return true }
    return text.utf8.allSatisfy { "^~- |".utf8.contains($0) } && text.contains("^")
  }
}

/// A line that begins a finding: a place without a text, which follows in another line, or a file that
/// has to be formatted.
struct LineOpening {
  private(set) var level: String
  private(set) var severity: SourceLine.Severity
  private(set) var file: String?
  private(set) var line: Int?
  /// What stands for the text until it comes, or is it.
  private(set) var message: String
  private(set) var awaited: LineFindings.AwaitedText?

  init?(_ line: Substring) {
    switch line.utf8.first {
    case UInt8(ascii: "C"): self.init(cmake: line)
    case UInt8(ascii: "P"): self.init(php: line)
    case UInt8(ascii: "w"): self.init(unformatted: line)
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")): self.init(eclipse: line)
    default: self.init(onLine: line)
    }
  }

  /// `CMake Error at CMakeLists.txt:10 (find_package):`
  private init?(cmake line: Substring) {
    var rest = line
    guard SourceLine.skip("CMake ", in: &rest) else { return nil }
    let isError = rest.hasPrefix("Error")
    guard isError || rest.hasPrefix("Warning") || rest.hasPrefix("Deprecation Warning") else {
      return nil
    }
    (level, severity) = isError ? ("error", .error) : ("warning", .warning)
    message = String(line)
    if let at = PlainText.start(of: " at ", in: rest) {
      let place = Substring(rest[at...].utf8.dropFirst(4))
      guard let colon = place.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      file = String(place[..<colon])
      self.line = Int(place[colon...].dropFirst().prefix { $0.isASCII && $0.isNumber })
      awaited = .indented
    } else {
      guard let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let text = PlainText.trimmedLine(rest[colon...].dropFirst())
      if text.isEmpty { awaited = .indented } else { message = String(text) }
    }
  }

  /// `PHP Parse error:  TEXT in a.php on line 3`
  private init?(php line: Substring) {
    var rest = line
    guard SourceLine.skip("PHP ", in: &rest),
      let colon = rest.utf8.prefix(24).firstIndex(of: UInt8(ascii: ":")),
      let on = PlainText.start(of: " on line ", in: rest), colon < on,
      let number = Int(Substring(rest[on...].utf8.dropFirst(9)))
    else { return nil }
    let words = rest[..<on].split(separator: " ")
    guard let at = words.lastIndex(of: "in"), at + 1 < words.count, colon < words[at].startIndex
    else { return nil }
    let kind = rest[..<colon].lowercased()
    if kind.hasSuffix("error") {
      (level, severity) = ("error", .error)
    } else if kind == "notice" {
      (level, severity) = ("notice", .information)
    } else {
      (level, severity) = ("warning", .warning)
    }
    (file, self.line) = (words[(at + 1)...].joined(separator: " "), number)
    message = String(PlainText.trimmedLine(rest[colon..<words[at].startIndex].dropFirst()))
  }

  /// `would reformat a.py` of Black
  private init?(unformatted line: Substring) {
    var rest = line
    guard SourceLine.skip("would reformat ", in: &rest), SourcePlace.isPath(rest) else {
      return nil
    }
    (level, severity, file) = ("warning", .warning, String(rest))
    message = "would reformat"
  }

  /// `3. ERROR in /a/B.java (at line 12)`
  private init?(eclipse line: Substring) {
    var rest = line.drop { $0.isASCII && $0.isNumber }
    guard SourceLine.skip(". ", in: &rest),
      let (word, severity) = SourceLine.severity(atStartOf: rest.prefix(16).lowercased())
    else { return nil }
    rest = rest.dropFirst(word.count)
    guard SourceLine.skip(" in ", in: &rest), rest.utf8.last == UInt8(ascii: ")"),
      let at = PlainText.start(of: " (at line ", in: rest),
      let number = Int(Substring(rest[at...].utf8.dropFirst(10)).dropLast())
    else { return nil }
    (level, self.severity, file, self.line) = (word, severity, String(rest[..<at]), number)
    (message, awaited) = (String(line), .unindented)
  }

  /// `ERROR: text on line 3 (check: x)`, `a.pp - WARNING: text on line 3` of puppet-lint
  private init?(onLine line: Substring) {
    guard let on = PlainText.start(of: " on line ", in: line) else { return nil }
    var rest = line[..<on]
    if let dash = PlainText.start(of: " - ", in: rest), SourcePlace.isPath(rest[..<dash]) {
      file = String(rest[..<dash])
      rest = Substring(rest[dash...].utf8.dropFirst(3))
    }
    guard file != nil,
      let (word, severity) = SourceLine.severity(atStartOf: rest.prefix(16).lowercased())
    else { return nil }
    rest = rest.dropFirst(word.count)
    let number = Substring(line[on...].utf8.dropFirst(9)).prefix { $0.isASCII && $0.isNumber }
    guard SourceLine.skip(": ", in: &rest), let number = Int(number) else { return nil }
    (level, self.severity, self.line, message) = (word, severity, number, String(rest))
  }
}
