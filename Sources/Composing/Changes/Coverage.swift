package import Basics
import Model

/// The coverage of a run, compared with the previous run (see "Less coverage").
package struct Coverage: Sendable, Hashable {
  package struct Count: Sendable, Hashable {
    package var now: Int
    package var before: Int
  }

  /// The tests that ran; nil if neither run has any.
  package var tests: Count?
  /// The files listed by tools; nil unless both runs list files.
  package var files: Count?
  /// The tools that only the previous run has, by the titles of their categories.
  package var missingTools: [String] = []
  /// The coverage shares that fell by a percentage point or more, as shown.
  private var fallen: [Share] = []
  /// Whether any coverage share changed.
  private(set) var areSharesOther = false

  private struct Share: Sendable, Hashable {
    /// The folder; empty for all sources.
    var folder: String
    var now: String
    var before: String
  }

  init(_ dataset: Dataset, after baseline: Dataset) {
    if dataset.run?.status == .missing { return }
    let (now, before) = (dataset.run?.testsRun, baseline.run?.testsRun)
    if let before { tests = Count(now: now ?? 0, before: before) }
    compareShares(dataset.run?.facts ?? [], baseline.run?.facts ?? [])
    guard var scope = dataset.scope, let scopeBefore = baseline.scope else { return }
    scope.follow(logOf: scopeBefore)
    // A complete run checked all existing files.
    if scope.parts.contains(where: \.isExcept) { return }
    if let now = scope.fileCount, let before = scopeBefore.fileCount {
      files = Count(now: now, before: before)
    }
    let tools = Set(scope.tools)
    // This part covers a whole format, or everything.
    if scope.parts.contains(where: { part in
      part.kind != .message && part.categories == nil && part.tests == nil
    }) {
      return
    }
    let titles = Dictionary(
      baseline.categories.map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
    for tool in scopeBefore.tools where !tools.contains(tool) && !tool.hasSuffix("*") {
      let format = tool.prefix { $0 != ":" }
      if tools.contains("\(format):*") { continue }
      let name = tool.utf8.firstIndex(of: UInt8(ascii: ":"))
        .map { String(tool[tool.utf8.index(after: $0)...]) }
      missingTools.append(titles[tool] ?? name ?? tool)
    }
  }

  private mutating func compareShares(_ now: [Dataset.Run.Fact], _ before: [Dataset.Run.Fact]) {
    let kind = Dataset.Run.Fact.Kind.coverage
    let old = Dictionary(
      before.filter { $0.kind == kind }.map { ($0.title, $0) }, uniquingKeysWith: { $1 })
    for fact in now where fact.kind == kind {
      guard let was = old[fact.title], was.value != fact.value else { continue }
      areSharesOther = true
      guard let now = fact.number, let before = was.number, now <= before - 1 else { continue }
      let folder =
        fact.title.hasPrefix(kind.title + " ") ? fact.title.dropFirst(kind.title.count) : ""
      fallen.append(Share(folder: String(folder), now: fact.value, before: was.value))
    }
  }

  /// Whether no test ran, unlike in the run before.
  var hasLostTests: Bool { tests.map { $0.now == 0 && $0.before > 0 } ?? false }

  /// Whether the run lost at least a tenth of the tests or files, or a tool, so that a report
  /// without messages means little.
  package var isMuchLess: Bool {
    [tests, files].contains { $0.map { $0.now < $0.before - $0.before / 10 } ?? false }
      || !missingTools.isEmpty
  }

  package var isLess: Bool { looksAtLess || !fallen.isEmpty }

  /// Whether the run checked less than the previous one, regardless of coverage shares.
  package var looksAtLess: Bool {
    [tests, files].contains { $0.map { $0.now < $0.before } ?? false } || !missingTools.isEmpty
  }

  /// "Covers less than the run before: 1,204 tests run, 3,000 before"; nil if it does not.
  package func text(_ locale: Locale) -> String? {
    guard isLess else { return nil }
    let parts = counts(locale) + [tools(locale)].compactMap { $0 }
    return locale.string(.coversLess, ["parts": parts.joined(separator: " · ")])
  }

  /// The same for a headline: "covers less: 1,204 tests run, 3,000 before", "not run: ESLint".
  func inShort(_ locale: Locale) -> [String] {
    let counts = counts(locale).first.map { locale.string(.coversLessInShort, ["parts": $0]) }
    return [counts, tools(locale)].compactMap { $0 }
  }

  /// The reduced counts: "1,204 tests run, 3,000 before".
  private func counts(_ locale: Locale) -> [String] {
    let shares = fallen.map { share in
      let value = locale.string(
        .labelWithValue,
        ["label": locale.string(.factCoverage) + share.folder, "value": share.now])
      return locale.string(.countBefore, ["now": value, "before": share.before])
    }
    let numbers: [String] = [(CountKey.testsRun, tests), (.filesChecked, files)].compactMap {
      key, count in
      guard let count, count.now < count.before else { return nil }
      return locale.string(
        .countBefore,
        ["now": locale.count(key, count.now), "before": locale.number(count.before)])
    }
    return numbers + shares
  }

  /// "not run: ESLint, build"; nil for none.
  private func tools(_ locale: Locale) -> String? {
    if missingTools.isEmpty { return nil }
    var shown = Array(missingTools.prefix(Self.mostTools))
    if shown.count < missingTools.count {
      shown.append(
        locale.string(.andMore, ["count": locale.number(missingTools.count - shown.count)]))
    }
    return locale.string(.toolsNotRun, ["tools": locale.list(shown)])
  }

  private static let mostTools = 5
}

extension RunScope {
  /// The categories of tools that checked something.
  fileprivate var tools: [String] {
    parts.flatMap { $0.kind == .finding || $0.kind == .test ? $0.categories ?? [] : [] }
  }

  /// The number of listed files; nil if none are listed. Logs do not count, because their files
  /// depend on the findings.
  fileprivate var fileCount: Int? {
    let counts = parts.filter { part in
      part.categories.map { $0.contains { !$0.hasPrefix(RunScope.logs) } } ?? true
    }.compactMap(\.files?.count)
    return counts.isEmpty ? nil : counts.reduce(0, +)
  }
}
