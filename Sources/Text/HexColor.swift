internal import Platform

/// A colour of a design token, `#rgb` to `#rrggbbaa`, blended with the colours below it.
package struct HexColor: Sendable, Hashable {
  /// Red, green and blue from 0 to 255.
  private let parts: [Double]

  /// Blends a colour with those below it, nearest first, on white.
  package init(_ hex: String, over grounds: String?...) {
    var (parts, alpha) = Self.parts(of: hex)
    for ground in grounds where alpha < 1 {
      let below = ground.map { Self.parts(of: $0) } ?? (parts: [255, 255, 255], alpha: 1)
      parts = Self.mix(parts, alpha, below.parts)
      alpha += below.alpha * (1 - alpha)
    }
    self.parts = alpha < 1 ? Self.mix(parts, alpha, [255, 255, 255]) : parts
  }

  /// `#rrggbb`.
  package var hex: String {
    parts.reduce(into: "#") { text, part in
      let seen = Int(part.rounded())
      text += (seen < 16 ? "0" : "") + String(seen, radix: 16)
    }
  }

  /// The relative luminance, from 0 for black to 1 for white (WCAG 2).
  package var luminance: Double {
    let linear = parts.map { $0 / 255 }
      .map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  /// The contrast ratio with another colour, from 1 to 21 (WCAG 2).
  package func contrast(with other: HexColor) -> Double {
    let (bright, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
    return (bright + 0.05) / (dark + 0.05)
  }

  private static func mix(_ parts: [Double], _ alpha: Double, _ below: [Double]) -> [Double] {
    zip(parts, below).map { $0 * alpha + $1 * (1 - alpha) }
  }

  /// Red, green and blue from 0 to 255, 0 if missing, and the opacity from 0 to 1.
  private static func parts(of hex: String) -> (parts: [Double], alpha: Double) {
    let digits = hex.dropFirst().compactMap(\.hexDigitValue)
    var values: [Double]
    if digits.count < 6 {
      values = digits.map { Double($0 * 17) }
    } else {
      values = stride(from: 1, to: digits.count, by: 2).map {
        Double(digits[$0 - 1] * 16 + digits[$0])
      }
    }
    let alpha = values.count > 3 ? values.removeLast() / 255 : 1
    return (Array((values + [0, 0, 0]).prefix(3)), alpha)
  }
}
