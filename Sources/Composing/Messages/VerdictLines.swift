internal import Localization
package import Model

/// The verdict in lines of decreasing importance: the most urgent messages with their news, the
/// warnings, and the rest (see "Counts in the verdict" and "The headline"). Every target shows
/// these lines.
package struct VerdictLines: Sendable {
  /// "7 errors, 5 new"; "6 errors since 3 Nov"; "All clear".
  package var first: [ChangeCounts.Part] = []
  /// "11 warnings, 2 new"; empty if the first line is about warnings.
  package var second: [ChangeCounts.Part] = []
  /// "4 successes, 7 notes (5 new) · 4 fixed, 18 unchanged".
  package var rest: [ChangeCounts.Part] = []
  /// The end of `rest`: "4 fixed, 18 unchanged".
  package var quiet: [ChangeCounts.Part] = []
  /// The numbers of new messages of the other urgencies.
  package var news: [Urgency: Int] = [:]

  init() {}

  /// A single line.
  package init(text: String) { first = [ChangeCounts.Part(text: text)] }
}

extension [ChangeCounts.Part] {
  package var text: String { map { $0.separator + $0.text }.joined() }
}

/// The numbers of messages by their change, then by the rank of their urgency.
struct UrgencyChanges {
  private var counts: [ChangeList.Kind: [Int]] = [:]
  private(set) var still = [Int](repeating: 0, count: Urgency.allCases.count)

  init(_ report: Report) {
    for index in report.changes.indices {
      let rank = report.messages[index].urgency.rank
      switch report.changes[index] {
      case .new, .worse, .expired:
        counts[report.listKind(of: index), default: still.map { _ in 0 }][rank] += 1
      case .still: still[rank] += 1
      case .better, .fixed, .removed, .unseen, .gone: break
      }
    }
  }

  subscript(_ kind: ChangeList.Kind) -> [Int] { counts[kind] ?? still.map { _ in 0 } }

  func news(_ rank: Int) -> Int { counts.values.reduce(0) { $0 + $1[rank] } }
}

extension Report {
  /// Sets the lines. Needs the returned messages.
  ///
  /// - Parameter rest: The unchanged messages of their highest urgency; nil for none.
  mutating func setVerdictLines(_ changes: UrgencyChanges, _ rest: Headline.Rest?) {
    var lines = VerdictLines()
    if verdict.total == 0 {
      lines.first = [ChangeCounts.Part(text: verdict.text)]
    }
    for (place, count) in verdict.counts.enumerated() {
      if place > 0 { lines.news[count.urgency] = changes.news(count.urgency.rank) }
      if place == 0 {
        lines.first = line(of: count, changes, rest)
      } else if count.urgency == .warning {
        lines.second = line(of: count, changes, nil)
      } else {
        let news = changes.news(count.urgency.rank)
        let text =
          news == 0
          ? count.text
          : locale.string(
            .newsAndRest,
            [
              "news": count.text,
              "rest": locale.count(.new, news, of: count.urgency.countKey),
            ])
        lines.rest.append(ChangeCounts.Part(text: text))
      }
    }
    lines.rest.separate(locale)
    var said = comparison?.counts.quietParts(locale) ?? []
    // The first line already shows this.
    if lines.first.contains(where: { $0.filter == .still }), rest?.count == comparison?.still {
      said.removeAll { $0.filter == .still }
    }
    lines.quiet = said
    if !said.isEmpty { said[0].separator = lines.rest.isEmpty ? "" : " · " }
    lines.rest += said
    verdict.lines = lines
  }

  /// "7 errors, 5 new, 1 back"; "5 new errors" if all are new.
  private func line(
    of count: Verdict.Count, _ changes: UrgencyChanges, _ rest: Headline.Rest?
  ) -> [ChangeCounts.Part] {
    let rank = count.urgency.rank
    let whole: CountKey? =
      switch count.urgency {
      case .error: .newErrors
      case .warning: .newWarnings
      case .success, .information, .neutral: nil
      }
    if let whole, changes[.new][rank] == count.count {
      return [ChangeCounts.Part(text: locale.count(whole, count.count), list: .new)]
    }
    if let rest, rest.urgency == count.urgency, rest.count == count.count {
      let isQuiet = comparison.map { !$0.counts.hasNew } ?? true
      return [
        ChangeCounts.Part(text: rest.text(locale, isQuiet: isQuiet, self), filter: .still)
      ]
    }
    let news: [(CountKey, ChangeList.Kind)] = [
      (.new, .new), (.back, .back), (.worse, .worse), (.expired, .expired),
    ]
    var parts = [ChangeCounts.Part(text: count.text)]
    for (key, kind) in news where changes[kind][rank] > 0 {
      parts.append(
        ChangeCounts.Part(
          text: locale.count(key, changes[kind][rank], of: count.urgency.countKey), list: kind))
    }
    parts.separate(locale)
    return parts
  }

  /// The verdict in a few words, for a window title: "7 errors, 5 new"; "Run failed, 7 errors".
  package var brief: String {
    let run = run.flatMap { $0.isAlarming ? $0.headline : nil }
    let words = run != nil && verdict.total == 0 ? "" : verdict.lines.first.text
    let gaps = verdict.total == 0 && run == nil ? [] : gaps.map(\.inShort)
    return locale.list(([run, words] + gaps).compactMap { $0 }.filter { !$0.isEmpty })
  }
}
