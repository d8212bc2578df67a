/// What was found while reading: all of it counted, the first of it kept.
package struct DiagnosticLog: Sendable {
  private struct FileTally: Sendable {
    var order: Int
    var errors = 0
    var others = 0
    var omitted = 0
  }

  /// How many findings are told of each file, errors before others: more than anybody mends in one
  /// go, and few enough that a hostile file fills neither memory nor a log with findings about itself.
  private let limitPerFile: Int
  /// The same for findings about no file, such as those about a command line.
  private static let limitWithoutFile = 1_000
  private var kept: [Diagnostic] = []
  /// What came in by `addOnce`.
  private var said: Set<Diagnostic> = []
  private var files: [String: FileTally] = [:]
  package private(set) var errorCount = 0
  package private(set) var warningCount = 0

  package static let usualLimit = 50

  package init(limitPerFile: Int = Self.usualLimit) {
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
    if diagnostic.id == Diagnostic.moreID {
      let file = diagnostic.location?.file
      var tally = files[file ?? ""] ?? newTally(file)
      tally.omitted += diagnostic.count
      files[file ?? ""] = tally
      return
    }
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
    var tally = files[name] ?? newTally(file)
    let isKept = (severity == .error ? tally.errors : tally.others) < limit(file)
    if severity == .error { tally.errors += 1 } else { tally.others += 1 }
    if !isKept { tally.omitted += 1 }
    files[name] = tally
    if isKept { kept.append(make()) }
  }

  private func newTally(_ file: String?) -> FileTally {
    FileTally(order: file == nil ? -1 : files.count)
  }

  private func limit(_ file: String?) -> Int {
    (file ?? "").isEmpty ? max(limitPerFile, Self.limitWithoutFile) : limitPerFile
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
    var (all, omitted) = told()
    for (file, tally) in files { omitted[file, default: 0] += tally.omitted }
    for (file, count) in omitted.sorted(by: { $0.key < $1.key }) where count > 0 {
      all.append(.more(count, in: file.isEmpty ? nil : file))
    }
    let order = all.indices.sorted { left, right in
      let (leftKey, rightKey) = (place(all[left]), place(all[right]))
      return leftKey == rightKey ? left < right : leftKey < rightKey
    }
    return order.map { all[$0] }
  }

  /// What is kept, as far as the limit of each file goes, and how many are left out for it.
  private func told() -> (told: [Diagnostic], omitted: [String: Int]) {
    var room: [String: Int] = [:]
    var omitted: [String: Int] = [:]
    var isTold = Array(repeating: false, count: kept.count)
    for isError in [true, false] {
      for (index, diagnostic) in kept.enumerated()
      where (diagnostic.severity == .error) == isError {
        let file = diagnostic.location?.file
        let left = room[file ?? ""] ?? limit(file)
        isTold[index] = left > 0
        room[file ?? ""] = max(left - 1, 0)
        if left <= 0 { omitted[file ?? "", default: 0] += 1 }
      }
    }
    return (zip(kept, isTold).filter(\.1).map(\.0), omitted)
  }

  private func place(_ diagnostic: Diagnostic) -> (Int, Int, Int) {
    guard let location = diagnostic.location else { return (-1, 0, 0) }
    let order = files[location.file]?.order ?? Int.max
    if diagnostic.id == Diagnostic.moreID { return (order, Int.max, 0) }
    return (order, location.line, location.column)
  }
}
