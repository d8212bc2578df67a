package import Basics
import Model

/// How much a run looked at, against the run before (N6).
package struct Coverage: Sendable, Hashable {
  package struct Count: Sendable, Hashable {
    package var now: Int
    package var before: Int
  }

  /// The tests that ran; nil if there are none in both runs.
  package var tests: Count?
  /// The files that tools list; nil unless both runs list them.
  package var files: Count?
  /// The tools of the run before that this one does not have, by the titles of their categories.
  package var missingTools: [String] = []

  init(_ dataset: Dataset, after baseline: Dataset) {
    if dataset.run?.status == .missing { return }
    let (now, before) = (dataset.run?.testsRun, baseline.run?.testsRun)
    if let before { tests = Count(now: now ?? 0, before: before) }
    guard var scope = dataset.scope, let scopeBefore = baseline.scope else { return }
    scope.follow(logOf: scopeBefore)
    if let now = scope.fileCount, let before = scopeBefore.fileCount {
      files = Count(now: now, before: before)
    }
    let tools = Set(scope.tools)
    // Everything of a format, or everything.
    if scope.parts.contains(where: { part in
      part.isExcept || part.kind != .message && part.categories == nil && part.tests == nil
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

  package var isLess: Bool {
    [tests, files].contains { $0.map { $0.now < $0.before } ?? false } || !missingTools.isEmpty
  }

  /// "Covers less than the run before: 1,204 tests run, 3,000 before"; nil if it does not.
  package func text(_ locale: Locale) -> String? {
    guard isLess else { return nil }
    var parts = [(CountKey.testsRun, tests), (.filesChecked, files)].compactMap { key, count in
      count.flatMap { count in
        count.now < count.before
          ? locale.string(
            .countBefore,
            ["now": locale.count(key, count.now), "before": locale.number(count.before)]) : nil
      }
    }
    if !missingTools.isEmpty {
      var shown = missingTools.prefix(Self.mostTools).map { $0 }
      if shown.count < missingTools.count {
        shown.append(
          locale.string(.andMore, ["count": locale.number(missingTools.count - shown.count)]))
      }
      parts.append(locale.string(.toolsNotRun, ["tools": locale.list(shown)]))
    }
    return locale.string(.coversLess, ["parts": parts.joined(separator: " · ")])
  }

  private static let mostTools = 5
}

extension RunScope {
  /// The categories of tools that looked at something.
  fileprivate var tools: [String] {
    parts.flatMap { $0.kind == .finding || $0.kind == .test ? $0.categories ?? [] : [] }
  }

  /// How many files are listed; nil if none are. Which files a log names depends on what is found.
  fileprivate var fileCount: Int? {
    let counts = parts.filter { part in
      part.categories.map { $0.contains { !$0.hasPrefix(RunScope.logs) } } ?? true
    }.compactMap(\.files?.count)
    return counts.isEmpty ? nil : counts.reduce(0, +)
  }
}
