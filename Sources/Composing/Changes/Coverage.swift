package import Localization
import Model
package import Time

/// The coverage of a run, compared with the previous run (see "Less coverage").
package struct Coverage: Sendable, Hashable {
  package struct Count: Sendable, Hashable {
    package var now: Int
    package var before: Int
  }

  /// An earlier run that covered more than the previous run.
  package struct Earlier: Sendable, Hashable {
    /// The day of the run; nil if it is unknown.
    package var date: CivilDate?
    package var loss: CoverageLoss
  }

  /// The tests and tools that the run lost since the previous run.
  package private(set) var loss: CoverageLoss
  /// The run that still counts as the reference, because this run and all runs since then cover
  /// much less.
  package private(set) var earlier: Earlier?
  /// The files listed by tools; nil unless both runs list files.
  package var files: Count?
  /// The coverage shares that fell by a percentage point or more, as shown.
  private var fallen: [Share] = []
  /// Whether any coverage share changed.
  private(set) var areSharesOther = false

  private struct Share: Sendable, Hashable {
    /// The folder; empty for all sources.
    var folder: String
    var now: Dataset.Run.Fact
    var before: Dataset.Run.Fact
  }

  init(_ dataset: Dataset, after baseline: Dataset) {
    loss = CoverageLoss(dataset, after: CoverageReference(baseline))
    if dataset.run?.status == .missing { return }
    compareShares(dataset.run?.facts ?? [], baseline.run?.facts ?? [])
    if dataset.isDeclaredWhole { return }
    if let now = dataset.scope?.fileCount, let before = baseline.scope?.fileCount {
      files = Count(now: now, before: before)
    }
    guard let reference = baseline.reference, reference.laterRuns > 0 else { return }
    let lossSince = CoverageLoss(dataset, after: reference)
    if lossSince.isMuch { earlier = Earlier(date: reference.date, loss: lossSince) }
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
      fallen.append(Share(folder: String(folder), now: fact, before: was))
    }
  }

  /// Whether a run has a number of tests, so that fewer ones are known.
  package var knowsTests: Bool { loss.tests != nil }

  /// The numbers of tests, if fewer ran than in the previous run, or much fewer than in an earlier
  /// one.
  package var fewerTests: Count? {
    [loss.tests, earlier?.loss.tests].lazy.compactMap { $0 }.first { $0.isLess }
  }

  /// Whether no test ran, unlike in the previous run.
  package var hasLostTests: Bool { loss.hasLostTests }

  /// Whether the run lost so much that a report without messages means little.
  package var isMuchLess: Bool { loss.isMuch || files?.isMuchLess ?? false || earlier != nil }

  package var isLess: Bool { looksAtLess || !fallen.isEmpty || isLessThanEarlier }

  /// Whether the run ran another number of tests than the previous run, and fewer than an earlier
  /// one. If the number stays, the loss is no news.
  private var isLessThanEarlier: Bool {
    earlier?.loss.tests.map { $0.isLess && $0.now != loss.tests?.before ?? 0 } ?? false
  }

  /// Whether the run checked less than the previous one, regardless of coverage shares.
  package var looksAtLess: Bool { loss.isLess || files?.isLess ?? false }

  /// "Covered less than the previous run: 1,204 tests (was 3,000)", "Covered less than on 3 Nov:
  /// not run: ESLint"; nil if it does not.
  ///
  /// - Parameter today: The day of the report.
  package func text(_ locale: Locale, today: CivilDate) -> String? {
    let since = earlier.map { earlier in
      locale.string(
        earlier.date == nil ? .coversLessThanEarlier : .coversLessThanOn,
        ["date": earlier.dateText(locale, today), "parts": earlier.parts(locale)])
    }
    let parts = counts(locale) + [earlier == nil ? loss.names(locale) : nil].compactMap { $0 }
    let before =
      parts.isEmpty
      ? nil : locale.string(.coversLess, ["parts": parts.joined(separator: " · ")])
    let texts = [since, before].compactMap { $0 }
    return texts.isEmpty ? nil : texts.joined(separator: " · ")
  }

  /// The same for a headline: "partial run, 1,204 tests (was 3,000)", "not run
  /// (ESLint)".
  func inShort(_ locale: Locale, today: CivilDate) -> [String] {
    if let earlier {
      return [
        locale.string(
          earlier.date == nil ? .coversLessInShort : .coversLessThanOnInShort,
          ["date": earlier.dateText(locale, today), "parts": earlier.parts(locale, inShort: true)])
      ]
    }
    let counts = counts(locale).first.map {
      looksAtLess ? locale.string(.coversLessInShort, ["parts": $0]) : $0
    }
    return [counts, loss.names(locale, inShort: true)].compactMap { $0 }
  }

  /// The reduced counts: "1,204 tests (was 3,000)". Without those that are compared with an
  /// earlier run.
  private func counts(_ locale: Locale) -> [String] {
    let shares = fallen.map { share in
      let (now, before) = (Self.text(share.now, locale), Self.text(share.before, locale))
      let name = locale.string(.factCoverage) + share.folder
      return locale.string(.shareBefore, ["name": name, "now": now, "before": before])
    }
    let tests = earlier == nil ? loss.count(locale) : nil
    return [tests, files?.text(.filesChecked, locale)].compactMap { $0 } + shares
  }
}

extension Coverage {
  private static func text(_ fact: Dataset.Run.Fact, _ locale: Locale) -> String {
    locale.measured(value: fact.value, number: fact.number, unit: "%")
  }
}

extension Coverage.Earlier {
  fileprivate func parts(_ locale: Locale, inShort: Bool = false) -> String {
    let parts = [loss.count(locale), loss.names(locale, inShort: inShort)].compactMap { $0 }
    return inShort ? locale.list(parts) : parts.joined(separator: " · ")
  }

  /// "3 Nov", "3 Nov 2025".
  fileprivate func dateText(_ locale: Locale, _ today: CivilDate) -> String {
    guard let date else { return "" }
    return locale.pattern(date.year == today.year ? .yearTimestamp : .date)
      .format(date, locale: locale)
  }
}

extension RunScope {
  /// The number of listed files; nil if none are listed. Logs do not count, because their files
  /// depend on the findings.
  fileprivate var fileCount: Int? {
    let counts = parts.filter { part in
      part.categories.map { $0.contains { !$0.hasPrefix(RunScope.logs) } } ?? true
    }.compactMap(\.files?.count)
    return counts.isEmpty ? nil : counts.reduce(0, +)
  }
}
