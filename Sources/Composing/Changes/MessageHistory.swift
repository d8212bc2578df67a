package import Basics

/// What a site remembers of a message, the current run included.
package struct MessageHistory: Sendable, Hashable {
  /// The date of the first of the consecutive runs that had it.
  package var since: CivilDate
  /// The number of consecutive runs that had it.
  package var runs: Int
  /// Whether each of the last runs had it, the oldest first.
  package var presence: [Bool]

  package init(since: CivilDate, runs: Int, presence: [Bool]) {
    self.since = since
    self.runs = runs
    self.presence = presence
  }

  /// Whether it came and went at least twice in the remembered runs.
  package var isFlaky: Bool {
    zip(presence, presence.dropFirst()).count { $0 && !$1 } >= 2
  }

  /// Whether it is here again after a run that no longer had it.
  package var isBack: Bool {
    let before = presence.dropLast()
    return presence.last == true && before.last == false && before.contains(true)
  }

  /// "Comes and goes" for a flaky message.
  package func flakyText(_ locale: Locale) -> String? { isFlaky ? locale.string(.flaky) : nil }

  /// "9 runs, since 12 Nov 2026"; nil when the current run is the first that has it.
  package func text(_ locale: Locale) -> String? {
    guard runs > 1 else { return nil }
    return locale.string(
      .stillSince,
      [
        "runs": locale.count(.runs, runs),
        "date": locale.pattern(.date).format(since, locale: locale),
      ])
  }

  /// "●○●": a sign for each of the last runs, the oldest first.
  package var strip: String { String(presence.map { $0 ? "●" : "○" }) }

  /// The strip in words: "Last runs: 3 of 14".
  package func stripText(_ locale: Locale) -> String {
    locale.string(
      .lastRuns,
      [
        "runs": locale.string(
          .positionOf,
          [
            "position": locale.number(presence.count { $0 }),
            "total": locale.number(presence.count),
          ])
      ])
  }
}

extension Report {
  /// The history of a message in a site; nil without one. A new message has none before this run,
  /// even if an equal one is older.
  package func history(of position: Int) -> MessageHistory? {
    if histories.isEmpty { return nil }
    let fingerprint =
      position < fingerprints.count
      ? fingerprints[position] : Fingerprint(of: messages, at: position)
    guard var history = histories[fingerprint] else { return nil }
    if position < changes.count, changes[position] == .new {
      (history.since, history.runs) = (zone.wall(at: now).date, 1)
    }
    return history
  }
}
