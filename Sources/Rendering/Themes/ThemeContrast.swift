import Diagnostics
import JSON
import Preparing
import Text

/// Checks the contrast of a user's tokens for the pairs of foreground and background listed by the
/// theme, otherwise by the built-in theme.
struct ThemeContrast {
  private struct Pair {
    var foreground: String
    var backgrounds: [String]
    var minimum: Double
  }

  private let pairs: [Pair]
  /// Warnings about minimums that no two colours can reach.
  private let badMinimums: [Diagnostic]

  /// - Parameters:
  ///   - root: the user's token file.
  ///   - base: the token file of the built-in theme.
  init(pairs root: JSONValue, or base: JSONValue) {
    let own = Self.pairs(in: root)
    pairs = own.isEmpty ? Self.pairs(in: base) : own
    badMinimums = Self.minimums(in: root).compactMap { value in
      guard let minimum = value.number, !Self.possible.contains(minimum) else { return nil }
      return Diagnostic(
        .warning, "bad-contrast", "a minimum contrast is a number from 1 to 21", at: value.location,
        help: ["the pair is not checked"])
    }
  }

  /// Warnings for each pair below its minimum that contains one of these tokens.
  func problems(of tokens: Tokens, changedBy own: [Tokens.Token]) -> [Diagnostic] {
    let locations = Dictionary(own.map { ($0.name, $0.location) }) { first, _ in first }
    var problems = badMinimums
    for isDark in tokens.dark.isEmpty ? [false] : [false, true] {
      for pair in pairs {
        for background in pair.backgrounds {
          guard let location = locations[pair.foreground] ?? locations[background],
            let front = tokens.value(pair.foreground, isDark: isDark),
            let back = tokens.value(background, isDark: isDark)
          else { continue }
          let surface = tokens.value("color-surface", isDark: isDark)
          let ratio = HexColor(front, over: back, surface)
            .contrast(with: HexColor(back, over: surface))
          guard ratio < pair.minimum else { continue }
          let names = "'\(pair.foreground)' on '\(background)'"
          problems.append(
            Diagnostic(
              .warning, "low-contrast",
              "\(names) has a contrast of \(Self.written(ratio)):1"
                + (isDark ? " in the dark scheme" : ""),
              at: location, help: ["use at least \(Self.written(pair.minimum)):1"]))
        }
      }
    }
    return problems
  }

  /// From equal colours to black on white.
  private static let possible = 1.0...21.0

  private static func list(in root: JSONValue) -> [JSONValue] {
    root["$extensions"]?["tidemark"]?["pairs"]?.elements ?? []
  }

  private static func minimums(in root: JSONValue) -> [JSONValue] {
    list(in: root).compactMap { $0["minimum"] }
  }

  private static func pairs(in root: JSONValue) -> [Pair] {
    list(in: root).compactMap { pair in
      guard let foreground = pair["foreground"]?.string, let minimum = pair["minimum"]?.number,
        possible.contains(minimum)
      else { return nil }
      let backgrounds = pair["background"]?.elements.compactMap(\.string) ?? []
      return Pair(
        foreground: token(foreground), backgrounds: backgrounds.map(token), minimum: minimum)
    }
  }

  /// The token for a path below `color.light` and `color.dark`.
  private static func token(_ path: String) -> String {
    "color-" + path.replacing(".", with: "-")
  }

  /// The ratio with one decimal, rounded down, so that a missed minimum never looks met.
  private static func written(_ ratio: Double) -> String {
    let tenths = Int(ratio * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }
}
