extension CivilDateTime {
  package static let secondsPerDay: Int64 = 86_400

  /// Creates a time of day. Values out of range are clamped.
  package init(_ date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    let time =
      min(max(hour, 0), 23) * 3_600 + min(max(minute, 0), 59) * 60 + min(max(second, 0), 59)
    self.init(seconds: Int64(date.dayNumber) * CivilDateTime.secondsPerDay + Int64(time))
  }

  package var date: CivilDate {
    CivilDate(clamping: CivilDate.floor(Int(seconds), 86_400))
  }

  /// 0 to 86,399.
  package var secondOfDay: Int { CivilDate.modulo(Int(seconds), 86_400) }
  package var hour: Int { secondOfDay / 3_600 }
  package var minute: Int { secondOfDay / 60 % 60 }
  package var second: Int { secondOfDay % 60 }
}

extension Instant {
  /// The instant `more` seconds later, saturating instead of overflowing.
  package func adding(seconds more: Int64) -> Instant {
    Instant(seconds: seconds.addingSaturating(more))
  }

  /// Whole seconds from `other` to this instant.
  package func seconds(since other: Instant) -> Int64 {
    seconds.subtractingSaturating(other.seconds)
  }
}

extension Int64 {
  package func addingSaturating(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  package func subtractingSaturating(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
