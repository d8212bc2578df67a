/// What was found while reading: all of it counted, the first of it kept.
package struct DiagnosticLog: Sendable {
  private struct FileTally: Sendable {
    var order: Int
    var errors = 0
    var others = 0
    var omitted = 0
  }

  /// How many errors, and how many lesser findings, are kept for each file; a hostile file must
  /// not fill memory with findings about itself.
  private let limitPerFile: Int
  private var kept: [Diagnostic] = []
  /// What came in by `addOnce`.
  private var said: Set<Diagnostic> = []
  private var files: [String: FileTally] = [:]
  package private(set) var errorCount = 0
  package private(set) var warningCount = 0

  package init(limitPerFile: Int = 1_000) {
    self.limitPerFile = limitPerFile
  }

  package var isEmpty: Bool { errorCount == 0 && warningCount == 0 && kept.isEmpty }
  package var hasErrors: Bool { errorCount > 0 }

  /// Gives `file` its place in the order in which findings are told.
  package mutating func open(file: String) {
    if files[file] == nil {
      files[file] = FileTally(order: files.count)
    }
  }

  package mutating func add(_ diagnostic: Diagnostic) {
    add(diagnostic.severity, in: diagnostic.location?.file) { diagnostic }
  }

  package mutating func add(contentsOf diagnostics: some Sequence<Diagnostic>) {
    for diagnostic in diagnostics { add(diagnostic) }
  }

  /// Takes in what is not said already: several reports of one call share a template, and its mistakes.
  package mutating func addOnce(_ diagnostics: some Sequence<Diagnostic>) {
    for diagnostic in diagnostics where said.insert(diagnostic).inserted { add(diagnostic) }
  }

  /// Takes in what has been dealt with, so that it is no error any more.
  package mutating func takeAsNotes(_ other: DiagnosticLog) {
    for var diagnostic in other.diagnostics {
      diagnostic.severity = .note
      add(diagnostic)
    }
  }

  /// Counts a finding, and keeps it if there is room: `make` is asked for its words only then.
  package mutating func add(
    _ severity: Severity, in file: String?, _ make: () -> Diagnostic
  ) {
    switch severity {
    case .error: errorCount += 1
    case .warning: warningCount += 1
    case .note: break
    }
    let name = file ?? ""
    var tally = files[name] ?? FileTally(order: file == nil ? -1 : files.count)
    let isKept = (severity == .error ? tally.errors : tally.others) < limitPerFile
    if severity == .error { tally.errors += 1 } else { tally.others += 1 }
    if !isKept { tally.omitted += 1 }
    files[name] = tally
    if isKept { kept.append(make()) }
  }

  /// Makes every warning an error, for those who want no doubt.
  package mutating func promoteWarnings() {
    for index in kept.indices where kept[index].severity == .warning {
      kept[index].severity = .error
    }
    errorCount += warningCount
    warningCount = 0
  }

  /// The findings by file in the order of reading, then by line and column; the last of a file
  /// says how many more there were.
  package var diagnostics: [Diagnostic] {
    var all = kept
    for (file, tally) in files.sorted(by: { $0.value.order < $1.value.order })
    where tally.omitted > 0 {
      let problems = tally.omitted == 1 ? "problem" : "problems"
      all.append(
        Diagnostic(
          .note, "more-problems", "and \(tally.omitted) more \(problems)",
          at: file.isEmpty ? nil : SourceLocation(file: file)))
    }
    let order = all.indices.sorted { left, right in
      let (leftKey, rightKey) = (place(all[left]), place(all[right]))
      return leftKey == rightKey ? left < right : leftKey < rightKey
    }
    return order.map { all[$0] }
  }

  private func place(_ diagnostic: Diagnostic) -> (Int, Int, Int) {
    guard let location = diagnostic.location else { return (-1, 0, 0) }
    let order = files[location.file]?.order ?? Int.max
    if diagnostic.id == "more-problems" { return (order, Int.max, 0) }
    return (order, location.line, location.column)
  }
}
