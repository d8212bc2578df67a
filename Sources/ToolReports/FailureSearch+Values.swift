extension FailureSearch {
  private static let received = [
    "Received", "But was", "but was", "but", "Actual", "actual", "got",
  ]
  /// How far values may be below the first line of the details.
  private static let mostLines = 12
  /// The received value is at most this many lines below the expected one.
  private static let mostBelow = 2
  private static let longestHead = 80

  /// The expected and the actual value in their own lines, after the line that says what failed.
  var values: FailureWords? {
    guard let first = marks.expected else { return nil }
    let end = min(lines.output, lines.textCount + Self.mostLines)
    guard let expected = (first..<max(first, end)).first(where: { isExpected($0) }),
      let received = (expected + 1..<min(expected + 1 + Self.mostBelow, lines.count))
        .first(where: { isReceived($0) })
    else { return nil }
    var values = FailureWords(lines[expected])
    values.append(withoutType(lines[received]), after: ", ")
    return withHead(values, before: expected)
  }

  /// The removed and the added line of a comparison that only its lines describe.
  var difference: FailureWords? {
    guard let mark = marks.difference, let said, said < mark, mark < lines.output,
      isMatcher(lines[said]) || lines.begins(lines[said], with: "Failed asserting that two ")
    else { return nil }
    let below = mark + 1..<min(lines.output, mark + 1 + Self.mostLines * 2)
    guard let removed = below.first(where: { isChange($0, UInt8(ascii: "-")) }),
      let added = below.first(where: { isChange($0, UInt8(ascii: "+")) })
    else { return nil }
    var values = FailureWords(lines[removed])
    values.append(lines[added], after: ", ")
    return withHead(values, before: min(removed, added))
  }

  private func isChange(_ index: Int, _ sign: UInt8) -> Bool {
    let line = lines[index]
    return lines.head(index) == sign && line.count > 1
      && lines.bytes[line.lowerBound + 1] != sign
      && !["- Expected", "+ Received", "+ Actual"].contains { lines.begins(line, with: $0) }
  }

  /// The values after the line that says what failed, unless this line is long.
  private func withHead(_ values: FailureWords, before index: Int) -> FailureWords {
    guard let said, said < index, !isName(lines[said]) else { return values }
    var head = withoutPrefix(lines[said])
    head = lines.cut(lines.rest(head, after: "Error: ") ?? head, before: " // ")
    if lines.ends(head, with: ":") { head = head.lowerBound..<head.upperBound - 1 }
    guard head.count <= Self.longestHead else { return FailureWords(head) }
    var words = FailureWords(head)
    words.append(values, after: lines.ends(head, with: ".") ? " " : ": ")
    return words
  }

  /// `Expected: 2`, `Expected number of calls: 2`
  private func isExpected(_ index: Int) -> Bool {
    // Both values in one line.
    if lines.find(", actual:", in: lines[index]) != nil { return false }
    guard
      let rest = lines.rest(lines[index], after: "Expected")
        ?? lines.rest(lines[index], after: "expected")
    else { return false }
    return isKey(rest, words: 3)
  }

  private func isReceived(_ index: Int) -> Bool {
    Self.received.contains { key in
      lines.rest(lines[index], after: key).map { isKey($0, words: 2) } ?? false
    }
  }

  /// Whether a few words, a colon and a value follow.
  private func isKey(_ rest: Range<Int>, words: Int) -> Bool {
    var (spaces, index) = (0, rest.lowerBound)
    while index < rest.upperBound {
      let byte = lines.bytes[index]
      if byte == UInt8(ascii: ":") { return index + 1 < rest.upperBound }
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
