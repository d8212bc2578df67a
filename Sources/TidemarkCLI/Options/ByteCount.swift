/// Parses a number of bytes with a unit.
enum ByteCount {
  /// The exponents of the units. The base is 1024 for a letter alone or with `iB`, and 1000 for a
  /// letter with `B`.
  private static let powers: [Character: Int] = ["k": 1, "m": 2, "g": 3]

  /// Parses 65536, 64k, 64K, 64KiB (65,536) and 64kB (64,000); nil for any other text and on
  /// overflow.
  static func parse(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, let number = Int(digits) else { return nil }
    let unit = text.dropFirst(digits.count).lowercased()
    guard let letter = unit.first else { return number }
    guard let power = powers[letter], ["", "ib", "b"].contains(unit.dropFirst()) else { return nil }
    let base = unit.dropFirst() == "b" ? 1_000 : 1_024
    var result = number
    for _ in 0..<power {
      let (product, isTooLarge) = result.multipliedReportingOverflow(by: base)
      if isTooLarge { return nil }
      result = product
    }
    return result
  }
}
