internal import Localization
internal import Model
internal import Time

extension TimelineData.Grouping {
  /// The unit of the headers (see "Headers"). `auto` uses the smallest unit with about ten headers
  /// at most: days for up to ten days, weeks for ten weeks, months for a year, quarters for three
  /// years.
  func unit(from first: CivilDate, to last: CivilDate) -> CalendarUnit? {
    switch self {
    case .none: return nil
    case .day: return .day
    case .week: return .week
    case .month: return .month
    case .quarter: return .quarter
    case .year: return .year
    case .auto:
      switch Int(last.dayNumber) - Int(first.dayNumber) {
      case ..<10: return .day
      case ..<70: return .week
      case ..<366: return .month
      case ..<1_096: return .quarter
      default: return .year
      }
    }
  }
}

extension TimelineFormats {
  /// The header of the unit that begins on `start`.
  func header(_ unit: CalendarUnit, of start: CivilDate, _ locale: Locale) -> String {
    (header ?? locale.pattern(unit.headerPattern)).format(start, locale: locale)
  }
}

extension CalendarUnit {
  fileprivate var headerPattern: PatternKey {
    switch self {
    case .day: .dayHeader
    case .week: .weekHeader
    case .month: .monthHeader
    case .quarter: .quarterHeader
    case .year: .yearHeader
    }
  }

  /// The pattern for the day of an entry below a header of this unit. A day's header already shows
  /// it, so only the end of a span needs one.
  var dayPattern: PatternKey {
    switch self {
    case .week: .weekTimestamp
    case .day, .month: .monthTimestamp
    case .quarter: .quarterTimestamp
    case .year: .yearTimestamp
    }
  }
}
