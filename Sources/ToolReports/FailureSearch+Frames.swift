extension FailureSearch {
  /// The first line of the details that belongs to a cause: the line itself, or the line that
  /// repeats it. A line of source that pytest marks directly above belongs to it.
  func line(of cause: FailureWords) -> Int? {
    let said = cause.first
    let found = lines.lines.indices.first { index in
      if said.lowerBound >= endOfText { return said.lowerBound < lines[index].upperBound }
      guard lines.lines[index].number != nil, !lines.lines[index].isEmpty else { return false }
      let line = lines.rest(lines[index], after: "E  ") ?? lines[index]
      return lines.contains(said, in: line)
        || line.count >= Self.leastRepeated && lines.contains(line, in: said)
    }
    guard let found else { return nil }
    let above = max(found - 2, lines.textCount)..<max(found, lines.textCount)
    return above.first { isSource($0) } ?? found
  }

  /// The end of the text in the bytes.
  var endOfText: Int { lines.textCount > 0 ? lines[lines.textCount - 1].upperBound : 0 }

  /// The least bytes of a line that repeats a part of a cause.
  private static let leastRepeated = 8

  /// Lines that say nothing, by their beginnings.
  private static let frames = [
    "File \"", "... ", "=== ", "====", "--- FAIL", "----", "_ _ _", "Failure/Error:", "FAILED:",
    FailureMarks.tracebackHead, "stack backtrace:", "goroutine ", "Several failures occurred:",
    "unknown file", "--- expected", "--- Expected", "+++ ", "@@ ",
  ]
  /// The bytes with which these and other frames begin.
  private static let heads: [Bool] = {
    var heads = [Bool](repeating: false, count: 256)
    for frame in frames + ["at ", "#", "T", "t", "F"] {
      if let first = frame.utf8.first { heads[Int(first)] = true }
    }
    return heads
  }()

  /// Whether a line is a frame of a trace, or a header that says nothing by itself.
  func isFrame(_ index: Int) -> Bool {
    let line = lines[index]
    if isPlaceOfDbt(index) { return true }
    if Self.heads[Int(lines.head(index))] {
      if Self.frames.contains(where: { lines.begins(line, with: $0) }) { return true }
      if isFrameOfStack(line) || isHeader(line) { return true }
    }
    return isPlace(line)
  }

  /// `at f (a.js:3:4)`, `#3 0x7f in main`
  private func isFrameOfStack(_ line: Range<Int>) -> Bool {
    guard !line.isEmpty else { return false }
    if lines.begins(line, with: "at ") {
      let last = lines.bytes[line.upperBound - 1]
      return last == UInt8(ascii: ")") || last == UInt8(ascii: ">") || FailureLines.isDigit(last)
    }
    guard lines.begins(line, with: "#"),
      let end = lines.endOfNumber(line.lowerBound + 1, in: line)
    else { return false }
    return lines.begins(end..<line.upperBound, with: " ")
  }

  /// Whether a line only names the model in which dbt found the error of the line below:
  /// `Database Error in model orders (models/orders.sql)`
  private func isPlaceOfDbt(_ index: Int) -> Bool {
    let line = lines[index]
    guard lines.ends(line, with: ".sql)"), let mark = lines.find(" Error in ", in: line),
      lines.bytes[line.lowerBound..<mark.lowerBound].allSatisfy(FailureLines.isLetter)
    else { return false }
    return lines.next(after: index).map { lines.lines[$0].indent > lines.lines[index].indent }
      ?? false
  }

  /// `Test method A.B threw exception:`, `thread 'main' panicked at a.rs:3:4:`, `Failure:`
  private func isHeader(_ line: Range<Int>) -> Bool {
    lines.isSame(line, "Failure:")
      || lines.begins(line, with: "Test method ") && lines.ends(line, with: "threw exception:")
      || lines.begins(line, with: "thread '") && lines.find("panicked at ", in: line) != nil
  }

  /// A place alone in its line, or a place in Ruby: `a.rb:3`, `a.rb:3:4:`, `a.rb:3:in 'f'`,
  /// `test_adds(CartTest) [a.rb:3]:`
  private func isPlace(_ line: Range<Int>) -> Bool {
    if lines.ends(line, with: "]:"), let mark = lines.find(" [", in: line) {
      return isPlace(mark.upperBound..<line.upperBound - 2)
    }
    let end = lines.endOfWord(line)
    if let mark = lines.find(":in", in: line.lowerBound..<end), mark.upperBound == end,
      FailureLines.isDigit(lines.bytes[max(mark.lowerBound - 1, line.lowerBound)])
    {
      return true
    }
    guard end == line.upperBound else { return false }
    // From the end: digits, perhaps digits before them, and the extension of a file.
    var index = lines.ends(line, with: ":") ? end - 1 : end
    var numbers = 0
    while numbers < 2 {
      let stop = index
      while index > line.lowerBound, FailureLines.isDigit(lines.bytes[index - 1]) { index -= 1 }
      guard index < stop, index > line.lowerBound, lines.bytes[index - 1] == UInt8(ascii: ":")
      else { break }
      (index, numbers) = (index - 1, numbers + 1)
    }
    guard numbers > 0 else { return false }
    let stop = index
    while index > line.lowerBound, FailureLines.isPartOfName(lines.bytes[index - 1]) { index -= 1 }
    return 1...5 ~= stop - index && index > line.lowerBound
      && lines.bytes[index - 1] == UInt8(ascii: ".") && FailureLines.isLetter(lines.bytes[index])
  }

  /// Whether a line is the name of the test: its title, ExUnit's `1) test adds (CartTest)`, or PHPUnit's
  /// `CartTest::testAdds (Type)`, perhaps with a data set.
  func isName(_ line: Range<Int>) -> Bool {
    if lines.isSame(line, title) { return true }
    if let end = lines.endOfNumber(line.lowerBound, in: line) {
      return lines.begins(end..<line.upperBound, with: ") test ") && lines.ends(line, with: ")")
    }
    var word = line.lowerBound..<lines.endOfWord(line)
    guard let mark = lines.find("::", in: word), mark.lowerBound > word.lowerBound,
      mark.upperBound < word.upperBound
    else { return false }
    guard
      lines.bytes[word].allSatisfy({ byte in
        FailureLines.isPartOfName(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "\\")
      })
    else { return false }
    word = lines.trimmed(word.upperBound..<line.upperBound)
    return word.isEmpty || lines.begins(word, with: "with data set ")
      || lines.begins(word, with: "(") && lines.ends(word, with: ")")
        && lines.endOfWord(word) == word.upperBound
  }

  /// A line without its beginning that repeats the place or the number of the failure.
  func withoutPrefix(_ line: Range<Int>) -> Range<Int> {
    let line = withoutType(line)
    if let rest = lines.rest(line, after: "1) "), !rest.isEmpty { return rest }
    if lines.begins(line, with: "Test method "),
      let mark = lines.find(" threw exception: ", in: line)
    {
      return lines.trimmed(mark.upperBound..<line.upperBound)
    }
    return innerCause(line) ?? line
  }

  /// A line without the type of the error, if the type only says that an assertion failed:
  /// `got: 500 (RSpec::Expectations::ExpectationNotMetError)`
  func withoutType(_ line: Range<Int>) -> Range<Int> {
    guard Self.assertions.contains(where: { lines.ends(line, with: $0) }) else { return line }
    var start = line.upperBound
    while start > line.lowerBound, lines.bytes[start - 1] != UInt8(ascii: "(") { start -= 1 }
    guard start > line.lowerBound + 1 else { return line }
    return lines.trimmed(line.lowerBound..<start - 1)
  }

  private static let assertions = [
    "ExpectationNotMetError)", "ExpectationFailedException)", "Minitest::Assertion)",
    "AssertException)", "ComparisonFailure)",
  ]

  /// How many lines belong to a line that says too little, and what separates them. A title and the
  /// lines below it are separated by a colon.
  func following(_ line: Range<Int>) -> (count: Int, separator: String, isTitle: Bool) {
    if lines.begins(line, with: "Expected equality of these values:") { return (5, " ", false) }
    if lines.begins(line, with: "Value of: ") { return (2, ", ", false) }
    if lines.begins(line, with: "Expecting"), lines.ends(line, with: ":") { return (4, " ", false) }
    if isBare(line) { return (1, ": ", true) }
    // Node's comparison of two values.
    if lines.begins(line, with: "Expected values"), lines.ends(line, with: "deep-equal:") {
      return (Self.mostJoined, " ", false)
    }
    // JUnit's values may have several lines.
    if lines.find("xpected: <", in: line) != nil || lines.find("xpected:<", in: line) != nil,
      lines.find("> but was:", in: line) == nil, !lines.ends(line, with: ">.")
    {
      return (Self.mostJoined, " ", false)
    }
    if lines.begins(line, with: "Structures begin differing at:") { return (2, ", ", false) }
    if isMatcher(line) { return (2, ": ", true) }
    return (0, " ", false)
  }

  /// Whether a line only states that something failed.
  func isBare(_ line: Range<Int>) -> Bool {
    Self.failed.contains { lines.isSame(line, $0) }
  }

  private static let failed = [
    "Failed", "FAILED", "Failure", "Error", "failed", "Assertion failed", "Build error",
    "Runtime error", "Did not finish",
  ]

  /// Whether a line names a matcher only: `expect(received).toBe(expected) // Object.is equality`,
  /// `Assert.Equal() Failure`
  func isMatcher(_ line: Range<Int>) -> Bool {
    let line = lines.rest(line, after: "Error: ") ?? line
    if lines.begins(line, with: "expect(") { return true }
    return lines.find("Assert.", in: line) != nil && lines.find("() Failure", in: line) != nil
      && lines.find("Expected", in: line) == nil
  }
}
