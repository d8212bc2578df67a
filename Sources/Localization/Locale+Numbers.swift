internal import Text

extension Locale {
  /// A whole number with its digits grouped: always 0 to 9, so that reports can be searched.
  package func number(_ value: Int) -> String {
    let digits = String(value.magnitude)
    let numbers = numbers
    var result = value < 0 ? "-" : ""
    guard digits.utf8.count >= 3 + max(numbers.minimumGrouping, 1) else { return result + digits }
    var untilGroup = (digits.utf8.count - 1) % 3 + 1
    for digit in digits.unicodeScalars {
      if untilGroup == 0 {
        result += numbers.group
        untilGroup = 3
      }
      result.unicodeScalars.append(digit)
      untilGroup -= 1
    }
    return result
  }

  /// A number whose text has a point, with the language's decimal sign: "66,6".
  package func decimal(_ number: String) -> String {
    numbers.decimal == "." ? number : number.replacing(".", with: numbers.decimal)
  }

  /// "66.6%": the text of a number with a point as a percentage.
  package func percent(_ number: String) -> String {
    numbers.percent.filled { $0 == "number" ? decimal(number) : nil }
  }

  /// "210 ms", "66.6%": the text of a number with a point, and its unit. Unknown units are kept.
  package func measured(_ number: String, _ unit: String?) -> String {
    guard let unit, !unit.isEmpty else { return decimal(number) }
    if unit == "%" { return percent(number) }
    guard let key = UnitKey(symbol: unit) else { return "\(decimal(number)) \(unit)" }
    return self.unit(key, number)
  }

  /// A value in this language if it is the number followed by its unit, as reports have it: "66.6 %".
  /// Other values are texts of their own.
  package func measured(value: String, number: Double?, unit: String?) -> String {
    let digits = value.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "-" }
    let end = value.dropFirst(digits.count).drop { $0.isWhitespace }
    guard let number, Double(digits) == number, end == unit ?? "" else { return value }
    return measured(String(digits), unit)
  }

  /// The number of a value with a unit: "210" of "210 ms"; nil if the value has another form.
  package func number(of value: String, _ unit: String) -> String? {
    for pattern in [measured("\u{1}", unit), "\u{1} \(unit)"] {
      let ends = pattern.split(separator: "\u{1}", omittingEmptySubsequences: false)
      guard ends.count == 2, value.hasPrefix(ends[0]), value.hasSuffix(ends[1]),
        value.count > ends[0].count + ends[1].count
      else { continue }
      let number = value.dropFirst(ends[0].count).dropLast(ends[1].count)
      if number.allSatisfy({ $0.isNumber || ".,-".contains($0) }) { return String(number) }
    }
    return nil
  }

  /// "+5", "\u{2212}0.6". In right-to-left text, an isolate keeps the sign before the number.
  package func signed(_ number: String, isNegative: Bool) -> String {
    let sign = isNegative ? "\u{2212}" : "+"
    guard isRightToLeft else { return sign + number }
    let digits = number.prefix { $0.isNumber || ".,".contains($0) }
    return "\u{2068}\(sign)\(digits)\u{2069}\(number.dropFirst(digits.count))"
  }

  // MARK: Units

  package func unit(_ key: UnitKey, _ number: String) -> String {
    unit(key).filled { $0 == "number" ? decimal(number) : nil }
  }

  /// "0.84 s", "12 s", "3 min 20 s", "2 h 39 min"; empty for a negative duration.
  package func shortDuration(seconds: Double) -> String {
    guard seconds >= 0 else { return "" }
    if seconds < 10 {
      let hundredths = Int((seconds * 100).rounded())
      let fraction = hundredths % 100
      return unit(.second, "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)")
    }
    let whole = Int(min(seconds, 1e15).rounded())
    let parts: [(UnitKey, Int)] =
      switch whole {
      case ..<60: [(.second, whole)]
      case ..<3_600: [(.minute, whole / 60), (.second, whole % 60)]
      default: [(.hour, whole / 3_600), (.minute, whole % 3_600 / 60)]
      }
    let shown = parts.enumerated().filter { $0.offset == 0 || $0.element.1 > 0 }
    return shown.map { unit($0.element.0, String($0.element.1)) }.joined(separator: " ")
  }

  /// "1.2 MB"
  package func size(bytes: Int) -> String {
    guard bytes >= 1_000 else { return unit(.byte, String(bytes)) }
    var (value, key) = (bytes / 100, UnitKey.kilobyte)
    for next in [UnitKey.megabyte, .gigabyte, .terabyte] where value >= 10_000 {
      (value, key) = (value / 1_000, next)
    }
    return unit(key, value < 100 ? "\(value / 10).\(value % 10)" : String(value / 10))
  }
}
