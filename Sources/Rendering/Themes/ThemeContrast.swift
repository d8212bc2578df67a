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

  /// A warning for each of a user's tokens that is in pairs below their minimums, with the worst of
  /// them.
  ///
  /// - Parameters:
  ///   - tokens: The user's tokens completed by those of the built-in theme.
  ///   - own: The user's tokens.
  func problems(of tokens: Tokens, changedBy own: Tokens) -> [Diagnostic] {
    var order: [SourceLocation] = []
    var misses: [SourceLocation: [Miss]] = [:]
    let darkNames = Set(tokens.dark.map(\.name))
    let light = Dictionary(own.light.map { ($0.name, $0.location) }) { first, _ in first }
    let dark = Dictionary(own.dark.map { ($0.name, $0.location) }) { first, _ in first }
      .merging(light.filter { !darkNames.contains($0.key) }) { first, _ in first }
    for isDark in tokens.dark.isEmpty ? [false] : [false, true] {
      let values = tokens.values(isDark: isDark)
      let places = isDark ? dark : light
      let surface = values["color-surface"]
      for pair in pairs {
        for background in pair.backgrounds {
          guard let location = places[pair.foreground] ?? places[background],
            let front = values[pair.foreground], let back = values[background]
          else { continue }
          let ratio = HexColor(front, over: back, surface)
            .contrast(with: HexColor(back, over: surface))
          guard ratio < pair.minimum else { continue }
          if misses[location] == nil { order.append(location) }
          misses[location, default: []].append(
            Miss(
              foreground: pair.foreground, background: background, ratio: ratio,
              minimum: pair.minimum, isDark: isDark))
        }
      }
    }
    return badMinimums + order.map { Self.problem(misses[$0] ?? [], at: $0) }
  }

  private struct Miss {
    var foreground: String
    var background: String
    var ratio: Double
    var minimum: Double
    var isDark: Bool
  }

  private static func problem(_ misses: [Miss], at location: SourceLocation) -> Diagnostic {
    let worst = misses.min { $0.ratio / $0.minimum < $1.ratio / $1.minimum } ?? misses[0]
    var summary =
      "'\(worst.foreground)' on '\(worst.background)' has a contrast of "
      + "\(written(worst.ratio)):1" + (worst.isDark ? " in the dark scheme" : "")
    var help = ["use at least \(written(worst.minimum)):1"]
    let others = misses.filter {
      ($0.foreground, $0.background) != (worst.foreground, worst.background)
        || $0.isDark != worst.isDark
    }
    if !others.isEmpty {
      summary += ", the lowest of \(misses.count) pairs below their minimums"
      let shared = others.allSatisfy { $0.foreground == worst.foreground }
      let names = others.prefix(4).map { other in
        (shared ? "" : "'\(other.foreground)' ")
          + "on '\(other.background)' \(written(other.ratio)):1 of \(written(other.minimum)):1"
      }
      let more = others.count > names.count ? " and \(others.count - names.count) more" : ""
      help.append("also " + names.joined(separator: ", ") + more)
    }
    return Diagnostic(.warning, "low-contrast", summary, at: location, help: help)
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
