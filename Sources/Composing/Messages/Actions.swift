package import Model

extension Message {
  /// The actions in order: destructive ones first, Cancel last, the others as given (see
  /// "Destructive actions of a sheet").
  package var orderedActions: [Action] {
    actions.filter { $0.role == .destructive } + actions.filter { $0.role == .default }
      + actions.filter { $0.role == .cancel }
  }

  /// The actions for a line of links, without Cancel (see "Actions in Markdown and text").
  package var linkedActions: [Action] {
    orderedActions.filter { $0.role != .cancel }
  }

  /// The duration of the banner (see "Dismissible and timed banners"). Errors, and durations under
  /// a second, become persistent.
  package var shownPersistence: Persistence {
    if case .timed(let seconds) = persistence, urgency == .error || seconds < 1 {
      return .persistent
    }
    return persistence
  }
}

extension Message.Progress {
  /// The fraction from 0 to 1; nil if the total is unknown. Values above the total count as 1, NaN
  /// is ignored.
  package var fraction: Double? {
    guard let of, of.isFinite, of > 0, !done.isNaN else { return nil }
    return min(max(done / of, 0), 1)
  }

  /// The percentage rounded down, so that 100 means complete.
  package var percent: Int? {
    guard let of, fraction != nil else { return nil }
    // The multiplication comes first, so that 29 of 100 does not become 28.
    return Int(min(max(done * 100 / of, 0), 100))
  }
}
