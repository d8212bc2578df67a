package import Basics

/// What earlier nights knew of a message, tonight included.
package struct MessageHistory: Sendable, Hashable {
  /// The first of the nights in a row.
  package var since: CivilDate
  package var nights: Int
  /// Whether it was there, for each of the last nights, the oldest first.
  package var presence: [Bool]

  package init(since: CivilDate, nights: Int, presence: [Bool]) {
    self.since = since
    self.nights = nights
    self.presence = presence
  }

  /// Whether it came and went at least twice in the nights that are remembered.
  package var isFlaky: Bool {
    zip(presence, presence.dropFirst()).count { $0 && !$1 } >= 2
  }
}
