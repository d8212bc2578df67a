internal import Diagnostics
internal import Model
internal import XML

/// Reads Checkstyle XML, which linters of many languages write.
struct CheckstyleImporter: ~Copyable {
  private var reader: XMLReader
  private let file: UInt16
  private let options: ImportOptions
  private var report = ImportedReport()
  private var categories: Set<String> = []
  private var path: String?
  private var version: String?

  init(_ reader: consuming XMLReader, file: UInt16, options: ImportOptions) {
    self.reader = reader
    self.file = file
    self.options = options
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    while let event = reader.next() {
      guard event == .start else { continue }
      switch reader.name {
      case "checkstyle": version = reader.attribute("version")
      case "file": path = reader.attribute("name")
      case "error": readError()
      case "exception": readException()
      default: reader.skipElement()
      }
    }
    if !reader.hasFailed, report.status == nil { report.status = .completed }
    return (report, reader.finish())
  }

  private mutating func readError() {
    let position = reader.position
    let word = reader.attribute("severity")
    guard let urgency = urgency(word) else { return }
    let source = reader.attribute("source") ?? ""
    var finding = Finding(urgency: urgency, category: Self.tool(source))
    finding.message = reader.attribute("message") ?? ""
    finding.rule = Self.rule(source)
    finding.file = path
    finding.line = reader.attribute("line").flatMap { Int($0) }
    finding.column = reader.attribute("column").flatMap { Int($0) }
    finding.source = mark(position)
    add(finding)
  }

  /// The checker itself has crashed.
  private mutating func readException() {
    let position = reader.position
    var text = Excerpt(limit: options.detailsLimit)
    let inside = reader.depth
    while reader.depth >= inside, let event = reader.next() {
      if event == .text { text.append(reader.text) }
    }
    var finding = Finding(urgency: .error, category: "Style")
    finding.message = JUnitProblem.firstLine(of: text.text) ?? "The checker has failed"
    finding.details = JUnitProblem.trimmed(text.text)
    finding.file = path
    finding.source = mark(position)
    add(finding)
    report.status = .failed
    report.reason = finding.message
  }

  private mutating func add(_ finding: Finding) {
    if categories.insert(finding.category).inserted {
      report.categories.append(Dataset.Category(id: finding.category, title: finding.category))
    }
    report.messages.append(finding.message(paths: options.root))
  }

  private func mark(_ position: XMLPosition) -> SourceMark {
    SourceMark(
      file: file, line: UInt32(clamping: position.line), column: UInt32(clamping: position.column))
  }

  /// nil for what is to be ignored.
  private mutating func urgency(_ word: String?) -> Urgency? {
    guard let word else { return .error }
    switch word.lowercased() {
    case "error", "fatal": return .error
    case "warning": return .warning
    case "info": return .information
    case "ignore": return nil
    default:
      reader.report(
        .warning, "unknown-severity", at: reader.position,
        "unknown severity \(VisibleText.quoted(word)) is read as a warning")
      return .warning
    }
  }

  /// Beginnings of `source` by which tools are known.
  private static let tools = [
    ("com.puppycrawl", "Checkstyle"), ("eslint.", "ESLint"), ("swiftlint.", "SwiftLint"),
    ("ShellCheck.", "ShellCheck"), ("PSR", "PHP_CodeSniffer"), ("Squiz", "PHP_CodeSniffer"),
    ("Generic", "PHP_CodeSniffer"), ("detekt.", "detekt"), ("ktlint", "ktlint"),
    ("phpstan", "PHPStan"), ("Psalm", "Psalm"),
  ]

  private static func tool(_ source: String) -> String {
    tools.first { source.hasPrefix($0.0) }?.1 ?? "Style"
  }

  /// The last part of a dotted or slashed name, without `Check`.
  private static func rule(_ source: String) -> String? {
    guard !source.isEmpty else { return nil }
    // A rule such as `@scope/name` is its own last part.
    let isDotted = source.hasPrefix("com.") || !source.contains("/")
    let last = source.split { isDotted ? $0 == "." : $0 == "/" }.last.map(String.init) ?? source
    return last.hasSuffix("Check") && last.count > 5 ? String(last.dropLast(5)) : last
  }
}
