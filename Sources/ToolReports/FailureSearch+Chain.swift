extension FailureSearch {
  /// The last error in a chain of causes that has a message. An error without a message only counts
  /// if the text says nothing.
  var lastCause: FailureWords? {
    guard marks.chain != nil else { return nil }
    var cause: FailureWords?
    var bare: FailureWords?
    // The causes of suppressed errors are indented.
    var suppressed: Int?
    for index in 0..<lines.count where !lines.lines[index].isEmpty {
      let indent = lines.lines[index].indent
      if lines.begins(lines[index], with: "Suppressed: ") {
        suppressed = min(suppressed ?? indent, indent)
      }
      guard suppressed.map({ indent < $0 }) ?? true, let found = self.cause(index) else { continue }
      suppressed = nil
      if found.hasMessage { cause = found.words } else { bare = found.words }
    }
    return cause ?? (isTextOpen ? bare : nil)
  }

  private func cause(_ index: Int) -> (words: FailureWords, hasMessage: Bool)? {
    guard let start = FailureMarks.caused.first(where: { lines.begins(lines[index], with: $0) }),
      var rest = lines.rest(lines[index], after: start)
    else { return nil }
    rest = lines.rest(rest, after: ":") ?? rest
    // Only an error follows a line that may mean something else.
    if start.hasPrefix("-"), start.hasSuffix(" ") {
      guard isError(rest) else { return nil }
    }
    if start.hasSuffix("--- Caused by") || rest.isEmpty { return causeBelow(index) }
    if lines.ends(rest, with: "nested exception is:") {
      return (continued(rest, from: index), true)
    }
    guard isError(rest) else { return nil }
    if let inner = innerCause(rest) { return (continued(inner, from: index), true) }
    return (continued(rest, from: index), hasMessage(rest))
  }

  /// A line, and the lines below it as long as one ends with a colon.
  private func continued(_ line: Range<Int>, from index: Int) -> FailureWords {
    var words = FailureWords(line)
    var (last, current) = (line, index)
    while words.count < Self.longest, lines.ends(last, with: ":"),
      let next = lines.next(after: current), next < lines.output, !isFrame(next),
      !FailureMarks.caused.contains(where: { lines.begins(lines[next], with: $0) })
    {
      words.append(lines[next], after: " ")
      (last, current) = (lines[next], next)
    }
    return words
  }

  /// The last cause in a line of .NET, if it has a message: `A: outer ---> B: inner`
  func innerCause(_ line: Range<Int>) -> Range<Int>? {
    var found: Range<Int>?
    var rest = line
    while let next = lines.find(" ---> ", in: rest) {
      rest = lines.trimmed(next.upperBound..<line.upperBound)
      found = rest
    }
    guard let found, isError(found), hasMessage(found) else { return nil }
    return found
  }

  /// The cause in the lines below its header: in PHPUnit, in RSpec, and a numbered list in Rust.
  private func causeBelow(_ index: Int) -> (words: FailureWords, hasMessage: Bool)? {
    guard let first = lines.next(after: index), first < lines.output else { return nil }
    var line = lines[first]
    var current = first
    while numbered(line) != nil, let next = lines.next(after: current),
      numbered(lines[next]) != nil
    {
      (line, current) = (lines[next], next)
    }
    line = numbered(line) ?? line
    var words = FailureWords(line)
    if lines.ends(line, with: ":"), let next = lines.next(after: current), !isFrame(next) {
      words.append(lines[next], after: " ")
      return (words, true)
    }
    return line.isEmpty ? nil : (words, !isError(line) || hasMessage(line))
  }

  /// The text of an item of a numbered list.
  private func numbered(_ line: Range<Int>) -> Range<Int>? {
    lines.endOfNumber(line.lowerBound, in: line).flatMap {
      lines.rest($0..<line.upperBound, after: ": ")
    }
  }

  /// Whether a line begins with the type of an error, followed by a colon or nothing.
  func isError(_ line: Range<Int>) -> Bool {
    var (index, isType) = (line.lowerBound, false)
    while index < line.upperBound, isPartOfType(lines.bytes[index]) {
      isType = isType || lines.bytes[index] &- 0x41 < 26
      index += 1
    }
    guard isType else { return false }
    // `Error [ERR_X]: …`
    if lines.begins(index..<line.upperBound, with: " [") { return true }
    return index == line.upperBound || lines.bytes[index] == UInt8(ascii: ":")
      || lines.bytes[index - 1] == UInt8(ascii: ":")
      || lines.begins(index..<line.upperBound, with: " : ")
  }

  private func isPartOfType(_ byte: UInt8) -> Bool {
    FailureLines.isPartOfName(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "$")
      || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: ":")
  }

  /// Whether a message follows the type.
  func hasMessage(_ line: Range<Int>) -> Bool {
    lines.endOfWord(line) < line.upperBound
  }
}

extension FailureSearch {
  /// The first line of the program's output that tells a failure. If the text was taken from the
  /// output, it is otherwise its last line.
  var lineOfOutput: FailureWords? {
    guard lines.isTextOfOutput || !lines.hasText else { return nil }
    let text = 0..<lines.textCount
    if lines.isTextOfOutput, let line = text.first(where: { isTelling($0) }) {
      return FailureWords(lines[line])
    }
    if let line = (lines.textCount..<lines.count).first(where: { isTelling($0) }) {
      return FailureWords(lines[line])
    }
    return text.last { !lines.lines[$0].isEmpty }.map { FailureWords(lines[$0]) }
  }

  /// The first line of the output of a process that tells why the process failed.
  var lineOfProcess: FailureWords? {
    guard lines.isTextOfProcess else { return nil }
    return (lines.output..<lines.count).first { isTelling($0) }.map { FailureWords(lines[$0]) }
  }

  private func isTelling(_ index: Int) -> Bool {
    !lines.lines[index].isEmpty && !isFrame(index)
      && FailureVocabulary.ofOutput.isIn(lines[index], lines)
  }
}
