internal import Basics

/// Times in the seven spellings that tools use, and when the whole run began and ended.
struct JUnitTimes {
  private(set) var started: TimePoint?
  private(set) var finished: TimePoint?

  /// Takes in when a suite began and how long it took.
  mutating func note(_ timestamp: String?, seconds: String?) {
    guard let begin = Self.time(timestamp) else { return }
    let end = begin.adding(seconds: Int64(Self.seconds(seconds) ?? 0))
    if started.map({ begin.isBefore($0) }) ?? true { started = begin }
    if finished.map({ $0.isBefore(end) }) ?? true { finished = end }
  }

  /// Seconds as a decimal number; nil for what is empty, negative or beyond all measure. A comma may
  /// separate thousands.
  static func seconds(_ text: String?) -> Double? {
    guard let text, !text.isEmpty else { return nil }
    guard let value = Double(text) ?? Double(text.replacing(",", with: "")), 0...1e9 ~= value else {
      return nil
    }
    return value
  }

  static func time(_ text: String?) -> TimePoint? {
    guard let text, !text.isEmpty else { return nil }
    if let point = TimePoint(parsing: text) { return point }
    if text.hasSuffix(" UTC") { return TimePoint(parsing: text.dropLast(4) + "Z") }
    if let seconds = Double(text), 1e8...1e11 ~= seconds {
      return .instant(Instant(seconds: Int64(seconds)))
    }
    return internetTime(text)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Sat, 12 Dec 2020 10:00:00 GMT`
  private static func internetTime(_ text: String) -> TimePoint? {
    let words = text.split(separator: " ")
    guard words.count >= 5, words[0].hasSuffix(","), let day = Int(words[1]),
      let month = months.firstIndex(of: String(words[2].prefix(3))), let year = Int(words[3]),
      1...31 ~= day, 1_000...9_999 ~= year
    else { return nil }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    let zone = words.count > 5 && words[5] != "GMT" && words[5] != "UTC" ? String(words[5]) : "Z"
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
