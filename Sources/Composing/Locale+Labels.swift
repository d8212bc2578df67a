package import Localization
package import Model

extension Locale {
  /// "Tests (3)": a phrase with the title as a value.
  package func titleWithCount(_ title: String, _ count: Int) -> String {
    let title = PhraseValue.marked(title, inRightToLeft: isRightToLeft)
    return string(.titleWithCount, ["title": title, "count": number(count)])
  }

  package func word(for kind: Message.Kind) -> String {
    switch kind {
    case .message: string(.messages)
    case .offline: string(.kindOffline)
    case .progress: string(.kindProgress)
    case .alert: string(.alerts)
    }
  }

  /// The word for a message's change.
  package func word(for change: Report.Change, of message: Message) -> String {
    change == .unseen && !message.isTest ? string(.changeUnchecked) : word(for: change)
  }

  package func word(for change: Report.Change) -> String {
    switch change {
    case .new: string(.changeNew)
    case .worse: string(.changeWorse)
    case .expired: string(.changeExpired)
    case .still: string(.changeStill)
    case .better: string(.changeBetter)
    case .fixed: string(.changeFixed)
    case .removed: string(.changeRemoved)
    case .unseen: string(.changeUnseen)
    case .gone: string(.changeGone)
    }
  }

  /// The heading of a list of changes.
  package func word(for kind: ChangeList.Kind, _ counts: ChangeCounts) -> String {
    switch kind {
    case .new: string(.headingNew)
    case .worse: string(.headingWorse)
    case .back: string(.headingBack)
    case .expired: string(.headingExpired)
    case .fixed: string(.headingFixed)
    case .removed: string(.headingRemoved)
    case .unseen:
      switch counts.allUnseen.key {
      case .unchecked: string(.headingUnchecked)
      case .unseenOrUnchecked: string(.headingUnseenOrUnchecked)
      default: string(.headingUnseen)
      }
    }
  }

  package func word(for tense: Tense) -> String {
    switch tense {
    case .past: string(.tensePast)
    case .current: string(.tenseCurrent)
    case .future: string(.tenseFuture)
    }
  }

  /// Empty for `none` if a language has no word for it.
  package func word(for status: Status) -> String {
    switch status {
    case .open: string(.statusOpen)
    case .inProgress: string(.statusInProgress)
    case .completed: string(.statusCompleted)
    case .none: string(.statusNone)
    }
  }

  package func word(for milestone: TimelineEntry.Milestone) -> String {
    switch milestone {
    case .start: string(.milestoneStart)
    case .end: string(.milestoneEnd)
    }
  }

  package func word(for tone: TimelineEntry.StatusNote.Tone) -> String {
    switch tone {
    case .positive: string(.tonePositive)
    case .critical: string(.toneCritical)
    case .negative: string(.toneNegative)
    case .neutral: string(.toneNeutral)
    }
  }
}

extension Urgency {
  /// "3 errors", "1 warning".
  package var countKey: CountKey {
    switch self {
    case .error: .error
    case .warning: .warning
    case .success: .success
    case .information: .information
    case .neutral: .neutral
    }
  }
}
