internal import Diagnostics
internal import JSON
internal import Text
internal import ToolReports

/// The patterns that fit the lines of a sample, out of the usual forms of compilers, linters and
/// logs.
struct LineGuess {
  /// The patterns of findings, in order.
  private(set) var patterns: [String] = []
  /// The captures of the lines that a pattern matches.
  private(set) var records: [JSONValue] = []
  /// The lines of the sample, without colours.
  private(set) var lines: [String] = []
  /// The first lines that each pattern matches.
  private(set) var matched: [Int] = []
  /// The indices of the lines that no pattern matches.
  private(set) var unmatched: [Int] = []

  /// The indices of the first and the last line that is not blank.
  var first: Int? { lines.firstIndex { line in line.contains { !$0.isWhitespace } } }
  var last: Int? { lines.lastIndex { line in line.contains { !$0.isWhitespace } } }

  private static let mostLines = 1_000
  private static let mostPatterns = 6
  private static let longestLine = 2_000
  private static let mostMatched = 3

  init(_ bytes: [UInt8]) {
    lines = bytes.split(separator: 0x0A).prefix(Self.mostLines).map {
      TerminalText.plain(Array($0.prefix(Self.longestLine)))
    }.map { $0.last == "\r" ? String($0.dropLast()) : $0 }
    unmatched = lines.indices.filter { lines[$0].contains { !$0.isWhitespace } }
    let most = unmatched.count
    for form in LineForm.all where patterns.count < Self.mostPatterns && !unmatched.isEmpty {
      guard let found = matches(form), found.count > 1 || found.count * 5 >= most else { continue }
      patterns.append(form.pattern)
      records += found.map(\.record)
      matched += found.prefix(Self.mostMatched).map(\.line)
      let taken = Set(found.map(\.line))
      unmatched.removeAll { taken.contains($0) }
    }
  }

  /// The lines that a form matches; nil if it gives a wrong meaning to more than a tenth of them.
  private func matches(_ form: LineForm) -> [(line: Int, record: JSONValue)]? {
    guard let patterns = try? LinePatterns([form.pattern]) else { return nil }
    var matcher = LineMatcher(patterns)
    var found: [(line: Int, record: JSONValue)] = []
    var wrong = 0
    for index in unmatched {
      for case .record(let record) in matcher.add(lines[index], number: index + 1) {
        if form.fits(record) { found.append((index, Self.object(record))) } else { wrong += 1 }
      }
    }
    return found.isEmpty || wrong * 9 > found.count ? nil : found
  }

  private static func object(_ record: LineRecord) -> JSONValue {
    let location = SourceLocation(file: "", line: record.line, column: 1)
    return JSONValue(
      .object(
        record.captures.map {
          JSONValue.Member(
            key: $0.name, keyLocation: location, value: JSONValue(.string($0.value), at: location))
        }), at: location)
  }
}

/// A usual form of lines, as a pattern, and the conditions for its captures.
struct LineForm {
  let pattern: String

  private static let places = [
    "[%f:%l:%c] ", "%f:%l:%c: ", "%f:%l:%c - ", "%f:%l:%c ", "%f:[%l,%c] ", "%f:%l: ", "%f:%l - ",
    "%f(%l,%c): ", "%f(%l): ", "%f(%l,%c) ", "%f: line %l, col %c, ", "%f: line %l: ",
    "%f:%l ",
  ]
  private static let levels = [
    "%{level:letters} %{rule:word}: %m", "%{level:letters}: %m [%{rule:word}]",
    "%{level:letters}: %m (%{rule:word})", "%{level:letters}: %m",
    "[%{level:letters}] %m (%{rule:word})", "[%{level:letters}] %m [%{rule:word}]",
    "[%{level:letters}] %m", "%{level:letters} - %m", "%{level:letters} %m",
  ]
  private static let texts = [
    "%{rule:word}: %m", "%m [%{rule:word}]", "%m (%{rule:word})", "%{rule:word} %m", "%m",
  ]
  private static let starts = ["[%{level:letters}] ", "%{level:letters}: ", "%{level:letters} "]
  private static let times = ["%{day:word} %{time:word} ", "%{time:word} ", ""]

  /// The forms, the most special ones first.
  static let all: [LineForm] = {
    var all: [String] = []
    for place in places {
      all += levels.map { place + $0 }
      all += starts.flatMap { start in texts.map { start + place + $0 } }
    }
    all += places.flatMap { place in texts.map { place + $0 } }
    all += ["%{rule:word}: %m: %f:%l", "%{level:letters}: %m at %f:%l", "%m at %f:%l"]
    all += times.flatMap { time in levels.map { time + $0 } }
    return all.map { LineForm(pattern: $0) }
  }()

  /// Further words that are levels, although a format has to say which.
  private static let levelWords: Set<String> = [
    "notice", "debug", "trace", "remark", "caution", "alert", "emergency", "panic", "refactor",
    "convention", "suggestion", "e", "w", "i", "c", "r", "f",
  ]

  /// Whether the captures of a line are what their names say.
  func fits(_ record: LineRecord) -> Bool {
    record.captures.allSatisfy { name, value in
      switch name {
      case "file": Self.isFile(value)
      case "level": FieldValues.isLevel(value) || Self.levelWords.contains(value.lowercased())
      case "rule": isRule(value)
      case "time": value.contains(":") && value.contains(where: \.isNumber)
      case "day": value.contains("-") && value.contains(where: \.isNumber)
      case "message": value.contains { $0.isLetter }
      default: true
      }
    }
  }

  private static func isFile(_ text: String) -> Bool {
    guard let first = text.first, !first.isWhitespace, text.utf8.count <= 300 else { return false }
    return !text.contains(": ") && text.contains { $0.isLetter } && !"[(".contains(first)
  }

  private func isRule(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter, (2...80).contains(text.count),
      !text.contains(","), !text.contains("(")
    else { return false }
    // In brackets at the end, a word is a rule. Elsewhere it needs a digit.
    if pattern.contains("[%{rule:word}]") || pattern.contains("(%{rule:word})") { return true }
    return text.contains { $0.isNumber }
  }
}
