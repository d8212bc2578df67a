internal import Diagnostics
internal import Formats
internal import Inputs
internal import JSON
internal import Model
internal import ToolReports

extension DatasetReader {
  /// Reads messages of a dataset, one JSON object a line. A line with `run` adds to the earlier
  /// lines with `run`. A completed run must end with such a line; otherwise a part of the messages
  /// would look like all of them.
  consuming func readLines(
    _ source: ByteSource, log: consuming DiagnosticLog
  ) -> (DatasetContents, DiagnosticLog) {
    var reader = JSONLineReader(
      LineReader(file: context.path, source: source, log: log), isOfObjects: true)
    // The problems of the objects, separate from the problems of the lines.
    var problems = DiagnosticLog(selection)
    problems.open(file: context.path)
    var isRunLast = false
    while reader.next() {
      let isRun = reader.json.hasRun()
      guard reader.endObject() else { continue }
      reader.begin()
      swap(&problems, &reader.json.log)
      if isRun { readRunLine(&reader.json) } else { readMessage(&reader.json) }
      swap(&problems, &reader.json.log)
      isRunLast = isRun
    }
    if contents.dataset.run?.status == .completed, reader.isCutOff || !isRunLast {
      contents.dataset.run?.status = nil
      if !reader.isCutOff {
        reader.report(
          .warning, "early-end", "the run is said to have completed before its last message",
          help: ["write the line with 'run' and 'completed' last"])
      }
    }
    addShortfalls(reader.signs)
    addUnread(reader.json.unread)
    var found = reader.finish(
      "write messages such as {\"urgency\": \"error\", \"title\": \"Broken\"}")
    found.add(contentsOf: problems.diagnostics)
    return (contents, found)
  }

  /// Adds failures in other lines as shortfalls; a run with shortfalls is not completed.
  private mutating func addShortfalls(_ signs: FailureSigns) {
    var redactor = context.options.redactor
    let texts = signs.shortfalls(context, &redactor, false)
    guard !texts.isEmpty else { return }
    var run = contents.dataset.run ?? Dataset.Run()
    if run.status == .completed { run.status = nil }
    run.shortfalls += texts.map { .init(input: context.path, text: $0) }
    contents.dataset.run = run
  }

  private mutating func readRunLine(_ reader: inout JSONReader) {
    guard var fields = Fields(RunLine.shape, in: &reader) else { return }
    let earlier = contents.dataset.run
    while fields.next(&reader) != nil { readRun(&reader) }
    if let earlier, let later = contents.dataset.run {
      contents.dataset.run = earlier.adding(later)
    }
  }
}

/// The keys of a line about the run.
private enum RunLine: String, CaseIterable {
  case run

  static let shape = ObjectShape<RunLine>("runLine", "a line of the run")
}

extension JSONReader {
  /// Reads the next object. Returns whether it has a `run` and is not a message.
  fileprivate mutating func hasRun() -> Bool {
    var (hasRun, hasUrgency) = (false, false)
    enterObject()
    while nextKey() {
      if RunLine(rawValue: textString) != nil { hasRun = true }
      if textString == "urgency" { hasUrgency = true }
      skipValue()
    }
    return hasRun && !hasUrgency
  }
}

extension Dataset.Run {
  /// Merges a later line about the run into this one.
  fileprivate func adding(_ later: Dataset.Run) -> Dataset.Run {
    var run = later
    // A later line does not undo a failure.
    run.status = status == .failed || status == .canceled ? status : later.status ?? status
    run.shortfalls = shortfalls + later.shortfalls
    run.skipReasons = skipReasons + later.skipReasons
    run.coverage = coverage
    run.coverage.add(later.coverage)
    run.reason = later.reason ?? reason
    run.started = later.started ?? started
    run.finished = later.finished ?? finished
    run.commit = later.commit ?? commit
    run.branch = later.branch ?? branch
    run.links.commit = later.links.commit ?? links.commit
    run.links.compare = later.links.compare ?? links.compare
    run.facts = facts + later.facts
    run.properties.add(properties)
    run.unread = unread
    run.unread.add(later.unread)
    return run
  }
}
