internal import Basics

/// Times in the seven spellings that tools use, and when the whole run began and ended.
struct JUnitTimes {
  private(set) var started: TimePoint?
  private(set) var finished: TimePoint?

  /// What is said once a file.
  enum Oddity: Hashable { case unreadableTime, unreadableDuration }

  private var oddities: Set<Oddity> = []

  mutating func isFirst(_ oddity: Oddity) -> Bool { oddities.insert(oddity).inserted }

  /// Takes in when a suite began and how long it took.
  mutating func note(_ begin: TimePoint, seconds: Double?) {
    let end = begin.adding(seconds: Int64(seconds ?? 0))
    if started.map({ begin.isBefore($0) }) ?? true { started = begin }
    if finished.map({ $0.isBefore(end) }) ?? true { finished = end }
  }

  /// Seconds as a decimal number; nil for what is negative, beyond all measure or no number. A comma
  /// may separate thousands.
  static func seconds(_ text: String) -> Double? {
    if let value = plainDecimal(text) { return value }
    guard let value = Double(text) ?? Double(text.replacing(",", with: "")), 0...1e9 ~= value else {
      return nil
    }
    return value
  }

  /// Few digits with or without a point, which need no general parser.
  private static func plainDecimal(_ text: String) -> Double? {
    var value = 0
    var scale = 0
    var digits = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "."), scale == 0 {
        scale = 1
      } else if UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte, digits < 15 {
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
        scale *= 10
        digits += 1
      } else {
        return nil
      }
    }
    let seconds = Double(value) / Double(max(scale, 1))
    return digits > 0 && seconds <= 1e9 ? seconds : nil
  }

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

extension TimePoint {
  /// The same time later; a date stays.
  fileprivate func adding(seconds: Int64) -> TimePoint {
    switch self {
    case .date: self
    case .local(let wall): .local(CivilDateTime(seconds: wall.seconds + seconds))
    case .instant(let instant): .instant(instant.adding(seconds: seconds))
    }
  }

  /// Whether it is before another of the same report, whose times are all of one kind.
  fileprivate func isBefore(_ other: TimePoint) -> Bool {
    switch (self, other) {
    case (.date(let own), .date(let other)): own < other
    case (.local(let own), .local(let other)): own.seconds < other.seconds
    case (.instant(let own), .instant(let other)): own.seconds < other.seconds
    default: false
    }
  }
}
