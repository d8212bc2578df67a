internal import Text

extension RecurrenceRule {
  /// An irregularity of a rule.
  enum Oddity: Sendable, Hashable {
    /// Semicolons escaped as in a text.
    case escaped
    /// An unknown part, or a part with invalid values.
    case part(String)
    /// A calendar other than the Gregorian one.
    case otherCalendar
  }

  /// Parses a rule; nil if it cannot be evaluated.
  init?(_ text: String, oddities: inout Set<Oddity>) {
    var text = text
    if text.contains("\\") {
      text.removeAll { $0 == "\\" }
      oddities.insert(.escaped)
    }
    var parts: [(name: String, value: String)] = []
    for part in text.uppercased().split(separator: ";") {
      guard let equals = part.firstIndex(of: "=") else {
        oddities.insert(.part(String(part.prefix(40))))
        continue
      }
      parts.append((String(part[..<equals]), String(part[part.index(after: equals)...])))
    }
    guard let word = parts.first(where: { $0.name == "FREQ" })?.value.lowercased(),
      let frequency = Frequency(rawValue: word)
    else { return nil }
    self.init(frequency)
    for (name, value) in parts where name != "FREQ" {
      guard parsePart(name, value, &oddities) else {
        oddities.insert(.part("\(name)=\(value.prefix(40))"))
        if ["INTERVAL", "UNTIL", "COUNT"].contains(name) { return nil }
        continue
      }
    }
    if oddities.contains(.otherCalendar) { return nil }
  }

  /// Parses a part of a rule; false if the part is unknown or its value invalid.
  private mutating func parsePart(
    _ name: String, _ value: String, _ oddities: inout Set<Oddity>
  ) -> Bool {
    switch name {
    case "INTERVAL":
      guard let number = Int64(value), 1...Self.mostInterval ~= number else { return false }
      interval = number
    case "COUNT":
      guard let number = Int64(value) else { return false }
      // Some programs write -1 for a rule without an end.
      count = number < 0 ? nil : number
    case "UNTIL":
      var ignored = false
      guard let time = CalendarTime(value, lacksSeconds: &ignored) else { return false }
      until = time
    case "WKST":
      guard let day = Self.weekdayNames.firstIndex(of: value) else { return false }
      weekStart = day
    case "BYSECOND": return Self.parseNumbers(value, 0...59, into: &seconds)
    case "BYMINUTE": return Self.parseNumbers(value, 0...59, into: &minutes)
    case "BYHOUR": return Self.parseNumbers(value, 0...23, into: &hours)
    case "BYDAY": return parseWeekdays(value)
    case "BYMONTHDAY": return Self.parseNumbers(value, -31...31, into: &monthDays)
    case "BYYEARDAY": return Self.parseNumbers(value, -366...366, into: &yearDays)
    case "BYWEEKNO": return Self.parseNumbers(value, -53...53, into: &weekNumbers)
    case "BYMONTH": return Self.parseNumbers(value, 1...12, into: &months)
    case "BYSETPOS": return Self.parseNumbers(value, -366...366, into: &positions)
    case "RSCALE": if value != "GREGORIAN" { oddities.insert(.otherCalendar) }
    case "SKIP": return value == "OMIT"
    default: return name.hasPrefix("X-")
    }
    return true
  }

  private static let mostInterval: Int64 = 1 << 31

  private static let weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// Parses a list of numbers; false if any is out of range. Only a range from 0 allows 0.
  private static func parseNumbers(
    _ value: String, _ range: ClosedRange<Int>, into numbers: inout Numbers
  ) -> Bool {
    var isWhole = true
    for part in value.split(separator: ",") {
      let number = Int(part.first == "+" ? part.dropFirst() : part)
      if let number, range ~= number, number != 0 || range.lowerBound == 0 {
        numbers.insert(number)
      } else {
        isWhole = false
      }
    }
    return isWhole
  }

  private mutating func parseWeekdays(_ value: String) -> Bool {
    var isWhole = true
    for part in value.split(separator: ",") {
      let part = part.filter { $0 != " " }
      let digits = part.dropLast(2)
      guard let weekday = Self.weekdayNames.firstIndex(of: String(part.suffix(2))) else {
        isWhole = false
        continue
      }
      if digits.isEmpty {
        weekdays.insert(weekday)
      } else if let number = Int(digits.first == "+" ? digits.dropFirst() : digits[...]),
        number != 0, -53...53 ~= number
      {
        ordinals.insert(Ordinal(number: number, weekday: weekday))
      } else {
        isWhole = false
      }
    }
    return isWhole
  }
}
