extension FailureSearch {
  private static let received = [
    "Received", "But was", "but was", "but", "Actual", "actual", "got", "$got->",
  ]
  /// How far values may be below the first line of the details.
  static let mostLines = 12
  /// The received value is at most this many lines below the expected one.
  private static let mostBelow = 2
  private static let longestHead = 80
  /// The most lines of a value that begins below its key.
  private static let longestBlock = 6

  /// The expected and the actual value in their own lines, after the line that says what failed.
  var values: FailureWords? {
    guard let first = marks.expected, !isTextOfValues else { return nil }
    if let pictures = differenceOfPictures { return pictures }
    let end = min(lines.output, lines.textCount + Self.mostLines)
    for index in first..<max(first, end) where isExpected(index) {
      let value = value(index)
      let below = value.end..<min(value.end + Self.mostBelow, lines.count)
      // Perl prints the actual value first.
      let others = Array(below) + (index > 0 ? [index - 1] : [])
      guard let received = others.first(where: { isReceived($0, for: index) }) else { continue }
      var values = value.words
      values.append(self.value(received).words, after: ", ")
      return withHead(values, before: min(index, received))
    }
    return nil
  }

  /// How many pixels of two pictures differ. Their values are paths.
  private var differenceOfPictures: FailureWords? {
    guard let said, isMatcher(lines[said]) else { return nil }
    let end = min(lines.output, lines.textCount + Self.mostLines)
    let pixels = (said..<max(said, end)).first { index in
      lines.find(" pixels ", in: lines[index]) != nil
        && lines.ends(lines[index], with: "different.")
    }
    return pixels.map { withHead(FailureWords(lines[$0]), before: $0) }
  }

  /// Whether the text has both values: in its first line, or in Node's sentence in several lines.
  private var isTextOfValues: Bool {
    guard let said, said < lines.textCount else { return false }
    if lines.find(", actual:", in: lines[said]) != nil { return true }
    return lines.begins(lines[said], with: "Expected values")
      && lines.next(after: said) ?? lines.count < lines.textCount
  }

  /// A key and its value, which may be the lines below it, and the line after it.
  private func value(_ index: Int) -> (words: FailureWords, end: Int) {
    let line = withoutType(lines[index])
    guard let colon = lines.find(":", in: line), isBlock(colon.upperBound..<line.upperBound) else {
      return (FailureWords(line), index + 1)
    }
    var words = FailureWords(line.lowerBound..<colon.upperBound)
    var end = index + 1
    while end < min(lines.output, index + 1 + Self.longestBlock), !lines.lines[end].isEmpty,
      lines.lines[end].indent > lines.lines[index].indent
    {
      words.append(lines[end], after: " ")
      end += 1
    }
    return (words, end)
  }

  /// Whether nothing follows a key, or YAML's sign for the lines below it.
  private func isBlock(_ rest: Range<Int>) -> Bool {
    let rest = lines.trimmed(rest)
    return rest.isEmpty || ["|", "|-", "|+", ">", ">-", ">+"].contains { lines.isSame(rest, $0) }
  }

  /// The removed and the added line of a comparison that only its lines describe.
  var difference: FailureWords? {
    guard let mark = marks.difference, mark < lines.output else { return nil }
    if let said, said < mark, !isOpen(said), !lines.begins(lines[mark], with: "--- expected") {
      return nil
    }
    let below = mark + 1..<min(lines.output, mark + 1 + Self.mostLines * 2)
    guard let removed = below.first(where: { isChange($0, UInt8(ascii: "-")) }),
      let added = below.first(where: { isChange($0, UInt8(ascii: "+")) })
    else { return nil }
    var values = side(UInt8(ascii: "-"), removed, in: mark..<below.upperBound)
    values.append(side(UInt8(ascii: "+"), added, in: mark..<below.upperBound), after: ", ")
    return withHead(values, before: min(removed, added))
  }

  /// Whether a line only says that two values differ.
  private func isOpen(_ index: Int) -> Bool {
    isMatcher(lines[index]) || lines.begins(lines[index], with: "Failed asserting that two ")
      || lines.begins(lines[index], with: "Expected values") && lines.ends(lines[index], with: ":")
  }

  /// A changed line after the name of its side: `expected: 200`
  private func side(_ sign: UInt8, _ index: Int, in range: Range<Int>) -> FailureWords {
    var value = lines.trimmed(lines[index].lowerBound + 1..<lines[index].upperBound)
    if value.count > 1, lines.ends(value, with: ",") {
      value = value.lowerBound..<value.upperBound - 1
    }
    guard let name = range.lazy.compactMap({ nameOfSide(sign, $0) }).first else {
      return FailureWords(value)
    }
    var words = FailureWords(name)
    words.append(value, after: ": ")
    return words
  }

  /// The word after a sign: `- Expected  - 1`, `+++ actual`, `+ actual - expected`
  private func nameOfSide(_ sign: UInt8, _ index: Int) -> Range<Int>? {
    let (line, head) = (lines[index], lines.head(index))
    guard head == UInt8(ascii: "-") || head == UInt8(ascii: "+"), !isChange(index, head),
      var start = line.first(where: { lines.bytes[$0] == sign })
    else { return nil }
    while start < line.upperBound, lines.bytes[start] == sign || lines.bytes[start] == 0x20 {
      start += 1
    }
    var end = start
    while end < line.upperBound, FailureLines.isLetter(lines.bytes[end]) { end += 1 }
    return end > start ? start..<end : nil
  }

  private static let headsOfSides = [
    "- Expected", "+ Received", "+ Actual", "+ actual - expected",
  ]

  private func isChange(_ index: Int, _ sign: UInt8) -> Bool {
    let line = lines[index]
    return lines.head(index) == sign && line.count > 1
      && lines.bytes[line.lowerBound + 1] != sign
      && !Self.headsOfSides.contains { lines.begins(line, with: $0) }
  }

  /// The values after the line that says what failed, unless this line is long.
  private func withHead(_ values: FailureWords, before index: Int) -> FailureWords {
    guard let said, said < index, !isName(lines[said]), !isExpected(said),
      !lines.begins(lines[said], with: "not ok ")
    else { return values }
    var head = withoutPrefix(lines[said])
    head = lines.cut(lines.rest(head, after: "Error: ") ?? head, before: " // ")
    if lines.ends(head, with: ":") { head = head.lowerBound..<head.upperBound - 1 }
    guard head.count <= Self.longestHead else { return FailureWords(head) }
    var words = FailureWords(head)
    words.append(values, after: lines.ends(head, with: ".") ? " " : ": ")
    return words
  }

  /// `Expected: 2`, `Expected number of calls: 2`, `left: 2`
  private func isExpected(_ index: Int) -> Bool {
    let line = lines[index]
    if lines.begins(line, with: "left: ") || lines.begins(line, with: "$expected->") { return true }
    guard let rest = lines.rest(line, after: "Expected") ?? lines.rest(line, after: "expected")
    else { return false }
    return isKey(rest, words: 3, of: index)
  }

  private func isReceived(_ index: Int, for expected: Int) -> Bool {
    if lines.begins(lines[expected], with: "left: ") {
      return lines.begins(lines[index], with: "right: ")
    }
    return Self.received.contains { key in
      guard let rest = lines.rest(lines[index], after: key) else { return false }
      return key.hasSuffix("->") || isKey(rest, words: 2, of: index)
    }
  }

  /// Whether a few words, a colon and a value follow. The value may be below.
  private func isKey(_ rest: Range<Int>, words: Int, of line: Int) -> Bool {
    var (spaces, index) = (0, rest.lowerBound)
    while index < rest.upperBound {
      let byte = lines.bytes[index]
      if byte == UInt8(ascii: ":") {
        guard isBlock(index + 1..<rest.upperBound) else { return true }
        return line + 1 < lines.output && !lines.lines[line + 1].isEmpty
          && lines.lines[line + 1].indent > lines.lines[line].indent
      }
      if byte == 0x20 { spaces += 1 }
      guard byte == 0x20 || FailureLines.isLetter(byte), spaces < words else { return false }
      index += 1
    }
    return false
  }

  /// Catch2's expression with its values, or its message.
  var expansion: FailureWords? {
    guard let mark = marks.expansion, lines.ends(lines[mark], with: ":"),
      let first = lines.next(after: mark), first < lines.output
    else { return nil }
    var value = FailureWords(lines[first])
    guard lines.begins(lines[mark], with: "with") else { return value }
    for index in first + 1..<max(first + 1, min(first + 3, lines.output)) {
      if lines.lines[index].isEmpty || isFrame(index) { break }
      value.append(lines[index], after: " ")
    }
    guard let said, said < mark else { return value }
    var words = FailureWords(lines.cut(lines[said], before: " ("))
    words.append(value, after: ": ")
    return words
  }
}
