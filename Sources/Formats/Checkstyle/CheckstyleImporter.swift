internal import Diagnostics
internal import Localization
internal import Model
internal import Text
internal import ToolReports
internal import XML

/// Reads Checkstyle XML, which linters of many languages write.
struct CheckstyleImporter: ~Copyable {
  private var reader: XMLReader
  private let context: ImportContext
  private var report: ImportedReport
  private var path: String?
  private var files: [String] = []
  private var tools: Set<String> = []
  /// Whether the current file has no finding so far, and whether any file had none.
  private var isClean = false
  private var listsCleanFiles = false
  private var unknownWords: Set<String> = []
  /// The claimed and the described findings of the report and of the current file.
  private var total = FindingTotals()
  private var ofFile = FindingTotals()
  /// The failures that texts between the elements report.
  private var signs = FailureSigns()

  init(_ reader: consuming XMLReader, _ context: ImportContext) {
    self.reader = reader
    self.context = context
    report = ImportedReport(context)
  }

  consuming func read() -> (report: ImportedReport, log: DiagnosticLog) {
    while let event = reader.next() {
      guard event == .start else {
        if event == .text { readText() }
        if event == .end, reader.isNamed("file") { endFile() }
        continue
      }
      if reader.depth == 1, reader.hasWrongRoot("checkstyle") { return (report, reader.finish()) }
      switch reader.name {
      case "checkstyle": total.claim(in: reader, &report.unread)
      case "file":
        path = reader.attribute("name")
        isClean = true
        ofFile = FindingTotals()
        ofFile.claim(in: reader, &report.unread)
        if let path { files.append(path) }
      case "error": readError()
      case "exception": readException()
      default: skipUnknown()
      }
    }
    total.noteUnshown(&report)
    signs.report(in: &report, showsErrors: total.shown > 0)
    noteScope()
    if !reader.hasFailed, report.ending == .unknown { report.ending = .completed }
    return (report, reader.finish())
  }

  /// An element with an unknown name may be a finding, too.
  private mutating func skipUnknown() {
    report.unread.add("<\(reader.name)>", line: reader.position.line)
    isClean = false
    reader.skipElement()
  }

  private mutating func readText() {
    for line in String(decoding: reader.text, as: UTF8.self).split(separator: "\n") {
      signs.examine(line, number: reader.position.line)
    }
  }

  private mutating func endFile() {
    if isClean { listsCleanFiles = true }
    ofFile.noteUnshown(&report)
    total.add(ofFile)
    (ofFile, path) = (FindingTotals(), nil)
  }

  private mutating func noteFinding() {
    isClean = false
    if path == nil { total.shown += 1 } else { ofFile.shown += 1 }
  }

  /// Some tools list every file, others only files with findings; then the checked files are
  /// unknown. Without a finding, the tool is unknown, too.
  private mutating func noteScope() {
    let listed = listsCleanFiles ? files : nil
    guard !tools.isEmpty, tools != [Self.usualTool] else {
      return report.look(with: nil, at: listed)
    }
    for tool in tools.union([Self.usualTool]).sorted() { report.look(with: tool, at: listed) }
  }

  private mutating func readError() {
    noteFinding()
    let position = reader.position
    let word = reader.attribute("severity")
    guard let urgency = urgency(word) else { return reader.skipElement() }
    let source = reader.attribute("source") ?? ""
    var finding = finding(urgency, of: Self.tool(source))
    tools.insert(finding.tool)
    finding.level = word ?? "error"
    finding.message = reader.attribute("message") ?? ""
    finding.rule = Self.rule(source)
    finding.file = path
    finding.line = reader.attribute("line").flatMap { Int($0) }
    finding.column = reader.attribute("column").flatMap { Int($0) }
    finding.source = context.mark(position)
    report.add(finding)
    reader.skipElement()
  }

  private func finding(_ urgency: Urgency, of tool: String?) -> Finding {
    var finding = Finding(urgency, tool: tool ?? Self.usualTool)
    if tool == nil { finding.toolTitle = context.locale.string(.unnamedLinter) }
    return finding
  }

  /// Reads the crash of the checker itself.
  private mutating func readException() {
    let position = reader.position
    var text = context.excerpt
    let inside = reader.depth
    while reader.depth >= inside, let event = reader.next() {
      if event == .text { text.append(reader.text) }
    }
    noteFinding()
    var finding = finding(.error, of: nil)
    finding.message = PlainText.firstLine(of: text.text) ?? context.locale.string(.checkerFailed)
    finding.details = PlainText.trimmed(text.text)
    finding.fingerprint = "checkstyle:exception\u{1F}" + (path ?? "")
    finding.file = path
    finding.source = context.mark(position)
    report.add(finding)
    report.ending = .failed
    report.reason = report.reason ?? finding.message
  }

  /// The urgency of a severity; nil for `ignore`.
  private mutating func urgency(_ word: String?) -> Urgency? {
    guard let word else { return .error }
    switch word.lowercased() {
    case "error", "fatal": return .error
    case "warning": return .warning
    case "info": return .information
    case "ignore": return nil
    default:
      if unknownWords.insert(word.lowercased()).inserted {
        reader.report(
          .warning, "unknown-severity", at: reader.position,
          "unknown severity \(VisibleText.quoted(word)) is read as a warning")
      }
      return .warning
    }
  }

  /// The tool if the report names none. The report shows a localized name instead.
  private static let usualTool = "Style"
  /// The tools by the beginnings of `source`.
  private static let tools = [
    ("com.puppycrawl", "Checkstyle"), ("eslint.", "ESLint"), ("swiftlint.", "SwiftLint"),
    ("ShellCheck.", "ShellCheck"), ("PSR", "PHP_CodeSniffer"), ("Squiz", "PHP_CodeSniffer"),
    ("Generic", "PHP_CodeSniffer"), ("detekt.", "detekt"), ("ktlint", "ktlint"),
    ("phpstan", "PHPStan"), ("Psalm", "Psalm"),
  ]
  /// The departments of RuboCop. Their names do not contain its name.
  private static let departments: Set<Substring> = [
    "Bundler", "Gemspec", "Layout", "Lint", "Metrics", "Migration", "Naming", "Performance",
    "Rails", "RSpec", "Security", "Style",
  ]

  private static func tool(_ source: String) -> String? {
    if let (_, tool) = tools.first(where: { source.hasPrefix($0.0) }) { return tool }
    let parts = source.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count > 1 && departments.contains(parts[0]) ? "RuboCop" : nil
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

/// How many findings a part of a report claims, and how many it describes.
private struct FindingTotals {
  private var claimed = 0
  var shown = 0

  mutating func claim(in reader: borrowing XMLReader, _ unread: inout UnreadParts) {
    let findings =
      (reader.count("errors", &unread) ?? 0) + (reader.count("warnings", &unread) ?? 0)
    claimed = max(findings, reader.count("violations", &unread) ?? 0)
  }

  /// Adds the totals of a compared part.
  mutating func add(_ inner: FindingTotals) { shown += max(inner.shown, inner.claimed) }

  func noteUnshown(_ report: inout ImportedReport) {
    guard claimed > shown else { return }
    report.addShortfall(report.context.locale.count(.hiddenFailures, claimed - shown))
  }
}
