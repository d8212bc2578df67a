/// The search for the line that says why a test failed. The first convention that applies counts.
struct FailureSearch {
  let lines: FailureLines
  /// The first line of each convention.
  let marks: FailureMarks
  let title: String
  /// The text counts instead of pytest's line if it has at most this many bytes.
  static let longest = 160
  /// The first line that is not a frame: of the text, otherwise of the trace.
  private(set) var said: Int?

  init(_ lines: FailureLines, title: String) {
    self.lines = lines
    self.title = title
    marks = FailureMarks(lines)
    said = firstSaid()
  }

  var cause: FailureWords? {
    let ofLanguage = sanitizer ?? pytest ?? rust ?? panic ?? assertionTable ?? goMessage
    let ofValues = ofLanguage ?? difference ?? values ?? expansion
    return ofValues ?? lastCause ?? traceback ?? lineOfProcess ?? firstLine ?? lineOfOutput
  }

  /// The first line of the text that is not empty.
  var opening: Int? {
    lines.hasText ? (0..<lines.textCount).first { !lines.lines[$0].isEmpty } : nil
  }

  /// Whether the text says nothing by itself: it is missing, it is a frame, or more follows it.
  var isTextOpen: Bool {
    guard let opening else { return true }
    if isFrame(opening) || isBare(lines[opening]) || lines.isTextOfProcess { return true }
    return lines.ends(lines[opening], with: ":")
      && lines.next(after: opening) ?? lines.count >= lines.textCount
  }

  // MARK: The first line

  /// The first line that is no frame. The name of a test counts if there is no other line.
  private func firstSaid() -> Int? {
    guard lines.hasText else { return nil }
    var name: Int?
    for index in 0..<lines.output where !lines.lines[index].isEmpty && !isFrame(index) {
      guard isName(lines[index]) else { return index }
      name = name ?? index
    }
    return name
  }

  private var firstLine: FailureWords? {
    guard let said, !lines.isTextOfOutput else { return nil }
    // The first line below a traceback's header is source.
    if let head = marks.traceback, head == opening { return nil }
    return joined(from: said)
  }

  /// A line, and those that follow it if it says too little.
  func joined(from index: Int) -> FailureWords {
    let line = withoutPrefix(lines[index])
    let more = following(line)
    var words = FailureWords(line)
    var (last, current, count) = (line, index, 0)
    while count < Self.mostJoined, count < more.count || lines.ends(last, with: ":"),
      let next = nextSaid(after: current, repeating: line),
      // The details do not continue a text of several lines.
      count == 0 || (next < lines.textCount) == (current < lines.textCount)
    {
      let isOpen = lines.ends(last, with: ":") || more.isTitle && count > 0
      words.append(lines[next], after: isOpen ? " " : more.separator)
      (last, current, count) = (lines[next], next, count + 1)
    }
    return words
  }

  static let mostJoined = 12

  /// The next line that may continue a line; nil if a frame follows. If the details repeat the line,
  /// the line after it.
  private func nextSaid(after index: Int, repeating line: Range<Int>) -> Int? {
    guard var next = lines.next(after: index), next < lines.output else { return nil }
    if index < lines.textCount, next >= lines.textCount {
      let details = next..<min(lines.output, next + Self.mostLines)
      if let repeated = details.first(where: { lines.ends(lines[$0], withLine: line) }) {
        guard let other = lines.next(after: repeated), other < lines.output else { return nil }
        next = other
      }
    }
    return isFrame(next) ? nil : next
  }
}
