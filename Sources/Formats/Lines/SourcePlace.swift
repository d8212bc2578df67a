internal import ToolReports

/// A location at the beginning of a line, in the spellings of compilers and linters, and the rest
/// of the line. Parsed in linear time.
struct SourcePlace {
  private(set) var file: Substring
  private(set) var line: Int?
  private(set) var column: Int?
  /// The trimmed rest of the line.
  private(set) var rest: Substring
  /// Whether the line is a finding only if it also has a severity.
  private(set) var needsSeverity = false

  private static let longestPath = 4_096
  private static let mostAttempts = 8
  private static let knownNames: Set<String> = [
    "makefile", "gnumakefile", "dockerfile", "containerfile", "jenkinsfile", "rakefile", "gemfile",
    "vagrantfile", "procfile", "justfile", "podfile", "build", "workspace",
  ]

  init?(_ text: Substring) {
    var text = text
    // `file:///C:/a.kt:1:2 `
    if SourceLine.skip("file://", in: &text), Self.beginsWithDrive(text.dropFirst()) {
      text = text.dropFirst()
    }
    switch text.utf8.first {
    case UInt8(ascii: "["):
      // `[a.proto:1:2] text`
      guard let close = text.utf8.firstIndex(of: UInt8(ascii: "]")),
        let inside = SourcePlace(text[..<close].dropFirst() + ":"), inside.rest.isEmpty,
        inside.column != nil
      else { return nil }
      self = inside
      rest = PlainText.trimmedLine(text[close...].dropFirst())
    case UInt8(ascii: "\""): self.init(quoted: text)
    default:
      guard let place = Self.parentheses(text) ?? Self.colons(text) ?? Self.words(text) else {
        return nil
      }
      self = place
    }
  }

  private init(_ file: Substring, _ line: Int?, _ column: Int?, _ rest: Substring) {
    (self.file, self.line, self.column) = (file, line, column)
    self.rest = PlainText.trimmedLine(rest)
    needsSeverity = file.utf8.contains(where: PlainText.isSpaceOrTab)
  }

  // MARK: Spellings

  /// `PATH(LINE[,COLUMN]): ` of TypeScript and Visual Studio. Both numbers may be ranges.
  private static func parentheses(_ text: Substring) -> SourcePlace? {
    var head = text.utf8.prefix(longestPath)
    var attempts = 0
    // A folder may be named `Program Files (x86)`.
    while attempts < mostAttempts, let open = head.firstIndex(of: UInt8(ascii: "(")) {
      attempts += 1
      head = head[head.index(after: open)...]
      var rest = Substring(text.utf8[open...].dropFirst())
      guard let line = number(&rest) else { continue }
      if SourceLine.skip("-", in: &rest) { _ = number(&rest) }
      var column: Int?
      if SourceLine.skip(",", in: &rest) {
        column = number(&rest)
        while SourceLine.skip("-", in: &rest) || SourceLine.skip(",", in: &rest) {
          _ = number(&rest)
        }
      }
      guard SourceLine.skip(")", in: &rest) else { continue }
      let path = text[..<open]
      let isColon = SourceLine.skip(":", in: &rest) || SourceLine.skip(" :", in: &rest)
      if path.isEmpty, isColon {
        // A finding of a task in a file that the line does not name.
        var place = SourcePlace(path, line, column, rest)
        place.needsSeverity = true
        return place
      }
      guard isPath(path), isColon || rest.utf8.first == 0x20 else { continue }
      var place = SourcePlace(path, line, column, rest)
      place.needsSeverity = place.needsSeverity || !isColon
      return place
    }
    return nil
  }

  /// `PATH:LINE[:COLUMN]: `, optionally with the end of a range.
  private static func colons(_ text: Substring) -> SourcePlace? {
    let bytes = text.utf8
    var start = bytes.startIndex
    if beginsWithDrive(text) { start = bytes.index(start, offsetBy: 2) }
    guard let colon = bytes[start...].prefix(longestPath).firstIndex(of: UInt8(ascii: ":")) else {
      return nil
    }
    let path = text[..<colon]
    var rest = text[bytes.index(after: colon)...]
    guard isPath(path) else { return nil }
    if let place = brackets(path, rest) { return place }
    // Sphinx: `a.py:docstring of a.f:3: `
    if SourceLine.skip("docstring of ", in: &rest) {
      guard let end = rest.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      rest = rest[end...].dropFirst()
    }
    guard let line = number(&rest) else { return withoutLine(path, rest) }
    var column: Int?
    if SourceLine.skip(".", in: &rest) { column = number(&rest) }
    if SourceLine.skip("-", in: &rest) {
      _ = number(&rest)
      if SourceLine.skip(".", in: &rest) { _ = number(&rest) }
    }
    if rest.utf8.first == UInt8(ascii: ":"), let next = rest.utf8.dropFirst().first, isDigit(next) {
      rest = rest.dropFirst()
      column = number(&rest)
      if SourceLine.skip("-", in: &rest) {
        _ = number(&rest)
        // The end of the range is in another line.
        if rest.utf8.first == UInt8(ascii: ":"), rest.utf8.dropFirst().first.map(isDigit) ?? false {
          rest = rest.dropFirst()
          _ = number(&rest)
        }
      }
      rest = behindEnd(rest)
    }
    while SourceLine.skip(":{", in: &rest) || SourceLine.skip("{", in: &rest) {
      guard let close = rest.utf8.firstIndex(of: UInt8(ascii: "}")) else { return nil }
      rest = rest[close...].dropFirst()
    }
    return separated(path, line, column, rest)
  }

  /// A file as a whole, as Sphinx names it: `a/b.rst:: WARNING: `, `a/b.rst: WARNING: `.
  private static func withoutLine(_ path: Substring, _ text: Substring) -> SourcePlace? {
    var rest = text
    if !SourceLine.skip("None:", in: &rest) { _ = SourceLine.skip(":", in: &rest) }
    let words = PlainText.trimmedLine(rest)
    guard path.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }),
      ["WARNING: ", "ERROR: ", "CRITICAL: "].contains(where: { words.hasPrefix($0) })
    else { return nil }
    return SourcePlace(path, nil, nil, rest)
  }

  /// Skips the end of a range, `:LINE:COLUMN`, after its beginning.
  private static func behindEnd(_ text: Substring) -> Substring {
    var rest = text
    guard SourceLine.skip(":", in: &rest), number(&rest) != nil, SourceLine.skip(":", in: &rest),
      number(&rest) != nil, rest.utf8.first == UInt8(ascii: ":")
    else { return text }
    return rest
  }

  /// A location that ends with a colon or a blank.
  private static func separated(
    _ path: Substring, _ line: Int?, _ column: Int?, _ text: Substring
  ) -> SourcePlace? {
    var rest = text
    guard SourceLine.skip(":", in: &rest) else {
      guard rest.utf8.first.map(PlainText.isSpaceOrTab) ?? false else { return nil }
      var place = SourcePlace(path, line, column, rest)
      place.needsSeverity = true
      return place
    }
    while SourceLine.skip(":", in: &rest) {}
    // Digits after the colon belong to a clock or an address.
    if let next = rest.utf8.first, isDigit(next) { return nil }
    let isParted = rest.utf8.first.map(PlainText.isSpaceOrTab) ?? true
    var place = SourcePlace(path, line, column, rest)
    place.needsSeverity = place.needsSeverity || !isParted
    return place
  }

  /// `PATH:[LINE,COLUMN] ` of Maven, `PATH: (LINE, COLUMN): ` of Kotlin.
  private static func brackets(_ path: Substring, _ text: Substring) -> SourcePlace? {
    var rest = text
    let isRound = SourceLine.skip(" (", in: &rest)
    guard isRound || SourceLine.skip("[", in: &rest), let line = number(&rest) else { return nil }
    var column: Int?
    if SourceLine.skip(",", in: &rest) {
      _ = SourceLine.skip(" ", in: &rest)
      column = number(&rest)
    }
    guard isRound ? SourceLine.skip(")", in: &rest) : SourceLine.skip("]", in: &rest) else {
      return nil
    }
    _ = SourceLine.skip(":", in: &rest)
    var place = SourcePlace(path, line, column, rest)
    place.needsSeverity = true
    return place
  }

  /// `PATH: line 1, col 2, ` of ESLint, `PATH, line 1: ` of Fortran.
  private static func words(_ text: Substring) -> SourcePlace? {
    let head = Substring(text.utf8.prefix(longestPath))
    guard let mark = PlainText.start(of: " line ", in: head), let last = text[..<mark].utf8.last,
      last == UInt8(ascii: ",") || last == UInt8(ascii: ":"), isPath(text[..<mark].dropLast())
    else { return nil }
    return numbered(text[..<mark].dropLast(), Substring(text[mark...].utf8.dropFirst(6)))
  }

  /// `"PATH", line 1: ` and `"PATH",1 `
  private init?(quoted text: Substring) {
    let inside = text.dropFirst()
    guard let close = inside.utf8.prefix(Self.longestPath).firstIndex(of: UInt8(ascii: "\"")),
      Self.isPath(inside[..<close])
    else { return nil }
    var rest = inside[close...].dropFirst()
    guard SourceLine.skip(",", in: &rest) else { return nil }
    _ = SourceLine.skip(" line", in: &rest)
    guard let place = Self.numbered(inside[..<close], PlainText.trimmedLine(rest)) else {
      return nil
    }
    self = place
    needsSeverity = true
  }

  private static func numbered(_ path: Substring, _ text: Substring) -> SourcePlace? {
    var rest = text
    guard let line = number(&rest) else { return nil }
    if SourceLine.skip("-", in: &rest) { _ = number(&rest) }
    var column: Int?
    for word in [", col ", ", column ", ", characters ", ", character "] where rest.hasPrefix(word)
    {
      rest = rest.dropFirst(word.count)
      column = number(&rest)
      // OCaml counts characters from 0.
      if word.hasPrefix(", char") { column = column.map { $0 + 1 } }
      if SourceLine.skip("-", in: &rest) { _ = number(&rest) }
    }
    if !SourceLine.skip(":", in: &rest), !SourceLine.skip(",", in: &rest) {
      guard rest.utf8.first == 0x20 else { return nil }
    }
    var place = SourcePlace(path, line, column, rest)
    place.needsSeverity = true
    return place
  }

  // MARK: Parts

  static func beginsWithDrive(_ text: Substring) -> Bool {
    let start = Array(text.utf8.prefix(3))
    guard start.count == 3, start[1] == UInt8(ascii: ":") else { return false }
    return SourceLine.isLetter(start[0])
      && (start[2] == UInt8(ascii: "\\") || start[2] == UInt8(ascii: "/"))
  }

  /// Whether a text may be a path. Network addresses, times in brackets and clocks are not paths.
  static func isPath(_ path: Substring) -> Bool {
    guard let first = path.utf8.first, !"[({<$>=".utf8.contains(first), path.utf8.last != 0x20
    else { return false }
    var hasLetter = false
    var hasMark = false
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "\\"): hasMark = true
      case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "*"), UInt8(ascii: "|"): return false
      default: hasLetter = hasLetter || SourceLine.isLetter(byte) || byte >= 0x80
      }
    }
    guard hasLetter else { return false }
    return hasMark || knownNames.contains(path.lowercased())
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// Reads a number of at most nine digits.
  private static func number(_ text: inout Substring) -> Int? {
    let digits = text.utf8.prefix(while: isDigit)
    guard 1...9 ~= digits.count, let number = Int(String(Substring(digits))) else { return nil }
    text = text[digits.endIndex...]
    return number
  }
}
