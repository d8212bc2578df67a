import Diagnostics

extension JSONReader {
  /// Reads the number announced by `peek`; `text` is its source text. Returns nil for a malformed
  /// number, which is reported.
  package mutating func readNumber() -> Double? {
    if let word = peekedNumber {
      peekedNumber = nil
      finishItem()
      return word
    }
    scanNumberText()
    finishItem()
    guard !hasFailed else { return nil }
    let text = text
    if let small = Self.smallInteger(text) { return Double(small) }
    let number = Self.parse(Array(text)[...])
    if case .value(let value) = number { return value }
    let written = VisibleText.quoted(textString)
    switch number {
    case .value(let value): return value
    case .leadingZero(let value):
      report(
        .error, "leading-zero", at: valuePosition,
        "the number \(written) has a leading zero")
      return value
    case .malformed:
      report(
        .error, "invalid-number", at: valuePosition,
        "invalid number \(written)",
        help: ["put text in double quotes"])
      return nil
    case .tooLarge(let value):
      if limits.takesHugeNumbers { return value }
      report(
        .error, "number-too-large", at: valuePosition,
        "the number \(written) is too large")
      return nil
    }
  }

  /// Scans everything that could belong to a number, valid or not.
  private mutating func scanNumberText() {
    var start = cursor
    var read = cursor
    while true {
      let byte = base[read]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "+"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: ":"):
        read += 1
        continue
      case 0 where read == end && !sourceHasEnded:
        if read - start > limits.valueBytes { return failTooLong(valuePosition, "number") }
        let moved = refill(keeping: start)
        start -= moved
        read -= moved
        continue
      default: break
      }
      break
    }
    if read - start > limits.valueBytes { return failTooLong(valuePosition, "number") }
    cursor = read
    (textStart, textCount) = (start, read - start)
  }

  private enum Number {
    case value(Double)
    case leadingZero(Double)
    case malformed
    /// The value is infinite.
    case tooLarge(Double)
  }

  /// Fast path for integers of up to fifteen digits.
  private static func smallInteger(_ text: some Collection<UInt8>) -> Int? {
    guard 1...15 ~= text.count, text.count == 1 || text.first != UInt8(ascii: "0") else {
      return nil
    }
    var value = 0
    for byte in text {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    return value
  }

  private static func parse(_ text: ArraySlice<UInt8>) -> Number {
    var rest = text
    var isNegative = false
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest = rest.dropFirst()
    }
    let sign = isNegative ? -1.0 : 1.0
    if rest.elementsEqual("Infinity".utf8) { return .value(sign * .infinity) }
    if rest.elementsEqual("NaN".utf8) { return .value(.nan) }
    if rest.count > 2, rest[rest.startIndex] == UInt8(ascii: "0"),
      rest[rest.startIndex + 1] | 0x20 == UInt8(ascii: "x")
    {
      return hexadecimal(rest.dropFirst(2), sign: sign)
    }
    guard let shape = decimalShape(rest) else { return .malformed }
    guard let magnitude = Double(shape.text) else { return .malformed }
    if magnitude.isInfinite { return .tooLarge(sign * magnitude) }
    return shape.hasLeadingZero ? .leadingZero(sign * magnitude) : .value(sign * magnitude)
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>, sign: Double) -> Number {
    var value = 0.0
    for byte in digits {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return .malformed }
      value = value * 16 + Double(digit)
    }
    return value.isFinite ? .value(sign * value) : .tooLarge(sign * value)
  }

  /// Validates a decimal number. Returns it with the digits that JSON5 allows to omit.
  private static func decimalShape(_ text: ArraySlice<UInt8>) -> (
    text: String, hasLeadingZero: Bool
  )? {
    var rest = text
    func digits() -> Substring {
      let run = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      rest = rest[run.endIndex...]
      return Substring(decoding: run, as: UTF8.self)
    }
    func skip(_ byte: UInt8) -> Bool {
      guard rest.first == byte else { return false }
      rest = rest.dropFirst()
      return true
    }
    let whole = digits()
    let fraction = skip(UInt8(ascii: ".")) ? digits() : ""
    if whole.isEmpty, fraction.isEmpty { return nil }
    var exponent = "0"
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      let isNegative = skip(UInt8(ascii: "-"))
      if !isNegative { _ = skip(UInt8(ascii: "+")) }
      let power = digits()
      if power.isEmpty { return nil }
      exponent = (isNegative ? "-" : "") + power
    }
    guard rest.isEmpty else { return nil }
    return (
      "\(whole.isEmpty ? "0" : whole).\(fraction.isEmpty ? "0" : fraction)e\(exponent)",
      whole.count > 1 && whole.first == "0"
    )
  }
}
