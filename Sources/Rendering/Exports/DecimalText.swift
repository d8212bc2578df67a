/// Numbers as decimal fractions without an exponent, as all readers of reports parse them.
enum DecimalText {
  /// The number with at most six digits after the point: "0.25". A huge number keeps its exponent.
  static func of(_ number: Double) -> String {
    guard number.magnitude < 1e12 else { return "\(number)" }
    let millionths = Int((number * 1e6).rounded())
    let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    var text = (millionths < 0 ? "-" : "") + String(whole)
    if rest == 0 { return text }
    let digits = String(rest)
    text += "." + String(repeating: "0", count: 6 - digits.utf8.count) + digits
    while text.hasSuffix("0") { text.removeLast() }
    return text
  }
}
