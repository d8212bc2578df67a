internal import Text
internal import ToolReports

/// The text functions of filters.
enum FormatText {
  /// The text without tags, and with the characters in place of the usual references.
  static func withoutTags(_ text: String) -> String {
    guard text.contains("<") || text.contains("&") else { return text }
    var output = ""
    var rest = text[...]
    let lastClose = text.lastIndex(of: ">") ?? text.startIndex
    while let open = rest.firstIndex(of: "<") {
      output += rest[..<open]
      let inside = rest[open...].dropFirst()
      // Another `<` is an operator.
      let isTag = inside.first.map { $0.isLetter || $0 == "/" || $0 == "!" } ?? false
      if isTag, open < lastClose, let close = inside.firstIndex(of: ">") {
        rest = inside[close...].dropFirst()
      } else {
        output.append("<")
        rest = inside
      }
    }
    output += rest
    for (reference, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "),
      ("&amp;", "&"),
    ] {
      output = output.replacing(reference, with: character)
    }
    return PlainText.trimmed(output)
  }

  static func percentDecoded(_ text: String) -> String {
    guard text.contains("%") else { return text }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let value = UInt8(
          String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        output.append(value)
        index += 3
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The text after the last occurrence of a mark; the whole text without one.
  static func after(last mark: String, in text: String) -> String {
    let (bytes, mark) = (Array(text.utf8), Array(mark.utf8))
    guard !mark.isEmpty, bytes.count >= mark.count else { return text }
    var start = bytes.count - mark.count
    while start >= 0 {
      if bytes[start] == mark[0], bytes[start..<start + mark.count].elementsEqual(mark) {
        return String(decoding: bytes[(start + mark.count)...], as: UTF8.self)
      }
      start -= 1
    }
    return text
  }

  /// The first number in a text, with its sign and its fraction.
  static func firstNumber(in text: String) -> String? {
    let bytes = Array(text.utf8)
    func isDigit(_ index: Int) -> Bool {
      bytes.indices.contains(index) && UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index]
    }
    guard let first = bytes.indices.first(where: isDigit) else { return nil }
    var end = first
    while isDigit(end) { end += 1 }
    if bytes.indices.contains(end), bytes[end] == UInt8(ascii: "."), isDigit(end + 1) {
      end += 1
      while isDigit(end) { end += 1 }
    }
    // A hyphen between words or numbers is no sign.
    let isNegative =
      first > 0 && bytes[first - 1] == UInt8(ascii: "-")
      && (first == 1 || bytes[first - 2] <= 0x20)
    return String(decoding: bytes[(isNegative ? first - 1 : first)..<end], as: UTF8.self)
  }

  /// The seconds of `1h 2m 3.5s`, `00:01:02.5`, `PT1M` or a plain number.
  static func seconds(in text: String) -> Double? {
    let text = PlainText.trimmed(text)
    if let number = Double(text) { return number }
    if text.contains(":") {
      var total = 0.0
      for part in text.split(separator: ":", omittingEmptySubsequences: false) {
        guard let number = Double(part), number >= 0 else { return nil }
        total = total * 60 + number
      }
      return total
    }
    return sum(ofUnits: text)
  }

  private static let units: [String: Double] = [
    "d": 86_400, "day": 86_400, "days": 86_400, "h": 3_600, "hour": 3_600, "hours": 3_600,
    "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60, "s": 1, "sec": 1, "secs": 1,
    "second": 1, "seconds": 1, "ms": 1e-3, "millisecond": 1e-3, "milliseconds": 1e-3, "us": 1e-6,
    "µs": 1e-6, "ns": 1e-9,
  ]

  private static func sum(ofUnits text: String) -> Double? {
    var rest = Substring(text.lowercased())
    if rest.hasPrefix("p") { rest = rest.dropFirst() }
    var total: Double?
    while let first = rest.first {
      if first == "t" || first == " " || first == "," {
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      let behind = rest[digits.endIndex...].drop { $0 == " " }
      let unit = behind.prefix { $0.isLetter }
      // `T` of ISO 8601 separates days from hours.
      let name = unit.hasSuffix("t") ? unit.dropLast() : unit
      guard let number = Double(digits), let seconds = units[String(name)] else { return nil }
      total = (total ?? 0) + number * seconds
      rest = behind[name.endIndex...]
    }
    return total
  }
}
