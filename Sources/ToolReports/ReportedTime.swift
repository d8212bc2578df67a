package import Time

/// Times in the spellings that tools use.
package enum ReportedTime {
  /// Parses ISO 8601 with `T` or a blank, with or without a fraction and an offset, perhaps
  /// followed by `UTC`. Also parses seconds, milliseconds, microseconds or nanoseconds since 1970,
  /// and the format of mails.
  package static func time(_ text: String) -> TimePoint? {
    // A missing time is often written as the beginning of the calendar.
    if text.hasPrefix("000") { return nil }
    if let point = TimePoint(parsing: text) { return point }
    if let number = Double(text) { return time(number) }
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    if let first = words.first, first.hasSuffix(",") { return internetTime(words) }
    // `2026-11-20 03:12:00 +0000 UTC`
    let isUniversal = words.last == "UTC" || words.last == "GMT"
    if isUniversal { words.removeLast() }
    if words.count == 3, let offset = words.last, offset.hasPrefix("+") || offset.hasPrefix("-") {
      words.removeLast()
      words[1] += offset
    } else if isUniversal, let time = words.popLast() {
      words.append(time + "Z")
    }
    return TimePoint(parsing: words.joined(separator: " "))
  }

  /// A time in seconds, milliseconds, microseconds or nanoseconds since 1970.
  package static func time(_ number: Double) -> TimePoint? {
    guard 1e8..<1e20 ~= number else { return nil }
    var seconds = number
    while seconds >= 1e11 { seconds /= 1_000 }
    return .instant(Instant(seconds: Int64(seconds)))
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Sat, 12 Dec 2020 10:00:00 GMT`
  private static func internetTime(_ words: [String]) -> TimePoint? {
    guard words.count >= 5, let day = Int(words[1]),
      let month = months.firstIndex(of: String(words[2].prefix(3))), let year = Int(words[3]),
      1...31 ~= day, 1_000...9_999 ~= year
    else { return nil }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    let zone = words.count > 5 && words[5] != "GMT" && words[5] != "UTC" ? words[5] : "Z"
    return TimePoint(parsing: "\(year)-\(two(month + 1))-\(two(day))T\(words[4])\(zone)")
  }
}
