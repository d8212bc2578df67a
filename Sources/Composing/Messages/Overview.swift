internal import Localization
internal import Model

/// The verdict over all messages, filtered or not (see "The verdict comes first").
struct Overview {
  let verdict: Report.Verdict
  /// "No test was run", unless the verdict already says it.
  let noTests: String?
  /// Whether no test ran.
  let lacksTests: Bool

  /// - Parameter known: "4 known", for a verdict without messages; nil for none.
  init(
    _ dataset: Dataset, _ assignment: CategoryAssignment, shown: Int, _ comparison: Comparison?,
    _ gaps: [Report.Gaps], known: String?, _ locale: Locale
  ) {
    let unseen = comparison?.urgentUnseen ?? 0
    let byUrgency = Overview.counts(assignment.facts)
    let counts = Urgency.allCases.reversed().compactMap { urgency -> Report.Verdict.Count? in
      let count = byUrgency[urgency.rank]
      if count == 0 { return nil }
      return .init(
        urgency: urgency, count: count, text: locale.count(urgency.countKey, count))
    }
    let total = dataset.messages.count
    lacksTests = dataset.run?.testsRun == 0 || comparison?.coverage.hasLostTests ?? false
    let noTests = lacksTests ? locale.string(.noTestsRun) : nil
    let isWhole = gaps.isEmpty && unseen == 0 && !(comparison?.coverage.isMuchLess ?? false)
    let isClear = dataset.run?.status == .completed && isWhole && noTests == nil
    let kind = Overview.kind(total: total, isClear: isClear)
    let highest = counts.first?.urgency ?? (kind == .allClear ? .success : .neutral)
    let isAlarming = dataset.run?.status.map { $0 != .completed } ?? false
    let isGreen = highest == .success && !isAlarming && isWhole
    let hasNothing = kind == .nothingReported
    var text =
      hasNothing
      ? noTests ?? Overview.nothing(isRead: gaps.isEmpty, isKnown: known != nil, locale)
      : Overview.text(kind, total: total, counts, locale)
    if !gaps.isEmpty {
      let rest = locale.list(gaps.map(\.inShort))
      text = locale.string(.quietAndRest, ["news": text, "rest": rest])
    }
    if total == 0, let known { text = text.isEmpty ? known : locale.list([text, known]) }
    verdict = Report.Verdict(
      kind: kind, total: total,
      urgency: highest == .success && !isGreen ? .neutral : highest, counts: counts, text: text,
      shown: shown, isClear: isClear)
    self.noTests = hasNothing ? nil : noTests
  }

  /// By rank.
  private static func counts(_ messages: [CategoryAssignment.Facts]) -> [Int] {
    var counts = [Int](repeating: 0, count: Urgency.allCases.count)
    for message in messages { counts[message.urgency.rank] += 1 }
    return counts
  }

  private static func kind(total: Int, isClear: Bool) -> Report.Verdict.Kind {
    switch total {
    case 0: isClear ? .allClear : .nothingReported
    case 1: .single
    default: .several
    }
  }

  /// The text of a verdict without messages; empty if only known messages exist.
  private static func nothing(isRead: Bool, isKnown: Bool, _ locale: Locale) -> String {
    if !isRead { return locale.string(.nothingFound) }
    return isKnown ? "" : locale.string(.noMessages)
  }

  private static func text(
    _ kind: Report.Verdict.Kind, total: Int, _ counts: [Report.Verdict.Count], _ locale: Locale
  ) -> String {
    let list = locale.list(counts.map(\.text))
    return switch kind {
    case .allClear: locale.string(.allClear)
    case .nothingReported: locale.string(.noMessages)
    case .single: list
    // "503 messages: 503 errors" would repeat the number.
    case .several where counts.count == 1: list
    case .several:
      locale.string(
        .overview, ["messages": locale.count(.messages, total), "counts": list])
    }
  }
}

extension Dataset {
  /// Whether the run consists of tests only and its reports do not state that it completed. All
  /// formats of tests state this, unlike logs.
  var isUnfinished: Bool {
    guard let parts = scope?.parts, !parts.isEmpty else { return false }
    return run?.testsRun ?? 0 > 0 && run?.status == nil && parts.allSatisfy { $0.tests != nil }
  }
}
