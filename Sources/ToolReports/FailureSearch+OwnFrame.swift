/// The line at which the details of a failure begin.
extension FailureSearch {
  /// The number of the details' first line to show; nil for all lines. It is the line of the cause,
  /// or the line of the project's own code if other code raised the error.
  ///
  /// - Parameter place: The place of the failure.
  func start(of cause: FailureWords, at place: TraceInText.Place?) -> Int? {
    let line = self.line(of: cause)
    guard let place = place.map(FramePlace.init) else { return number(line) }
    if cause.first.lowerBound < endOfText, let frame = frame(at: place, from: lines.textCount) {
      return number(frame)
    }
    guard let line else { return nil }
    if let below = frame(at: place, from: line + 1) {
      return number(lines.next(after: line) == below ? line : below)
    }
    return number(frame(at: place, above: line) ?? line)
  }

  private func number(_ index: Int?) -> Int? { index.flatMap { lines.lines[$0].number } }

  /// The frame of a place in the trace that begins at a line. Other lines than frames belong to the
  /// message of the error, which is not left out.
  private func frame(at place: FramePlace, from first: Int) -> Int? {
    var isInStack = false
    for index in first..<max(first, lines.output) where !lines.lines[index].isEmpty {
      if place.isNamed(in: lines[index], lines) { return index }
      // A frame of Go has a second line.
      isInStack = isInStack || lines.begins(lines[index], with: "goroutine ")
      guard isInStack || isFrame(index) else { return nil }
    }
    return nil
  }

  /// The frame of a place in a trace of Python, which ends with the cause.
  private func frame(at place: FramePlace, above line: Int) -> Int? {
    // pytest writes the place below the error, and below its source.
    let below = (line..<max(line, lines.output)).first { isAboveSource($0) != nil }
    if let below, place.isNamed(in: lines[below], lines) { return nil }
    for index in (lines.textCount..<max(lines.textCount, line)).reversed() {
      if TraceInText.handled.contains(where: { lines.isSame(lines[index], $0) }) { return nil }
      guard let isAbove = isAboveSource(index), place.isNamed(in: lines[index], lines) else {
        continue
      }
      if isAbove { return index }
      return (lines.textCount..<index).reversed()
        .prefix { isAboveSource($0) == nil }.first { isSource($0) } ?? index
    }
    return nil
  }

  /// Whether a line is a place of Python above its source, as in `File "a.py", line 3` and
  /// `a.py:3: in f`, and not below it; nil for other lines.
  private func isAboveSource(_ index: Int) -> Bool? {
    let line = lines[index]
    if lines.begins(line, with: "File \"") { return true }
    let word = line.lowerBound..<lines.endOfWord(line)
    guard lines.ends(word, with: ":"), lines.find(".py:", in: word) != nil else { return nil }
    return lines.begins(word.upperBound..<line.upperBound, with: " in ")
  }
}

/// The place of a failure, as the frames of traces name it.
private struct FramePlace {
  /// The last part of the path. Frames of Java have no other.
  private let name: String
  private let line: String

  init(_ place: TraceInText.Place) {
    name = place.path.split { $0 == "/" || $0 == "\\" }.last.map { String($0) } ?? ""
    line = String(place.line)
  }

  /// Whether a line has the name and the line: `a.js:3`, `a.py", line 3`, `a.cs:line 3`, `a.php(3)`.
  func isNamed(in range: Range<Int>, _ lines: FailureLines) -> Bool {
    var rest = range
    while let found = lines.find(name, in: rest) {
      rest = found.upperBound..<range.upperBound
      let start = found.lowerBound
      if start > range.lowerBound, FailureLines.isPartOfName(lines.bytes[start - 1]) { continue }
      var digits = rest.lowerBound
      while digits < rest.upperBound, digits - rest.lowerBound < Self.longestJoint,
        !FailureLines.isDigit(lines.bytes[digits])
      {
        digits += 1
      }
      if digits > rest.lowerBound, let end = lines.endOfNumber(digits, in: range),
        lines.isSame(digits..<end, line)
      {
        return true
      }
    }
    return false
  }

  /// The most bytes between a name and a line. The word for a line depends on the language.
  private static let longestJoint = 12
}
