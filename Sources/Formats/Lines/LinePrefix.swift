internal import Time
internal import ToolReports

/// The prefix that services, build tools and loggers add to a line of a log: the time, the name of
/// the task or container, or the progress.
struct LinePrefix {
  /// The first time in ISO 8601 with a date and with a zone or a fraction.
  private(set) var time: TimePoint?
  /// The line after the prefix.
  private(set) var rest: Substring
  /// Whether the rest of the line begins with a blank.
  var isIndented: Bool { rest.utf8.first.map(PlainText.isSpaceOrTab) ?? false }

  private static let most = 4

  init(_ line: String) {
    rest = line[...]
    for _ in 0..<Self.most {
      let text = Self.unindented(rest)
      guard let end = readTime(text) ?? Self.endOfMark(text, isIndented: isIndented) else { return }
      rest = end
    }
  }

  private static func unindented(_ line: Substring) -> Substring {
    Substring(line.utf8.drop(while: PlainText.isSpaceOrTab))
  }

  // MARK: Times

  private mutating func readTime(_ text: Substring) -> Substring? {
    var text = text
    let isBracketed = text.utf8.first == UInt8(ascii: "[")
    if isBracketed { text = text.dropFirst() }
    guard let first = text.utf8.first, Self.isDigit(first) else { return nil }
    let word = text.utf8.prefix(40).prefix { $0 != 0x20 && $0 != UInt8(ascii: "]") }
    if word.count >= 20, let time = TimePoint(parsing: String(Substring(word))) {
      self.time = self.time ?? time
      return Self.behind(text[word.endIndex...], isBracketed)
    }
    var rest = text
    let hasDate = Self.skipDate(&rest)
    guard Self.skipClock(&rest, needsSeconds: !hasDate) else { return nil }
    return Self.behind(rest, isBracketed)
  }

  /// Skips the bracket, if any, and the blank after a time. Returns nil if they are missing.
  private static func behind(_ text: Substring, _ isBracketed: Bool) -> Substring? {
    var text = text
    if isBracketed {
      guard text.utf8.first == UInt8(ascii: "]") else { return nil }
      text = text.dropFirst()
    }
    guard let blank = text.utf8.first, PlainText.isSpaceOrTab(blank) else {
      return text.isEmpty ? text : nil
    }
    return text.dropFirst()
  }

  /// `2026-11-20 `, `2026/11/20T`, `20/Nov/2026:`
  private static func skipDate(_ text: inout Substring) -> Bool {
    if skipDateOfServer(&text) { return true }
    let bytes = Array(text.utf8.prefix(11))
    guard bytes.count == 11, bytes[0..<4].allSatisfy(isDigit), bytes[4] == bytes[7],
      bytes[4] == UInt8(ascii: "-") || bytes[4] == UInt8(ascii: "/"),
      bytes[5..<7].allSatisfy(isDigit), bytes[8..<10].allSatisfy(isDigit),
      bytes[10] == 0x20 || bytes[10] == UInt8(ascii: "T")
    else { return false }
    text = Substring(text.utf8.dropFirst(11))
    return true
  }

  /// `20/Nov/2026:`, `20/Nov/2026 `, as in the logs of servers.
  private static func skipDateOfServer(_ text: inout Substring) -> Bool {
    let bytes = Array(text.utf8.prefix(12))
    guard bytes.count == 12, bytes[2] == UInt8(ascii: "/"), bytes[6] == UInt8(ascii: "/"),
      [0, 1, 7, 8, 9, 10].allSatisfy({ isDigit(bytes[$0]) }),
      bytes[3..<6].allSatisfy(SourceLine.isLetter),
      bytes[11] == 0x20 || bytes[11] == UInt8(ascii: ":")
    else { return false }
    text = Substring(text.utf8.dropFirst(12))
    return true
  }

  /// `03:12:00`, `03:12:00.123`, `03:12:00,123Z`, `03:12:00 +0000`
  private static func skipClock(_ text: inout Substring, needsSeconds: Bool) -> Bool {
    let bytes = Array(text.utf8.prefix(8))
    // `01:02  job | `
    if needsSeconds, bytes.count == 8, bytes[2] == UInt8(ascii: ":"), bytes[5] == 0x20,
      bytes[6] == 0x20, [0, 1, 3, 4].allSatisfy({ isDigit(bytes[$0]) })
    {
      text = Substring(text.utf8.dropFirst(6))
      return true
    }
    guard bytes.count == 8, bytes[2] == UInt8(ascii: ":"), bytes[5] == UInt8(ascii: ":"),
      [0, 1, 3, 4, 6, 7].allSatisfy({ isDigit(bytes[$0]) })
    else { return false }
    text = Substring(text.utf8.dropFirst(8))
    if let mark = text.utf8.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") {
      text = Substring(text.utf8.dropFirst().drop(while: isDigit))
    }
    if text.utf8.first == UInt8(ascii: "Z") { text = text.dropFirst() }
    let zone = Array(text.utf8.prefix(6))
    if zone.count == 6, zone[0] == 0x20,
      zone[1] == UInt8(ascii: "+") || zone[1] == UInt8(ascii: "-"),
      zone[2...].allSatisfy(isDigit)
    {
      text = Substring(text.utf8.dropFirst(6))
    }
    return true
  }

  // MARK: Marks

  /// The line after the mark of a tool; nil without a mark.
  private static func endOfMark(_ text: Substring, isIndented: Bool) -> Substring? {
    switch text.utf8.first {
    case UInt8(ascii: "["): bracketed(text)
    case UInt8(ascii: "#"): step(text)
    case .some(let first) where isDigit(first): node(text)
    case .some where !isIndented: container(text)
    default: nil
    }
  }

  /// `[javac] ` of Ant and `[ 12%] ` of CMake, but not the `[error] ` of a logger.
  private static func bracketed(_ text: Substring) -> Substring? {
    guard let close = text.utf8.prefix(34).firstIndex(of: UInt8(ascii: "]")) else { return nil }
    let name = text[..<close].dropFirst()
    let rest = text[close...].dropFirst()
    guard let blank = rest.utf8.first, PlainText.isSpaceOrTab(blank) else {
      return nil
    }
    let isTask =
      !name.isEmpty
      && name.utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || isDigit($0) || $0 == UInt8(ascii: "-")
      } && name.utf8.first.map(SourceLine.isLetter) ?? false
      && SourceLine.severity(atStartOf: String(name)) == nil
    let isShare =
      name.utf8.contains(where: isDigit)
      && name.utf8.allSatisfy { isDigit($0) || "% /.".utf8.contains($0) }
    return isTask || isShare ? rest.dropFirst() : nil
  }

  /// `#12 3.456 ` of BuildKit.
  private static func step(_ text: Substring) -> Substring? {
    let words = text.prefix(24).split(
      separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 3, words[0].utf8.count > 1, words[0].utf8.dropFirst().allSatisfy(isDigit),
      Double(words[1]) != nil
    else { return nil }
    return text[words[1].endIndex...].dropFirst()
  }

  /// `1>` of MSBuild.
  private static func node(_ text: Substring) -> Substring? {
    let digits = text.utf8.prefix(while: isDigit)
    guard digits.count <= 4, text[digits.endIndex...].utf8.first == UInt8(ascii: ">") else {
      return nil
    }
    return text[digits.endIndex...].dropFirst()
  }

  /// `web-1  | ` of Docker Compose, `C/C++: ` of Gradle.
  private static func container(_ text: Substring) -> Substring? {
    var rest = text
    if SourceLine.skip("C/C++: ", in: &rest) { return rest }
    guard let bar = text.utf8.prefix(64).firstIndex(of: UInt8(ascii: "|")),
      text[bar...].utf8.dropFirst().first == 0x20
    else { return nil }
    let name = PlainText.trimmedLine(text[..<bar])
    let isName =
      name.utf8.contains(where: SourceLine.isLetter)
      && name.utf8.allSatisfy {
        SourceLine.isLetter($0) || isDigit($0) || "-_.".utf8.contains($0)
      }
    return isName ? text[bar...].dropFirst(2) : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
