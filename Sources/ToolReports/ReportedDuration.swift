internal import Diagnostics
internal import Text

/// Parses durations of test reports. An unreadable one is left out, with one note for each file.
package enum ReportedDuration {
  /// The seconds; nil if they are negative, too large or no number.
  package static func seconds(_ value: Double) -> Double? { 0...1e9 ~= value ? value : nil }

  /// Converts milliseconds to seconds.
  package static func seconds(milliseconds value: Double) -> Double? { seconds(value / 1_000) }

  /// Parses seconds as a decimal number. A comma may separate thousands.
  package static func seconds(_ text: String) -> Double? {
    if let value = plainDecimal(text) { return value }
    return (Double(text) ?? Double(text.replacing(",", with: ""))).flatMap { seconds($0) }
  }

  /// Parses `hours:minutes:seconds`, perhaps with a fraction, and with days and a dot in front.
  package static func seconds(clock text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let minutes = plainDecimal(String(parts[1])),
      let seconds = plainDecimal(String(parts[2]))
    else { return nil }
    let hours = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    guard hours.count <= 2, let last = hours.last.flatMap({ plainDecimal(String($0)) }),
      let days = hours.count == 2 ? plainDecimal(String(hours[0])) : 0
    else { return nil }
    return Self.seconds(((days * 24 + last) * 60 + minutes) * 60 + seconds)
  }

  /// Parses a few digits with or without a point, which need no general parser.
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

  /// The diagnostic for a duration that is left out.
  package static func summary(_ written: String) -> String {
    "the duration \(VisibleText.quoted(written)) is negative, too large or no number, and is left out"
  }
}
