import Text
import Time

/// Formats a date for a header, in English in all languages of reports: "Fri, 20 Nov 2026
/// 03:12:00 +0100".
enum MailDate {
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  static func text(_ instant: Instant, in zone: TimeZoneRules) -> String {
    // Headers can't express seconds of an offset. Truncating the offset keeps the instant.
    let offset = zone.offset(at: instant) / 60 * 60
    let wall = CivilDateTime(seconds: instant.adding(seconds: Int64(offset)).seconds)
    let day = wall.date
    let parts = day.components
    var sink = ByteSink(reserving: 32)
    sink.write(weekdays[day.weekday.rawValue - 1])
    sink.write(", " as StaticString)
    sink.write(number: parts.day)
    sink.write(" " as StaticString)
    sink.write(months[parts.month - 1])
    sink.write(" " as StaticString)
    sink.write(number: parts.year, digits: 4)
    for (index, number) in [wall.hour, wall.minute, wall.second].enumerated() {
      sink.write(byte: UInt8(ascii: index == 0 ? " " : ":"))
      sink.write(number: number, digits: 2)
    }
    sink.write(offset < 0 ? " -" : " +")
    sink.write(number: abs(offset) / 3_600, digits: 2)
    sink.write(number: abs(offset) / 60 % 60, digits: 2)
    return sink.string
  }
}
