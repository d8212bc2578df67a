package import Localization
package import Time

/// A site's memory of a message, including the current run.
package struct MessageHistory: Sendable, Hashable {
  /// The presence of a message in a run.
  package enum State: Sendable, Hashable {
    case there, gone
    /// The run did not check for it, so it may have existed.
    case notRun
  }

  /// The date of the first of the consecutive runs with the message.
  package var since: CivilDate
  /// The number of consecutive runs with the message.
  package var runs: Int
  /// The state in each of the last runs, the oldest first.
  package var states: [State]
  /// The date of the last run with the message, if the current or the previous run lacks it.
  package var lastSeen: CivilDate?
  /// Whether it was fixed earlier, and the current run is the first that has it again.
  package var isBack: Bool
  /// The memory of a test that comes and goes; nil for other messages.
  package var flakiness: Flakiness?

  package init(
    since: CivilDate, runs: Int, states: [State], lastSeen: CivilDate? = nil, isBack: Bool = false
  ) {
    self.since = since
    self.runs = runs
    self.states = states
    self.lastSeen = lastSeen
    self.isBack = isBack
  }

  /// The presence in each of the last runs that checked for it, the oldest first.
  package var presence: [Bool] { states.filter { $0 != .notRun }.map { $0 == .there } }

  /// Whether it vanished and returned at least twice in the remembered runs that checked for it, or
  /// is in one of them and did so before.
  package var isFlaky: Bool {
    let presence = presence
    if zip(presence, presence.dropFirst()).count(where: { $0 && !$1 }) >= 2 { return true }
    return flakiness?.times ?? 0 >= Flakiness.leastTimes && presence.contains(true)
  }

  /// "Intermittent" for a flaky message.
  package func flakyText(_ locale: Locale) -> String? { isFlaky ? locale.string(.flaky) : nil }

  /// "9 runs, since 12 Nov 2026"; "last seen 12 Nov 2026" for a returned message; nil if the
  /// current run is the first that has it.
  package func text(_ locale: Locale) -> String? {
    guard runs > 1 else { return isBack ? lastSeenText(locale) : nil }
    return locale.string(
      .stillSince,
      [
        "runs": locale.count(.runs, runs),
        "date": locale.pattern(.date).format(since, locale: locale),
      ])
  }

  /// "last seen 12 Nov 2026".
  package func lastSeenText(_ locale: Locale) -> String? {
    lastSeen.map {
      locale.string(
        .lastSeen, ["date": locale.pattern(.date).format($0, locale: locale)])
    }
  }

  /// The share of the remembered runs that had it.
  package var rate: Double {
    presence.isEmpty ? 0 : Double(presence.count { $0 }) / Double(presence.count)
  }

  /// The last runs in words: "Last runs: 3 of 12, 2 not run"; for a flaky message "Last runs: 3 of
  /// 12 (25%)".
  package func stripText(_ locale: Locale) -> String {
    let presence = presence
    var had = locale.string(
      .positionOf,
      [
        "position": locale.number(presence.count { $0 }), "total": locale.number(presence.count),
      ])
    if isFlaky {
      let share = locale.percent(String(Int((rate * 100).rounded())))
      had = locale.string(.newsAndRest, ["news": had, "rest": share])
    }
    let notRun = states.count - presence.count
    return locale.string(
      .lastRuns,
      [
        "runs": locale.list([had] + (notRun > 0 ? [locale.count(.unseen, notRun, of: .runs)] : []))
      ])
  }
}

/// The shown histories of a report's messages. A loop over messages fetches this value once,
/// because each call on the report would copy the report.
package struct ShownHistories: Sendable {
  private let histories: [MessageHistory]
  private let changes: [Report.Change]
  private let zone: TimeZoneRules
  private let now: Instant

  package init(of report: Report) {
    histories = report.histories
    changes = report.changes
    zone = report.zone
    now = report.now
  }

  package var isEmpty: Bool { histories.isEmpty }

  /// The history of a message in a site; nil without one. A new message has no history, even if the
  /// site knows it and only the given baseline lacks it.
  package func history(of position: Int) -> MessageHistory? {
    guard position < histories.count else { return nil }
    var history = histories[position]
    if position < changes.count, changes[position] == .new {
      (history.since, history.runs) = (zone.wall(at: now).date, 1)
    }
    return history
  }

  /// Whether a message is new and existed before the previous run.
  package func isBack(_ position: Int) -> Bool {
    guard position < histories.count, position < changes.count, changes[position] == .new else {
      return false
    }
    return histories[position].isBack
  }
}

extension Report {
  package var shownHistories: ShownHistories { ShownHistories(of: self) }
}
