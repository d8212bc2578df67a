/// The first line of each convention by which tools state why a test failed.
struct FailureMarks {
  /// `==7==ERROR: AddressSanitizer: …`, `a.c:3:4: runtime error: …`
  private(set) var sanitizer: Int?
  /// pytest's `E   …`
  private(set) var pytest: Int?
  /// `thread 'main' panicked at …`, or Rust's text of a failed assertion.
  private(set) var rust: Int?
  /// Go's `panic: …`
  private(set) var panic: Int?
  /// testify's `Error Trace:`
  private(set) var table: Int?
  /// Go's `a_test.go:9: …`
  private(set) var go: Int?
  /// `Expected: …`, `left: …`, `$expected->…`
  private(set) var expected: Int?
  /// `- Expected`, `--- Expected`, `+ actual - expected`
  private(set) var difference: Int?
  /// Catch2's `with expansion:`, and its lines before a message.
  private(set) var expansion: Int?
  /// `Caused by: …` and the like.
  private(set) var chain: Int?
  /// The last `Traceback (most recent call last):`
  private(set) var traceback: Int?

  static let tracebackHead = "Traceback (most recent call last):"
  static let caused = [
    "Caused by", "Cause: ", "[cause]: ", "---- ", "---> ", "--- Caused by",
  ]

  private static let differences = ["- Expected", "--- Expected", "--- expected"]

  init(_ lines: FailureLines) {
    for index in 0..<lines.count where !lines.lines[index].isEmpty {
      note(index, lines)
    }
  }

  private mutating func note(_ index: Int, _ lines: FailureLines) {
    let line = lines[index]
    switch lines.bytes[line.lowerBound] {
    case UInt8(ascii: "E"):
      noteError(index, lines)
    case UInt8(ascii: "e"):
      if expected == nil, lines.begins(line, with: "expected") { expected = index }
      if expansion == nil, lines.begins(line, with: "explicitly with") { expansion = index }
    case UInt8(ascii: "W"):
      if lines.begins(line, with: "WARNING: ") { noteSanitizer(index, lines) }
    case UInt8(ascii: "="):
      if lines.begins(line, with: "==") { noteSanitizer(index, lines) }
    case UInt8(ascii: "t"):
      if rust == nil, lines.begins(line, with: "thread '"),
        lines.find("panicked at ", in: line) != nil
      {
        rust = index
      }
    case UInt8(ascii: "a"):
      if rust == nil, lines.begins(line, with: "assertion `") { rust = index }
    case UInt8(ascii: "p"):
      if panic == nil, lines.begins(line, with: "panic: ") { panic = index }
    case UInt8(ascii: "w"):
      if expansion == nil, lines.begins(line, with: "with expansion:") { expansion = index }
    case UInt8(ascii: "d"):
      if expansion == nil, lines.begins(line, with: "due to ") { expansion = index }
    case UInt8(ascii: "T"):
      if lines.isSame(line, Self.tracebackHead) { traceback = index }
    case UInt8(ascii: "l"), UInt8(ascii: "$"):
      if expected == nil,
        lines.begins(line, with: "left: ") || lines.begins(line, with: "$expected->")
      {
        expected = index
      }
    case UInt8(ascii: "+"):
      if difference == nil, lines.isSame(line, "+ actual - expected") { difference = index }
    case UInt8(ascii: "C"), UInt8(ascii: "["):
      noteCause(index, lines)
    case UInt8(ascii: "-"):
      noteCause(index, lines)
      if difference == nil,
        Self.differences.contains(where: { lines.begins(line, with: $0) })
      {
        difference = index
      }
    default: break
    }
    if go == nil || sanitizer == nil { notePlace(index, lines) }
  }

  private mutating func noteError(_ index: Int, _ lines: FailureLines) {
    let line = lines[index]
    if lines.begins(line, with: "E   ") {
      if pytest == nil, lines.lines[index].indent == 0 { pytest = index }
    } else if lines.begins(line, with: "Expected") {
      expected = expected ?? index
    } else if lines.begins(line, with: "ERROR: ") {
      noteSanitizer(index, lines)
    } else if lines.begins(line, with: "Error Trace:") {
      table = table ?? index
    }
  }

  private mutating func noteSanitizer(_ index: Int, _ lines: FailureLines) {
    if sanitizer == nil, lines.find("Sanitizer: ", in: lines[index]) != nil { sanitizer = index }
  }

  private mutating func noteCause(_ index: Int, _ lines: FailureLines) {
    if chain == nil, Self.caused.contains(where: { lines.begins(lines[index], with: $0) }) {
      chain = index
    }
  }

  /// Notes a line that begins with a place: `a_test.go:9: …`, `a.c:3:4: runtime error: …`
  private mutating func notePlace(_ index: Int, _ lines: FailureLines) {
    let line = lines[index]
    let end = lines.endOfWord(line)
    guard end - line.lowerBound > 3, lines.bytes[end - 1] == UInt8(ascii: ":"),
      FailureLines.isDigit(lines.bytes[end - 2])
    else { return }
    if sanitizer == nil, lines.begins(end..<line.upperBound, with: " runtime error: ") {
      sanitizer = index
    } else if go == nil, lines.goMessage(index) != nil {
      go = index
    }
  }
}

extension FailureLines {
  /// The text behind `a_test.go:9: `, which may be empty.
  func goMessage(_ index: Int) -> Range<Int>? {
    let line = self[index]
    let word = line.lowerBound..<endOfWord(line)
    guard ends(word, with: ":"), let mark = find(".go:", in: word),
      endOfNumber(mark.upperBound, in: word) == word.upperBound - 1
    else { return nil }
    return trimmed(word.upperBound..<line.upperBound)
  }
}
