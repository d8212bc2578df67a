package import Basics
package import Model

/// How a run's own status differs from that of the run before (N1).
package struct RunChange: Sendable, Hashable {
  /// nil where the run before does not say.
  package let before: Dataset.Run.Status?
  /// nil where the run does not say.
  package let now: Dataset.Run.Status?

  /// nil when nothing has changed. A run that says nothing of its status and one that completed are
  /// the same as long as neither follows a bad one.
  package init?(from before: Dataset.Run.Status?, to now: Dataset.Run.Status?) {
    func isBad(_ status: Dataset.Run.Status?) -> Bool { status.map { $0 != .completed } ?? false }
    guard before != now, isBad(before) || isBad(now) else { return nil }
    self.before = before
    self.now = now
  }

  package var isBackToNormal: Bool { now == .completed }
}

/// How many messages have changed, and how, since the run before; each is counted once (N1).
package struct ChangeCounts: Sendable, Hashable {
  package var new = 0
  /// Still there and more urgent than before.
  package var worse = 0
  /// Still there and less urgent than before.
  package var better = 0
  /// Still there and as urgent as before.
  package var still = 0
  /// Errors and warnings that are not there any more (N2).
  package var fixed = 0
  /// Errors and warnings that a run which did not complete has not seen: they may still be there.
  package var unseen = 0
  /// Whatever else is not there any more; no headline speaks of it.
  package var gone = 0
  package var run: RunChange?

  package init(run: RunChange? = nil) {
    self.run = run
  }

  /// Whether anything at all has changed.
  package var hasNews: Bool {
    new + worse + better + fixed + unseen + gone > 0 || run != nil
  }

  /// Whether anything is new or more urgent than it was.
  package var hasNew: Bool { new + worse > 0 }

  /// The messages of tonight.
  package var current: Int { new + worse + better + still }

  /// "2 new", "1 fixed"; "nothing new, nothing fixed" or "nothing has changed" where there is none.
  package func headlines(_ locale: Locale) -> [String] {
    guard hasNews else { return [locale.string("noChanges")] }
    let counts = [
      ("new", new), ("worse", worse), ("better", better), ("fixed", fixed), ("unseen", unseen),
    ]
    let texts = counts.filter { $0.1 > 0 }.map { locale.count($0.0, $0.1) }
    return texts.isEmpty ? [locale.string("noNews")] : texts
  }

  /// "failed, was completed · 2 new, 1 fixed, 24 still there"; "nothing has changed".
  package func text(_ locale: Locale) -> String {
    [run.map(locale.words), messagesText(locale)].compactMap { $0 }.joined(separator: " · ")
  }

  /// The same of the messages alone.
  package func messagesText(_ locale: Locale) -> String {
    var parts = headlines(locale)
    if hasNews, still > 0 { parts.append(locale.count("still", still)) }
    return locale.list(parts)
  }
}

extension Report {
  /// How the run went where that stands above all else, or what has changed about it: "The run failed,
  /// was completed"; "back to normal".
  package var runHeadline: (headline: String?, change: String?) {
    let change = comparison?.run
    guard let run, run.isAlarming, let headline = run.headline else {
      return (nil, change.map(locale.words))
    }
    return (locale.list([headline, change.flatMap(locale.before)].compactMap { $0 }), nil)
  }
}

extension Locale {
  /// "failed, was completed"; "back to normal".
  package func words(for change: RunChange) -> String {
    if change.isBackToNormal { return string("backToNormal") }
    return list([word(for: change.now), before(change)].compactMap { $0 })
  }

  /// "was completed"; nil where the run before did not say.
  package func before(_ change: RunChange) -> String? {
    guard change.before != nil else { return nil }
    return string("runWas", ["status": word(for: change.before)])
  }

  private func word(for status: Dataset.Run.Status?) -> String {
    switch status {
    case .completed: string("runStatusCompleted")
    case .canceled: string("runStatusCanceled")
    case .failed: string("runStatusFailed")
    case .missing: string("runStatusMissing")
    case nil: string("runStatusUnknown")
    }
  }
}
