package import Text
package import Time

/// A date format in the pattern letters of Unicode's locale data: `d MMM y, HH:mm z`. Parsed once,
/// then used for any number of dates.
package struct DatePattern: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case literal(String)
    case field(DateField, width: Int)
  }

  enum DateField: Sendable, Hashable {
    case year, weekYear, quarter, month, monthAlone, week, day, weekday, weekdayAlone
    case dayPeriod, hour24, hour12, minute, second
    case zone, offset
    /// The offset, or "Z" for UTC.
    case offsetOrZ
  }

  let parts: [Part]

  init(parts: [Part]) {
    self.parts = parts
  }

  /// Whether the pattern shows a time of day, which a plain date doesn't have.
  package var showsTime: Bool {
    parts.contains { part in
      switch part {
      case .field(.hour24, _), .field(.hour12, _), .field(.minute, _), .field(.second, _),
        .field(.dayPeriod, _):
        true
      default: false
      }
    }
  }

  /// Writes a wall-clock time. `offset` (seconds east of UTC) and `abbreviation` are the values of
  /// the letters `x`, `X` and `z`.
  package func write(
    _ wall: CivilDateTime, locale: Locale, offset: Int = 0, abbreviation: String = "",
    to sink: inout ByteSink
  ) {
    let moment = Moment(wall: wall, offset: offset, abbreviation: abbreviation)
    for part in parts {
      switch part {
      case .literal(let text): sink.write(text)
      case .field(let field, let width):
        moment.write(field, width: width, calendar: locale.calendar, to: &sink)
      }
    }
  }

  package func format(
    _ wall: CivilDateTime, locale: Locale, offset: Int = 0, abbreviation: String = ""
  ) -> String {
    var sink = ByteSink(reserving: 32)
    write(wall, locale: locale, offset: offset, abbreviation: abbreviation, to: &sink)
    return sink.string
  }

  package func format(_ date: CivilDate, locale: Locale) -> String {
    format(CivilDateTime(date), locale: locale)
  }

  /// Formats an instant. The zone follows if the wall-clock time occurs twice.
  package func format(_ instant: Instant, in zone: TimeZoneRules, locale: Locale) -> String {
    let (offset, abbreviation) = zone.offsetAndAbbreviation(at: instant)
    let wall = CivilDateTime(seconds: instant.seconds.addingSaturating(Int64(offset)))
    let text = format(wall, locale: locale, offset: offset, abbreviation: abbreviation)
    guard showsTime, !showsZone, zone.isRepeated(instant) else { return text }
    return "\(text) \(abbreviation)"
  }
}

/// The values of the fields for one time. The date is computed only for fields that show it.
private struct Moment {
  let wall: CivilDateTime
  let offset: Int
  let abbreviation: String

  private var date: CivilDate { wall.date }
  private var parts: CivilDate.Components { date.components }

  func write(
    _ field: DatePattern.DateField, width: Int, calendar: CalendarData, to sink: inout ByteSink
  ) {
    switch field {
    case .year: write(year: parts.year, width: width, to: &sink)
    case .weekYear: write(year: date.week(by: calendar.weeks).year, width: width, to: &sink)
    case .quarter:
      if width >= 3 {
        sink.write(calendar.quarters.name(date.quarter, isWide: width == 4))
      } else {
        sink.write(number: date.quarter, digits: width)
      }
    case .month, .monthAlone:
      if width >= 3 {
        let names = field == .month ? calendar.months : calendar.monthsAlone
        sink.write(names.name(parts.month, isWide: width == 4))
      } else {
        sink.write(number: parts.month, digits: width)
      }
    case .week: sink.write(number: date.week(by: calendar.weeks).week, digits: width)
    case .day: sink.write(number: parts.day, digits: width)
    case .weekday:
      sink.write(calendar.weekdays.name(date.weekday.rawValue, isWide: width == 4))
    case .weekdayAlone:
      sink.write(calendar.weekdaysAlone.name(date.weekday.rawValue, isWide: width == 4))
    case .dayPeriod: sink.write(calendar.dayPeriod(isAfternoon: wall.hour >= 12))
    case .hour24: sink.write(number: wall.hour, digits: width)
    case .hour12: sink.write(number: (wall.hour + 11) % 12 + 1, digits: width)
    case .minute: sink.write(number: wall.minute, digits: width)
    case .second: sink.write(number: wall.second, digits: width)
    case .zone: sink.write(calendar.zone(abbreviation))
    case .offset: sink.write(offset: offset)
    case .offsetOrZ:
      if offset == 0 { sink.write("Z" as StaticString) } else { sink.write(offset: offset) }
    }
  }

  private func write(year: Int, width: Int, to sink: inout ByteSink) {
    if width == 2 {
      sink.write(number: CivilDate.modulo(year, 100), digits: 2)
    } else {
      sink.write(number: year, digits: width)
    }
  }
}
