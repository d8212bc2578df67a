extension FailureSearch {
  // MARK: Sanitizers

  /// The kind of an error without addresses and the process. A program continues after a warning,
  /// so a warning in the trace does not count if the text says why the test failed.
  var sanitizer: FailureWords? {
    guard let index = marks.sanitizer else { return nil }
    var line = lines[index]
    let isInTrace = lines.textCount..<max(lines.textCount, lines.output) ~= index
    if isInTrace, !isTextOpen, lines.find("ERROR: ", in: line) == nil { return nil }
    if let mark = lines.find(" runtime error: ", in: line) {
      return FailureWords(lines.trimmed(mark.lowerBound..<line.upperBound))
    }
    guard let mark = lines.find("Sanitizer: ", in: line) else { return nil }
    var start = mark.lowerBound
    while start > line.lowerBound, FailureLines.isLetter(lines.bytes[start - 1]) { start -= 1 }
    line = start..<line.upperBound
    for end in [" on address 0x", " on unknown address", " on 0x", ": 0x", " (pid="] {
      line = lines.cut(line, before: end)
    }
    return FailureWords(line)
  }

  // MARK: pytest

  /// The first line of the error at which the test ended. The text may add to it.
  var pytest: FailureWords? {
    guard let first = marks.pytest else { return nil }
    // The trace of a teardown is below that of its test.
    let teardown = (first..<lines.count).first { index in
      lines.begins(lines[index], with: TestCase.failedTeardown)
    }
    let last = (first..<(teardown ?? lines.count)).last { index in
      index > first
        && TraceInText.handled.contains { lines.isSame(lines[index], $0) }
    }
    let block = (first..<lines.count).first { $0 > last ?? -1 && isMarked($0) } ?? first
    var said = (block..<lines.count).prefix { isMarked($0) }.map { index in
      lines.trimmed(lines[index].lowerBound + 1..<lines[index].upperBound)
    }
    said.removeAll(where: \.isEmpty)
    guard var line = said.first else { return nil }
    if lines.begins(line, with: "File \""), let error = said.last { line = error }
    if let opening {
      let isRepeated = lines.contains(line, in: lines[opening])
      if isRepeated, lines[opening].count <= Self.longest { return FailureWords(lines[opening]) }
      // Other programs print such lines, too.
      guard
        isRepeated || isTextOpen || lines.contains(lines[opening], in: line)
          || (lines.textCount..<max(lines.textCount, block)).contains(where: { isSource($0) })
      else { return nil }
    }
    var words = FailureWords(line)
    if lines.ends(line, with: ":"), let next = said.dropFirst().first {
      words.append(next, after: " ")
    } else if lines.isSame(line, "AssertionError"),
      let source = (0..<block).last(where: { isSource($0) })
    {
      words.append(
        lines.trimmed(lines[source].lowerBound + 1..<lines[source].upperBound), after: ": ")
    }
    return words
  }

  /// Whether pytest marks a line as the source of an error.
  func isSource(_ index: Int) -> Bool {
    lines.lines[index].indent == 0 && lines.begins(lines[index], with: "> ")
  }

  private func isMarked(_ index: Int) -> Bool {
    lines.lines[index].indent == 0
      && (lines.begins(lines[index], with: "E   ") || lines.isSame(lines[index], "E"))
  }

  // MARK: Tracebacks of Python

  /// The error below a traceback, unless the text says more.
  var traceback: FailureWords? {
    guard let head = marks.traceback, isTextOpen else { return nil }
    let indent = lines.lines[head].indent
    guard
      let error = (head + 1..<lines.count).first(where: { index in
        !lines.lines[index].isEmpty && lines.lines[index].indent <= indent
      })
    else { return nil }
    guard isPythonError(lines[error]) else { return nil }
    guard lines.isSame(lines[error], "AssertionError") else { return joined(from: error) }
    var words = FailureWords(lines[error])
    let source = (head + 1..<error).last { index in
      !lines.bytes[lines[index]].allSatisfy { $0 == UInt8(ascii: "^") || $0 == UInt8(ascii: "~") }
    }
    if let source, !isFrame(source) { words.append(lines[source], after: ": ") }
    return words
  }

  /// Whether a line is the type of an error, perhaps with a message: `json.DecodeError: no value`
  private func isPythonError(_ line: Range<Int>) -> Bool {
    var (index, hasSmall) = (line.lowerBound, false)
    while index < line.upperBound,
      FailureLines.isPartOfName(lines.bytes[index]) || lines.bytes[index] == UInt8(ascii: ".")
    {
      hasSmall = hasSmall || lines.bytes[index] &- 0x61 < 26
      index += 1
    }
    return hasSmall && (index == line.upperBound || lines.bytes[index] == UInt8(ascii: ":"))
  }

  // MARK: Rust

  /// The message of a panic, and the compared values.
  var rust: FailureWords? {
    guard let first = marks.rust else { return nil }
    for index in first..<lines.count {
      if let message = panicMessage(index) { return withSides(message.words, after: message.index) }
    }
    return nil
  }

  private func panicMessage(_ index: Int) -> (words: FailureWords, index: Int)? {
    let line = lines[index]
    if lines.begins(line, with: "assertion `") { return (FailureWords(line), index) }
    guard lines.begins(line, with: "thread '"), let mark = lines.find("panicked at ", in: line)
    else { return nil }
    // Before Rust 1.73, the message stood between the quotation marks.
    let rest = mark.upperBound..<line.upperBound
    if let old = lines.rest(rest, after: "'"), !old.isEmpty {
      return (FailureWords(lines.cut(old, before: "', ")), index)
    }
    guard let next = lines.next(after: index), !lines.begins(lines[next], with: "thread '"),
      !lines.begins(lines[next], with: "note: "),
      !lines.begins(lines[next], with: "stack backtrace:")
    else { return nil }
    return (joined(from: next), next)
  }

  /// The values after `left: ` and `right: ` below a message.
  private func withSides(_ words: FailureWords, after index: Int) -> FailureWords {
    // The details may repeat the message.
    guard let below = lines.next(after: index),
      let left = lines.ends(lines[below], withLine: lines[index])
        ? lines.next(after: below) : below,
      lines.begins(lines[left], with: "left: "),
      let right = lines.next(after: left), lines.begins(lines[right], with: "right: ")
    else { return words }
    var words = words
    words.append(lines[left], after: " ")
    words.append(lines.cut(lines[right], before: "', "), after: ", ")
    return words
  }
}
