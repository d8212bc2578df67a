extension FailureSearch {
  /// Go's panic without its note on the recovery.
  var panic: FailureWords? {
    marks.panic.map { FailureWords(lines.cut(lines[$0], before: " [recovered")) }
  }

  /// The error in the table of Go's testify, its values and its message.
  var assertionTable: FailureWords? {
    guard let head = marks.table else { return nil }
    var words: FailureWords?
    var (last, isDone) = (0..<0, false)
    for index in head..<min(lines.count, head + Self.longestTable) {
      let line = lines[index]
      if words == nil {
        guard let error = lines.rest(line, after: "Error:") else { continue }
        (words, last) = (FailureWords(error), error)
      } else if let message = lines.rest(line, after: "Messages:") {
        words?.append(message, after: ", ")
        break
      } else if isDone || lines.begins(line, with: "Test:") || lines.begins(line, with: "Diff:") {
        isDone = true
      } else {
        words?.append(line, after: lines.ends(last, with: ":") ? " " : ", ")
        last = line
      }
    }
    return words.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static let longestTable = 60

  /// The last message of a Go test that reads like a failure, else its last message. Logged
  /// messages have the same form.
  var goMessage: FailureWords? {
    guard let first = marks.go, isTextOfGo else { return nil }
    var (last, telling): (Int?, Int?)
    for index in first..<lines.count {
      guard let said = lines.goMessage(index), !said.isEmpty else { continue }
      last = index
      if FailureVocabulary.ofGo.isIn(said, lines) { telling = index }
    }
    guard let index = telling ?? last, let said = lines.goMessage(index) else { return nil }
    var words = FailureWords(said)
    if lines.ends(said, with: ":"), let next = lines.next(after: index), !isFrame(next),
      lines.goMessage(next) == nil
    {
      words.append(lines[next], after: " ")
    }
    return words
  }

  /// Whether the text is missing, or one of the messages.
  private var isTextOfGo: Bool {
    guard let opening, let first = marks.go else { return true }
    if isFrame(opening) || lines.goMessage(opening) != nil { return true }
    return (first..<lines.count).contains { index in
      lines.goMessage(index).map { lines.ends($0, withLine: lines[opening]) } ?? false
    }
  }
}
