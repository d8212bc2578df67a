/// Collects diagnostics: counts all of them and keeps the first ones.
package struct DiagnosticLog: Sendable {
  private struct FileTally: Sendable {
    var order: Int
    var errors = 0
    var others = 0
    var omitted = 0
  }

  /// The selection of the diagnostics that a log keeps.
  package struct Selection: Sendable {
    /// The number of diagnostics kept per file, errors first. It bounds memory and log size for
    /// hostile files.
    package var limitPerFile: Int
    /// The ids of warnings that are neither kept nor counted.
    package var skipped: Set<String>

    package init(limitPerFile: Int = DiagnosticLog.usualLimit, skipped: Set<String> = []) {
      self.limitPerFile = limitPerFile
      self.skipped = skipped
    }
  }

  private let selection: Selection
  /// The limit for diagnostics without a file, such as those about the command line.
  private static let limitWithoutFile = 1_000
  private var kept: [Diagnostic] = []
  /// The diagnostics added by `addOnce`.
  private var added: Set<Diagnostic> = []
  private var files: [String: FileTally] = [:]
  package private(set) var errorCount = 0
  package private(set) var warningCount = 0

  package static let usualLimit = 50

  package init(limitPerFile: Int = Self.usualLimit) {
    self.init(Selection(limitPerFile: limitPerFile))
  }

  package init(_ selection: Selection) {
    self.selection = selection
  }

  package var isEmpty: Bool { errorCount == 0 && warningCount == 0 && kept.isEmpty }
  package var hasErrors: Bool { errorCount > 0 }
  /// The number of problems that `diagnostics` omits.
  package var omittedCount: Int {
    diagnostics.reduce(0) { $0 + ($1.id == Diagnostic.moreID ? $1.count : 0) }
  }

  /// Registers `file`, which determines the order of diagnostics.
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

  package mutating func add(contentsOf diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { add(diagnostic) }
  }

  /// Adds diagnostics that are not yet in the log. Reports of one invocation share templates and
  /// their problems.
  package mutating func addOnce(_ diagnostics: some Sequence<Diagnostic>) {
    for diagnostic in diagnostics where added.insert(diagnostic).inserted { add(diagnostic) }
  }

  /// Adds the diagnostics of a handled log, as notes.
  package mutating func addAsNotes(_ other: DiagnosticLog) {
    for var diagnostic in other.diagnostics {
      diagnostic.severity = .note
      add(diagnostic)
    }
  }

  /// Counts a diagnostic and calls `make` only if it is kept.
  package mutating func add(
    _ severity: Severity, in file: String?, _ make: () -> Diagnostic
  ) {
    var made: Diagnostic?
    if severity == .warning, !selection.skipped.isEmpty {
      let diagnostic = make()
      if selection.skipped.contains(diagnostic.id) { return }
      made = diagnostic
    }
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
    if isKept { kept.append(made ?? make()) }
  }

  private func newTally(_ file: String?) -> FileTally {
    FileTally(order: file == nil ? -1 : files.count)
  }

  private func limit(_ file: String?) -> Int {
    (file ?? "").isEmpty
      ? max(selection.limitPerFile, Self.limitWithoutFile) : selection.limitPerFile
  }

  /// Changes all texts, for example to hide secrets.
  package mutating func rewrite(_ change: (String) -> String) {
    for index in kept.indices {
      kept[index].summary = change(kept[index].summary)
      kept[index].help = kept[index].help.map(change)
    }
  }

  /// Turns all warnings into errors.
  package mutating func promoteWarnings() {
    for index in kept.indices where kept[index].severity == .warning {
      kept[index].severity = .error
    }
    errorCount += warningCount
    warningCount = 0
  }

  /// The diagnostics by file in the order of `open`, then by line and column. A note at the end of
  /// each file counts its omitted diagnostics.
  package var diagnostics: [Diagnostic] {
    var (all, omitted) = selected()
    for (file, tally) in files { omitted[file, default: 0] += tally.omitted }
    for (file, count) in omitted.sorted(by: { $0.key < $1.key }) where count > 0 {
      all.append(.more(count, in: file.isEmpty ? nil : file))
    }
    let order = all.indices.sorted { left, right in
      let (leftKey, rightKey) = (sortKey(all[left]), sortKey(all[right]))
      return leftKey == rightKey ? left < right : leftKey < rightKey
    }
    return order.map { all[$0] }
  }

  /// The kept diagnostics up to the limit of each file, and the number omitted per file.
  private func selected() -> (selected: [Diagnostic], omitted: [String: Int]) {
    var remaining: [String: Int] = [:]
    var omitted: [String: Int] = [:]
    var isSelected = Array(repeating: false, count: kept.count)
    for isError in [true, false] {
      for (index, diagnostic) in kept.enumerated()
      where (diagnostic.severity == .error) == isError {
        let file = diagnostic.location?.file
        let left = remaining[file ?? ""] ?? limit(file)
        isSelected[index] = left > 0
        remaining[file ?? ""] = max(left - 1, 0)
        if left <= 0 { omitted[file ?? "", default: 0] += 1 }
      }
    }
    return (zip(kept, isSelected).filter(\.1).map(\.0), omitted)
  }

  private func sortKey(_ diagnostic: Diagnostic) -> (Int, Int, Int) {
    guard let location = diagnostic.location else { return (-1, 0, 0) }
    let order = files[location.file]?.order ?? Int.max
    if diagnostic.id == Diagnostic.moreID { return (order, Int.max, 0) }
    return (order, location.line, location.column)
  }
}
