package import Time

/// The tests, tools and reports that a run covered, for the comparison with later runs that cover less (see
/// "Less coverage").
package struct CoverageReference: Sendable, Hashable {
  /// A tool with a report: the category of its findings, and the title of this category.
  package struct Tool: Sendable, Hashable {
    package var id: String
    package var title: String

    package init(id: String, title: String) {
      self.id = id
      self.title = title
    }
  }

  /// The day of the run; nil if it is unknown.
  package var date: CivilDate?
  /// The number of later runs. All of them covered less, or were not read whole.
  package var laterRuns = 0
  /// The number of tests that ran; nil if the run names none. A test in several reports counts once.
  package var testsRun: Int?
  /// The number of existing tests, including skipped ones. Each test counts once, however many
  /// reports have it.
  package var tests = 0
  /// The number of tests that later runs removed, without those that they added.
  package var removed = 0
  package var reports: [ReadReport] = []
  package var tools: [Tool] = []

  package init() {}

  package init(_ dataset: Dataset, on date: CivilDate? = nil) {
    self.date = date
    testsRun = dataset.testsRunOnce
    tests = dataset.scope?.testCount() ?? 0
    reports = dataset.reports
    let titles = Dictionary(
      dataset.categories.map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
    var known: Set<String> = []
    for id in dataset.scope?.tools ?? [] where !id.hasSuffix("*") && known.insert(id).inserted {
      tools.append(Tool(id: id, title: titles[id] ?? Self.name(ofTool: id)))
    }
  }

  /// The name of a tool in the id of its category: `build` in `lines:build`.
  private static func name(ofTool id: String) -> String {
    guard let colon = id.utf8.firstIndex(of: UInt8(ascii: ":")) else { return id }
    return String(id[id.utf8.index(after: colon)...])
  }
}

extension RunScope {
  /// The categories of tools that checked something.
  package var tools: [String] {
    parts.flatMap { $0.kind == .finding || $0.kind == .test ? $0.categories ?? [] : [] }
  }
}
