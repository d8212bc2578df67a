internal import Model
internal import Text
internal import ToolReports

/// A line of a compiler or a linter with a location and a problem, such as
/// `PATH:LINE[:COLUMN]: [SEVERITY[ CODE]:] TEXT`, or an error without a location:
/// `ld: error: TEXT`. Parsed in linear time.
struct SourceLine {
  /// The word or letter for the severity in lower case; nil for none.
  var level: String?
  var urgency = SourceLine.usualUrgency
  var file: String?
  var line: Int?
  var column: Int?
  var message = ""
  /// The id of the rule, and its name if the line has both.
  var rule: String?
  var ruleName: String?

  static let usualUrgency = Severity.warning

  enum Severity {
    case error, warning, information
  }

  /// Whether the line only adds to the finding before it.
  var isNote: Bool { level == "note" || level == "help" }

  /// Returns nil if the line is not a finding. An indented line may belong to the finding before
  /// it, so it must have a file, and a severity or a column.
  init?(_ text: Substring) {
    var text = text
    let isIndented = text.utf8.first.map(PlainText.isSpaceOrTab) ?? false
    if isIndented { text = PlainText.trimmedLine(text) }
    guard let first = text.utf8.first, first > 0x20, first != UInt8(ascii: "|") else { return nil }
    // `go vet` writes its name before the location of a compile error.
    _ = Self.skip("vet: ", in: &text)
    guard
      readPlace(text) || readPlaceBehindSeverity(text) || readBullets(text) || readColumns(text)
        || readTool(text) || readPlaceBehindText(text)
    else {
      return nil
    }
    message = String(Self.withoutProject(PlainText.trimmedLine(message[...])))
    guard !message.isEmpty else { return nil }
    readRule()
    if isIndented, file == nil || level == nil && column == nil { return nil }
  }

  // MARK: Places

  private mutating func readPlace(_ text: Substring) -> Bool {
    guard let place = SourcePlace(text), accept(place) else { return false }
    return true
  }

  /// `[ERROR] PATH:[1,2] TEXT`, `e: PATH:1:2 TEXT`, `Error: PATH, line 1: TEXT`
  private mutating func readPlaceBehindSeverity(_ text: Substring) -> Bool {
    var rest = text
    guard readLeadingSeverity(&rest), let place = SourcePlace(rest), accept(place) else {
      (level, urgency, rule) = (nil, Self.usualUrgency, nil)
      return readPlaceBehindWords(text)
    }
    return true
  }

  private mutating func accept(_ place: SourcePlace) -> Bool {
    var rest = place.rest
    let leading = level
    // `error - a.dart:1:2 - TEXT - RULE`
    if leading != nil, Self.skip("- ", in: &rest),
      let dash = rest.utf8.lastIndex(of: UInt8(ascii: "-")),
      rest[..<dash].utf8.last == 0x20
    {
      rule = String(PlainText.trimmedLine(rest[dash...].dropFirst()))
      rest = PlainText.trimmedLine(rest[..<dash])
    }
    let isSaid = readSeverity(&rest, atPlace: true) || readLetter(&rest)
    guard
      isSaid || leading != nil || !place.needsSeverity
        || !place.file.contains(" ")
          && Self.beginsWithCode(rest)
    else { return false }
    file = place.file.isEmpty ? nil : String(place.file)
    (line, column) = file == nil ? (nil, nil) : (place.line, place.column)
    message = String(rest)
    return true
  }

  // MARK: Words

  static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  static func skip(_ mark: StaticString, in text: inout Substring) -> Bool {
    guard mark.withUTF8Buffer({ text.utf8.starts(with: $0) }) else { return false }
    text = Substring(text.utf8.dropFirst(mark.utf8CodeUnitCount))
    return true
  }

  /// Removes the project that MSBuild writes in brackets at the end.
  private static func withoutProject(_ text: Substring) -> Substring {
    guard text.utf8.suffix(5).elementsEqual("proj]".utf8),
      let open = text.utf8.suffix(1_000).lastIndex(of: UInt8(ascii: "[")), open > text.startIndex,
      text.utf8[text.utf8.index(before: open)] == 0x20
    else { return text }
    return PlainText.trimmedLine(text[..<open])
  }

  // MARK: Tools

  /// `error: TEXT`, optionally after the name of a tool or of its product.
  private mutating func readTool(_ text: Substring) -> Bool {
    (file, line, column) = (nil, nil, nil)
    if readLinker(text) { return true }
    var rest = text
    if readSeverity(&rest) {
      // A logger writes `[ERROR] BUILD FAILURE`.
      guard text.utf8.first != UInt8(ascii: "[") else { return false }
      readFile(&rest)
      message = String(rest)
      return true
    }
    guard let colon = text.utf8.prefix(300).firstIndex(of: UInt8(ascii: ":")) else { return false }
    if let mark = PlainText.start(of: " : ", in: Substring(text.utf8.prefix(300))),
      text.utf8.index(after: mark) == colon || SourcePlace.beginsWithDrive(text)
    {
      return readProduct(text[..<mark], Substring(text[mark...].utf8.dropFirst(3)))
    }
    let name = text[..<colon]
    let isName =
      name.utf8.count <= 64
      && name.utf8.allSatisfy {
        $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "\"")
      }
    rest = text[colon...].dropFirst()
    guard isName, !name.isEmpty, Self.skip(" ", in: &rest), readSeverity(&rest) else {
      return false
    }
    message = String(rest)
    return true
  }

  /// `LINK : fatal error LNK1104: TEXT`, `main.obj : error LNK2019: TEXT`. The message includes the
  /// name of a product with an ending, such as `main.obj`.
  private mutating func readProduct(_ name: Substring, _ text: Substring) -> Bool {
    var rest = text
    _ = Self.skip("Command line ", in: &rest)
    guard readSeverity(&rest), rule != nil || urgency == .error || !name.contains(" ") else {
      return false
    }
    let product = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    message = (product.contains(".") ? product + ": " : "") + rest
    return true
  }

  /// `a.c:(.text+0x15): undefined reference to 'f'`, `/usr/bin/ld: cannot find -lx`
  private mutating func readLinker(_ text: Substring) -> Bool {
    let marks: [StaticString] = [
      "undefined reference to ", "multiple definition of ", "cannot find -l",
    ]
    guard let start = marks.lazy.compactMap({ PlainText.start(of: $0, in: text) }).first,
      start > text.startIndex
    else { return false }
    var path = text[..<start]
    if let linker = PlainText.start(of: "ld: ", in: path) {
      path = Substring(path[linker...].utf8.dropFirst(4))
    }
    if let colon = PlainText.start(of: ":(", in: path), SourcePlace.isPath(path[..<colon]),
      !path[..<colon].hasSuffix(".o")
    {
      file = String(path[..<colon])
    }
    (level, urgency, message) = ("error", .error, String(text[start...]))
    return true
  }

  /// Reads the path of `cannot format PATH: TEXT` of Black.
  private mutating func readFile(_ rest: inout Substring) {
    guard rest.hasPrefix("cannot format "), let colon = rest.firstRange(of: ": ") else { return }
    let path = rest[..<colon.lowerBound].dropFirst("cannot format ".count)
    guard SourcePlace.isPath(path) else { return }
    file = String(path)
    rest = "cannot format: " + rest[colon.upperBound...]
    // `Cannot parse: 5:1: invalid syntax`
    let words = rest.split(separator: ":")
    guard words.count > 3, words[1].hasSuffix("annot parse"),
      let line = Int(PlainText.trimmedLine(words[2])), let column = Int(words[3])
    else { return }
    (self.line, self.column) = (line, column)
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
