/// A day of the proleptic Gregorian calendar, without a time or a zone.
package struct CivilDate: Sendable, Hashable, Comparable {
  /// Days since 1970-01-01.
  package var dayNumber: Int32

  package init(dayNumber: Int32) {
    self.dayNumber = dayNumber
  }

  package static func < (left: CivilDate, right: CivilDate) -> Bool {
    left.dayNumber < right.dayNumber
  }
}

/// A date and a time of day without a zone, to the second.
package struct CivilDateTime: Sendable, Hashable, Comparable {
  /// Seconds since 1970-01-01 00:00:00 as if the wall clock were UTC.
  package var seconds: Int64

  package init(seconds: Int64) {
    self.seconds = seconds
  }

  package static func < (left: CivilDateTime, right: CivilDateTime) -> Bool {
    left.seconds < right.seconds
  }
}

/// A point in time: seconds since 1970-01-01 00:00:00 UTC.
package struct Instant: Sendable, Hashable, Comparable {
  package var seconds: Int64

  package init(seconds: Int64) {
    self.seconds = seconds
  }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.seconds < right.seconds
  }
}

/// A time as given in a dataset. The report's zone determines its instant.
package enum TimePoint: Sendable, Hashable {
  /// The whole day, in the report's zone.
  case date(CivilDate)
  /// A date and a time of day, in the report's zone.
  case local(CivilDateTime)
  case instant(Instant)
}
