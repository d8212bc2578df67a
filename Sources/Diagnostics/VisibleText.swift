/// Text of unknown origin made safe to show: no character that could move a cursor, change a
/// colour or turn the direction of a line reaches a terminal or a log.
package enum VisibleText {
  /// `text` with each control character as a sign (␛, ␊) and each invisible director as `<U+202E>`.
  package static func of(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      append(scalar, to: &result)
    }
    return result
  }

  /// The beginning of `text`, visible, in single quotes; a long value would bury its own finding.
  package static func quoted(_ text: String, limit: Int = 60) -> String {
    var result = "'"
    var count = 0
    for scalar in text.unicodeScalars {
      if count == limit {
        result += "…"
        break
      }
      append(scalar, to: &result)
      count += 1
    }
    return result + "'"
  }

  /// How a sentence names one character: its picture if it has one, and its number.
  package static func name(of scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x00: "NUL (U+0000)"
    case 0x09: "tab (U+0009)"
    case 0x0A: "line feed (U+000A)"
    case 0x0D: "carriage return (U+000D)"
    case 0x1B: "escape (U+001B)"
    case 0x20: "space"
    case 0x21..<0x7F: "'\(scalar)'"
    default:
      isDirector(scalar) || scalar.value < 0xA0
        ? number(of: scalar) : "'\(scalar)' (\(number(of: scalar)))"
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    let value = scalar.value
    if value < 0x20, let picture = Unicode.Scalar(0x2400 + value) {
      result.unicodeScalars.append(picture)
    } else if value == 0x7F {
      result += "␡"
    } else if isDirector(scalar) {
      result += "<\(number(of: scalar))>"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }

  /// C1 controls, line and paragraph separators, and everything that steers direction unseen.
  private static func isDirector(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF,
      0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  private static func number(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
