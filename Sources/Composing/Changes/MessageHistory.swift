package import Basics

/// What a site remembers of a message, the current run included.
package struct MessageHistory: Sendable, Hashable {
  /// What a run says of a message.
  package enum State: Sendable, Hashable {
    case there, gone
    /// The run did not look for it, so that it may have been there.
    case notRun
  }

  /// The date of the first of the consecutive runs that had it.
  package var since: CivilDate
  /// The number of consecutive runs that had it.
  package var runs: Int
  /// What each of the last runs says of it, the oldest first.
  package var states: [State]
  /// The date of the last run that had it, if the run before the current one or the current one
  /// itself had not.
  package var lastSeen: CivilDate?
  /// Whether it was fixed before, and the current run is the first that has it again.
  package var isBack: Bool

  package init(
    since: CivilDate, runs: Int, states: [State], lastSeen: CivilDate? = nil, isBack: Bool = false
  ) {
    self.since = since
    self.runs = runs
    self.states = states
    self.lastSeen = lastSeen
    self.isBack = isBack
  }

  /// Whether each of the last runs that looked for it had it, the oldest first.
  package var presence: [Bool] { states.filter { $0 != .notRun }.map { $0 == .there } }

  /// Whether it came and went at least twice in the remembered runs that looked for it.
  package var isFlaky: Bool {
    zip(presence, presence.dropFirst()).count { $0 && !$1 } >= 2
  }

  /// "Comes and goes" for a flaky message.
  package func flakyText(_ locale: Locale) -> String? { isFlaky ? locale.string(.flaky) : nil }

  /// "9 runs, since 12 Nov 2026"; "last seen 12 Nov 2026" for a message that is back; nil when the
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

  /// "●○·●": a sign for each of the last runs, the oldest first.
  package var strip: String {
    let signs = states.map { state -> Character in
      switch state {
      case .there: "●"
      case .gone: "○"
      case .notRun: "·"
      }
    }
    return String(signs)
  }

  /// The strip in words: "Last runs: 3 of 12, 2 not run".
  ///
  /// - Parameter share: Stands behind the number of runs that had it: " (25 %)".
  package func stripText(_ locale: Locale, share: String = "") -> String {
    let presence = presence
    let had = locale.string(
      .positionOf,
      [
        "position": locale.number(presence.count { $0 }), "total": locale.number(presence.count),
      ])
    let notRun = states.count - presence.count
    return locale.string(
      .lastRuns,
      [
        "runs": locale.list([had + share] + (notRun > 0 ? [locale.count(.unseen, notRun)] : []))
      ])
  }
}

/// The histories of a report's messages as they are shown. A loop over messages takes this from the
/// report once: asking the report for each message would copy the report each time.
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

  /// The history of a message in a site; nil without one. A new message has none before this run,
  /// even if the site knows it and another baseline than the site's does not have it.
  package func history(of position: Int) -> MessageHistory? {
    guard position < histories.count else { return nil }
    var history = histories[position]
    if position < changes.count, changes[position] == .new {
      (history.since, history.runs) = (zone.wall(at: now).date, 1)
    }
    return history
  }

  /// Whether a message is new and was there before the previous run.
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
