internal import Diagnostics
internal import JSON
internal import Localization
internal import Model
internal import ToolReports

/// Makes findings, tests and facts of the elements of lists, and compares them with the claims of
/// the report.
struct FormatReport {
  let file: FormatFile
  let variant: FormatFile.Variant
  let context: ImportContext
  var report: ImportedReport
  var log = DiagnosticLog()
  let rootValues: RootValues
  /// The shown findings, tests and failures.
  var shown = FormatCounts()
  /// The tools that the report names.
  private var tools: Set<String> = []
  /// The lists that are there, even if they are empty.
  private var present: Set<Int> = []
  /// The number of elements of all lists, including those that conditions leave out.
  private var elements = 0
  private var samples = FormatSamples()
  /// The number of elements that a list has a use for.
  private(set) var usedElements = 0
  var reported: Set<String> = []
  /// The lists that no path leads to, by name.
  var unknownLists: [String: UnknownList] = [:]
  /// Whether the report gives a total.
  var hasTotals = false
  /// Whether a line says that the run failed or completed.
  var hasFailedLine = false
  var hasCompletedLine = false
  /// The fields of all findings and tests, to compare them with an example; nil to keep none.
  var exampleFields: ExampleFields?

  init(_ file: FormatFile, _ variant: FormatFile.Variant, _ context: ImportContext) {
    (self.file, self.variant, self.context) = (file, variant, context)
    report = ImportedReport(context)
    rootValues = RootValues(hasLines: variant.kind == .jsonLines)
    log.open(file: context.path)
    report.holdsTests = variant.lists.contains {
      if case .test = $0.target { true } else { false }
    }
  }

  /// The name of the tool if it does not depend on the report, else of the format.
  private var usualTool: String {
    if case .constant(let tool)? = variant.tool { tool } else { file.title }
  }

  func tool(in scope: FormatScope) -> String { variant.tool?.text(in: scope) ?? usualTool }

  mutating func noteList(_ index: Int) { present.insert(index) }

  mutating func noteUnread(_ text: String, line: Int) {
    report.unread.add(text, line: line)
  }

  // MARK: Elements

  /// Adds an element of the first level of a list.
  mutating func addElement(_ node: FormatNode, list index: Int) {
    let list = variant.lists[index]
    // The root is no element.
    if list.levels[0].path.steps.count > 0 || list.levels.count == 1 {
      elements += 1
      present.insert(index)
    }
    enter(node, FormatScope(innermost: node, rootValues: rootValues), list, index, level: 0)
  }

  /// The nesting limit of the readers bounds the recursion.
  private mutating func enter(
    _ node: FormatNode, _ outer: FormatScope, _ list: FormatList, _ index: Int, level: Int
  ) {
    let step = list.levels[level]
    var scope = outer
    scope.innermost = node
    if let name = step.name {
      scope.outer[name] = (step.again == nil ? [] : outer.outer[name] ?? []) + [OuterElement(node)]
    }
    let before = shown
    if level == list.levels.count - 1 {
      add(scope, list)
    } else {
      let path = list.levels[level + 1].path
      let inner = scope.nodes(at: path)
      if inner.isEmpty {
        noteWrongPlace(of: path, scope)
        noteUnknownLists(besides: path, scope)
      }
      for node in inner {
        if level == 0, list.levels[0].path.steps.isEmpty { elements += 1 }
        enter(node, scope, list, index, level: level + 1)
      }
    }
    if let again = step.again {
      for inner in again.nodes(from: node) { enter(inner, scope, list, index, level: level) }
    }
    if let claims = list.claims, claims.level == level {
      compareTotals(of: claims.claims, scope, since: before)
      exampleFields?.add(claims.claims.values, at: "lists.\(index).claims", in: scope)
    }
  }

  /// Notes a text, a number or a truth value in the place of a list, or around it.
  private mutating func noteWrongPlace(of path: FormatPath, _ scope: FormatScope) {
    guard path.dialect == .json, case .children? = path.steps.last else { return }
    var outer = path
    outer.steps.removeLast()
    for node in [scope.innermost] + scope.nodes(at: outer) where node.text(.json) != nil {
      noteUnread("a value in place of a list", line: node.value.location.line)
    }
  }

  private mutating func add(_ scope: FormatScope, _ list: FormatList) {
    guard list.condition.holds(in: scope) else { return }
    usedElements += 1
    switch list.target {
    case .finding(let fields):
      addFinding(
        FormatFields(fields, scope), list.properties, list.flag?.holds(in: scope) ?? false)
    case .test(let fields, let suites):
      addTest(FormatFields(fields, scope), suites, list.flag?.holds(in: scope) ?? false)
    case .fact(let fact): add(fact, scope)
    }
  }

  private mutating func add(_ fact: FormatFact, _ scope: FormatScope) {
    guard let title = fact.title.text(in: scope), let value = fact.value.text(in: scope) else {
      return
    }
    let unit = fact.unit?.text(in: scope)
    let better = fact.better?.text(in: scope).flatMap(Dataset.Run.Fact.Better.init)
    guard unit != nil || better != nil, let number = Double(value), number.isFinite else {
      return report.properties.append((title, [value]))
    }
    let metric = Dataset.Run.Fact(title: title, measuring: number, unit: unit, better: better)
    guard let choice = fact.choice else { return report.metrics.append(metric) }
    samples.add(metric, choice)
  }

  mutating func note(tool: String) {
    // Most reports are of one tool.
    if !tools.contains(tool) { tools.insert(tool) }
  }

  // MARK: The end

  /// Ends the report.
  ///
  /// - Parameters:
  ///   - hasFailed: Whether the report could not be read to its end.
  ///   - showsEnd: Whether the end of the text shows that the report is whole.
  mutating func finish(hasFailed: Bool, showsEnd: Bool) {
    rootValues.endLines()
    let root = FormatNode(value: JSONValue(.null, at: SourceLocation(file: context.path)))
    let scope = FormatScope(innermost: root, rootValues: rootValues)
    report.finishTests()
    report.metrics += samples.facts
    noteScope(scope)
    readRun(scope)
    exampleFields?.add(variant.run.values, at: "run", in: scope)
    exampleFields?.add(variant.claims.values, at: "claims", in: scope)
    guard !hasFailed else { return }
    compareTotals(of: variant.claims, scope, since: FormatCounts())
    if rootValues.isFull { report.addShortfall(context.locale.string(.didNotFinish)) }
    let isEmpty = elements == 0 && variant.checksNothingIfEmpty
    if present.isEmpty && showsEnd || isEmpty, report.unread.isEmpty { noteNothing() }
    addUnknownLists()
    let completed =
      variant.run.completed?.holds(in: scope)
      ?? variant.run.completedLines.map { _ in hasCompletedLine }
    if hasFailedLine || variant.run.failed?.holds(in: scope) == true {
      report.ending = .failed
    } else if let completed {
      if !completed {
        report.ending = .incomplete
      } else if report.ending == .unknown {
        report.ending = .completed
      }
    } else if report.ending == .unknown, showsEnd {
      report.ending = .completed
    }
  }

  private mutating func noteNothing() {
    report.addShortfall(
      context.locale.string(
        report.holdsTests ? .noTestsRun : .toolDidNotRun, ["tool": usualTool]))
    log.add(
      Diagnostic(
        .warning, "no-results", "the report lists nothing: nothing was checked",
        at: SourceLocation(file: context.path, line: 1, column: 1),
        help: ["see what \(usualTool) was called with"]))
  }

  private mutating func noteScope(_ scope: FormatScope) {
    let isOfFindings = variant.lists.contains {
      if case .finding = $0.target { true } else { false }
    }
    guard isOfFindings else { return }
    report.note(scanned: variant.scanned?.text(in: scope))
    let files = variant.looked?.texts(in: scope)
    if let tool = variant.tool?.text(in: scope) { tools.insert(tool) }
    if tools.isEmpty { return report.look(with: nil, at: files) }
    for tool in tools.sorted() { report.look(with: tool, at: files) }
  }

  private mutating func readRun(_ scope: FormatScope) {
    let fields = variant.run.fields
    func text(_ field: FormatRun.RunField) -> String? { fields[field]?.text(in: scope) }
    report.title = text(.title)
    report.url = text(.url)
    report.commit = text(.commit)
    report.branch = text(.branch)
    report.reason = text(.reason)
    report.started = text(.started).flatMap(ReportedTime.time)
    report.finished = text(.finished).flatMap(ReportedTime.time)
    report.wall = fields[.seconds]?.number(in: scope).flatMap { ReportedDuration.seconds($0) }
  }
}

/// The values of an element by field.
struct FormatFields<Field: Hashable> {
  let values: [Field: FormatValue]
  let scope: FormatScope

  init(_ values: [Field: FormatValue], _ scope: FormatScope) {
    (self.values, self.scope) = (values, scope)
  }

  func text(_ field: Field) -> String? { values[field]?.text(in: scope) }

  func whole(_ field: Field) -> Int? { values[field]?.whole(in: scope) }

  func number(_ field: Field) -> Double? { values[field]?.number(in: scope) }

  /// The place of the element in the report.
  var location: SourceLocation { scope.innermost.value.location }
}
