internal import Basics

/// Times in the spellings that tools use.
enum ReportedTime {
  /// A time as the tools spell it: ISO 8601 with `T` or a blank, with or without a fraction and an
  /// offset, `UTC` behind it, seconds or milliseconds since 1970, or as in mails.
  static func time(_ text: String) -> TimePoint? {
    // What has no time is often written as the beginning of the calendar.
    if text.hasPrefix("000") { return nil }
    if let point = TimePoint(parsing: text) { return point }
    if let seconds = Double(text) {
      if 1e8..<1e11 ~= seconds { return .instant(Instant(seconds: Int64(seconds))) }
      return 1e11...1e14 ~= seconds ? .instant(Instant(seconds: Int64(seconds / 1_000))) : nil
    }
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    if let first = words.first, first.hasSuffix(",") { return internetTime(words) }
    // `2026-11-20 03:12:00 +0000 UTC`
    let isUniversal = words.last == "UTC" || words.last == "GMT"
    if isUniversal { words.removeLast() }
    if words.count == 3, let offset = words.last, "+-".contains(offset.prefix(1)) {
      words.removeLast()
      words[1] += offset
    } else if isUniversal, let time = words.popLast() {
      words.append(time + "Z")
    }
    return TimePoint(parsing: words.joined(separator: " "))
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
