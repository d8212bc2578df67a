internal import Diagnostics
internal import JSON
internal import ToolReports

/// Reads a report in lines. The captures of a pattern are the members of an element.
extension FormatReading {
  mutating func read(_ lines: inout LineReader) {
    guard let patterns = output.variant.lines else { return }
    var matcher = LineMatcher(patterns)
    var ends = LinesOfEnd(output.variant.run)
    var signs = FailureSigns()
    while let raw = lines.next() {
      let (line, number) = (TerminalText.plain(raw), lines.number)
      let tellsFailure = ends.note(line)
      for outcome in matcher.add(line, number: number) {
        switch outcome {
        case .record(let record): read(record, lines.file, &ends, &signs)
        case .taken: break
        case .unmatched where tellsFailure: break
        case .unmatched: signs.search(line, number: number)
        }
      }
    }
    if let record = matcher.finish() { read(record, lines.file, &ends, &signs) }
    noteEnd(failed: ends.hasFailed, completed: ends.hasCompleted)
    report(signs)
  }

  /// Reads a record. If no list and no value of the run has a use for it, its lines are searched
  /// for signs of failure like other lines.
  private mutating func read(
    _ record: LineRecord, _ file: String, _ ends: inout LinesOfEnd, _ signs: inout FailureSigns
  ) {
    let before = output.usedElements
    readRow(Self.element(record, file))
    let isUsed =
      output.usedElements > before
      || output.variant.absolutePaths.contains { path in
        guard case .member(let name)? = path.steps.first else { return false }
        return record[name] != nil
      }
    if isUsed { return }
    for (index, line) in record.text.enumerated() where !ends.note(line) {
      signs.search(line, number: record.line + index)
    }
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

/// The lines that say how a run ended.
private struct LinesOfEnd {
  private var failed: LineMatcher?
  private var completed: LineMatcher?
  private(set) var hasFailed = false
  private(set) var hasCompleted = false

  init(_ run: FormatRun) {
    failed = run.failedLines.map { LineMatcher($0) }
    completed = run.completedLines.map { LineMatcher($0) }
  }

  /// Notes whether a line says it. Returns whether the line says that the run failed: such a line
  /// needs no search for signs of failure. A line of a completed run may still count failures.
  mutating func note(_ line: String) -> Bool {
    let fails = failed?.matches(line, number: 1) ?? false
    let completes = completed?.matches(line, number: 1) ?? false
    hasFailed = hasFailed || fails
    hasCompleted = hasCompleted || completes
    return fails
  }
}

extension FailureSigns {
  /// Notes a line that says that something failed.
  fileprivate mutating func search(_ line: String, number: Int) {
    if FailureSign(line[...]) != nil {
      examine(line[...], number: number)
    } else if ErrorLines.isFound(in: line) {
      addFailure(line[...], number: number)
    }
  }
}
