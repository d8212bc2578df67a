extension Dataset.Run.Fact {
  /// Creates a fact of a measured number, with a value of at most four significant digits.
  package init(title: String, measuring number: Double, unit: String?, better: Better?) {
    let text = Self.text(of: number)
    self.init(title: title, value: unit.map { "\(text) \($0)" } ?? text, number: number)
    (self.unit, self.better) = (unit, better)
  }

  /// The most decimals of a number.
  private static let mostDecimals = 12

  /// A number without an exponent: a whole one with all its digits, a fraction with at most four
  /// significant digits.
  package static func text(of number: Double) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return number.description }
    if let whole = Int(exactly: number) { return String(whole) }
    var scaled = abs(number)
    var (decimals, unit) = (0, 1)
    while scaled < 1_000, decimals < mostDecimals {
      scaled *= 10
      unit *= 10
      decimals += 1
    }
    let rounded = Int(scaled.rounded())
    var fraction = String(rounded % unit)
    fraction = String(repeating: "0", count: max(decimals - fraction.count, 0)) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    let sign = number < 0 && rounded > 0 ? "-" : ""
    return sign + String(rounded / unit) + (fraction.isEmpty ? "" : "." + fraction)
  }
}
