internal import ToolReports

/// A line that begins a finding in a form that `SourceLine` does not read, such as a location with
/// its text in another line, or the name of a file that must be formatted.
struct LineOpening {
  var level: String
  var severity: SourceLine.Severity
  var file: String?
  var line: Int?
  var column: Int?
  var rule: String?
  /// The text, or a placeholder until the text is read.
  var message: String
  /// Further text in the line.
  var details: String?
  var awaited: LineFindings.AwaitedText?

  init?(_ line: Substring) {
    switch line.utf8.first {
    case UInt8(ascii: "C"): self.init(cmake: line)
    case UInt8(ascii: "P"): self.init(php: line)
    case UInt8(ascii: "w"): self.init(unformatted: line)
    case UInt8(ascii: "E") where line.hasPrefix("ERROR "): self.init(windows: line)
    case UInt8(ascii: "-") where line.hasPrefix("-- "): self.init(scala: line)
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
