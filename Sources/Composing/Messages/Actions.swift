package import Model

extension Message {
  /// Destructive actions first, Cancel last, others in between as they were given (S3).
  package var orderedActions: [Action] {
    actions.filter { $0.role == .destructive } + actions.filter { $0.role == .default }
      + actions.filter { $0.role == .cancel }
  }

  /// The actions as a line of links: there is nothing to cancel (S5).
  package var linkedActions: [Action] {
    orderedActions.filter { $0.role != .cancel }
  }

  /// How long a banner stays (B9). An error never leaves by itself, and neither does what would
  /// leave before it could be read: both stay.
  package var shownPersistence: Persistence {
    if case .timed(let seconds) = persistence, urgency == .error || seconds < 1 {
      return .persistent
    }
    return persistence
  }
}

extension Message.Progress {
  /// From 0 to 1; nil when nobody knows how much there is to do. More than the whole is the whole,
  /// and numbers that are none are nothing.
  package var fraction: Double? {
    guard let of, of.isFinite, of > 0, !done.isNaN else { return nil }
    return min(max(done / of, 0), 1)
  }

  /// The whole percents that are done: 100 is not said before everything is.
  package var percent: Int? {
    guard let of, fraction != nil else { return nil }
    // Multiplied first: 29 of 100 must not become 28.
    return Int(min(max(done * 100 / of, 0), 100))
  }
}
