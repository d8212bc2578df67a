internal import Text

extension CivilDate {
  /// `2026-11-20`, for `<time datetime>` and data.
  package var machineTime: String {
    var sink = ByteSink(reserving: 10)
    writeMachineTime(to: &sink)
    return sink.string
  }

  func writeMachineTime(to sink: inout ByteSink) {
    let parts = components
    sink.write(number: parts.year, digits: 4)
    sink.write("-" as StaticString)
    sink.write(number: parts.month, digits: 2)
    sink.write("-" as StaticString)
    sink.write(number: parts.day, digits: 2)
  }
}

extension CivilDateTime {
  /// `2026-11-20T14:00:00`.
  package var machineTime: String {
    var sink = ByteSink(reserving: 19)
    writeMachineTime(to: &sink)
    return sink.string
  }

  func writeMachineTime(to sink: inout ByteSink) {
    date.writeMachineTime(to: &sink)
    let time = secondOfDay
    sink.write("T" as StaticString)
    sink.write(number: time / 3_600, digits: 2)
    sink.write(":" as StaticString)
    sink.write(number: time / 60 % 60, digits: 2)
    sink.write(":" as StaticString)
    sink.write(number: time % 60, digits: 2)
  }
}

extension Instant {
  /// `2026-11-20T14:00:00+01:00`. An offset with seconds, as before standard time, is truncated to
  /// the minute; the local time moves with it, so that the instant stays the same.
  package func machineTime(in zone: TimeZoneRules) -> String {
    machineTime(offset: zone.offset(at: self))
  }

  /// Like `machineTime(in:)`, for an offset in seconds east of UTC.
  package func machineTime(offset: Int) -> String {
    let offset = offset / 60 * 60
    let wall = CivilDateTime(seconds: seconds.addingSaturating(Int64(offset)))
    var sink = ByteSink(reserving: 25)
    wall.writeMachineTime(to: &sink)
    sink.write(offset: offset)
    return sink.string
  }
}

extension TimePoint {
  /// The date alone, or the instant with the zone's offset.
  package func machineTime(in zone: TimeZoneRules) -> String {
    switch self {
    case .date(let date): date.machineTime
    case .local(let wall): zone.instant(of: wall).machineTime(in: zone)
    case .instant(let instant): instant.machineTime(in: zone)
    }
  }
}
