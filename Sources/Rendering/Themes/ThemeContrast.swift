import Basics
import Diagnostics
import JSON

/// Checks the contrast of a user's tokens for the pairs of foreground and background listed by the
/// theme, otherwise by the built-in theme.
struct ThemeContrast {
  private struct Pair {
    var foreground: String
    var backgrounds: [String]
    var minimum: Double
  }

  private let pairs: [Pair]

  /// - Parameters:
  ///   - root: the user's token file.
  ///   - base: that of the built-in theme.
  init(pairs root: JSONValue, or base: JSONValue) {
    let own = Self.pairs(in: root)
    pairs = own.isEmpty ? Self.pairs(in: base) : own
  }

  /// Warnings for each pair below its minimum that contains one of these tokens.
  func problems(of tokens: Tokens, changedBy own: [Tokens.Token]) -> [Diagnostic] {
    let places = Dictionary(own.map { ($0.name, $0.location) }) { first, _ in first }
    var problems: [Diagnostic] = []
    for isDark in tokens.dark.isEmpty ? [false] : [false, true] {
      for pair in pairs {
        for background in pair.backgrounds {
          guard let place = places[pair.foreground] ?? places[background],
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
              at: place, help: ["use at least \(Self.written(pair.minimum)):1"]))
        }
      }
    }
    return problems
  }

  private static func pairs(in root: JSONValue) -> [Pair] {
    let list = root["$extensions"]?["tidemark"]?["pairs"]?.elements ?? []
    return list.compactMap { pair in
      guard let foreground = pair["foreground"]?.string,
        case .number(let minimum, _)? = pair["minimum"]?.kind
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
