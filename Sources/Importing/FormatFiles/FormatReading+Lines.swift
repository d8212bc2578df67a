internal import Diagnostics
internal import JSON

/// Reads a report in lines. The captures of a pattern are the members of an element.
extension FormatReading {
  mutating func read(_ lines: inout LineReader) {
    guard let patterns = output.variant.lines else { return }
    var matcher = LineMatcher(patterns)
    var failed = output.variant.run.failedLines.map { LineMatcher($0) }
    var completed = output.variant.run.completedLines.map { LineMatcher($0) }
    var signs = FailureSigns()
    while let raw = lines.next() {
      let (line, number) = (TerminalText.plain(raw), lines.number)
      let (fails, completes) = (
        failed?.matches(line, number: number) ?? false,
        completed?.matches(line, number: number) ?? false
      )
      noteEnd(failed: fails, completed: completes)
      for outcome in matcher.add(line, number: number) {
        switch outcome {
        case .record(let record): takeRow(Self.element(record, lines.file))
        case .taken: break
        case .unmatched where fails || completes: break
        case .unmatched:
          if FailureSign(line[...]) != nil {
            signs.take(line[...], number: number)
          } else if ErrorLines.isFound(in: line) {
            signs.take(failure: line[...], number: number)
          }
        }
      }
    }
    if let record = matcher.finish() { takeRow(Self.element(record, lines.file)) }
    report(signs)
  }

  private static func element(_ record: LineRecord, _ file: String) -> JSONValue {
    let location = SourceLocation(file: file, line: record.line, column: 1)
    func member(_ name: String, _ text: String) -> JSONValue.Member {
      JSONValue.Member(
        key: name, keyLocation: location, value: JSONValue(.string(text), at: location))
    }
    var members = record.captures.map { member($0.name, $0.value) }
    if record["type"] == nil, let type = record.type { members.append(member("type", "\(type)")) }
    if record["text"] == nil {
      members.append(member("text", record.text.joined(separator: "\n")))
    }
    return JSONValue(.object(members), at: location)
  }
}
