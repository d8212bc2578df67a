import Diagnostics
import Foundation
import JSON
import Preparing
import Testing

@testable import Rendering

/// Every foreground on every background that the template combines, in all themes and schemes.
@Suite struct ContrastTests {
  /// A foreground with its backgrounds.
  struct Pair: Sendable {
    var foreground: String
    var backgrounds: [String]

    init(_ foreground: String, on backgrounds: [String]) {
      self.foreground = foreground
      self.backgrounds = backgrounds
    }
  }

  static let urgencies = ["error", "warning", "success", "information", "neutral"]
  private static let tints = urgencies.map { $0 + "-background" }
  private static let grounds = ["canvas", "surface", "sunken"]

  /// Text, as coloured by the rules of Templates/default/page/*.css.
  static let words: [Pair] =
    ["text-default", "text-muted", "link"].map {
      Pair($0, on: grounds + tints + ["accent-background", "tense-current-background"])
    }
    + urgencies.map {
      Pair($0 + "-foreground", on: ["surface", $0 + "-background", "tense-current-background"])
    }
    + [
      Pair(
        "accent-foreground",
        on: ["canvas", "surface", "accent-background", "tense-current-background"]),
      Pair("accent-on", on: ["accent-fill"]),
    ]

  /// Signs, tracks, axis lines, edges of controls and the focus ring.
  static let graphics: [Pair] =
    urgencies.map { Pair($0 + "-fill", on: ["canvas", "surface", $0 + "-background"]) }
    + ["past", "current", "future"].flatMap { tense in
      [
        Pair("tense-\(tense)-node", on: ["surface"]), Pair("tense-\(tense)-line", on: ["surface"]),
        Pair("tense-\(tense)-on", on: ["tense-\(tense)-node"]),
      ]
    }
    + [
      Pair("accent-fill", on: ["surface", "accent-background"]),
      Pair("border-strong", on: ["canvas", "surface"]),
      Pair("focus", on: grounds + tints + ["accent-background", "tense-current-background"]),
    ]

  static let themes = AssetStore().names(under: "Themes")

  @Test(arguments: themes, [false, true])
  func textHasEnoughContrast(theme: String, isDark: Bool) throws {
    try check(Self.words, theme, isDark, least: theme == "contrast" ? 7 : 4.5)
  }

  @Test(arguments: themes, [false, true])
  func signsHaveEnoughContrast(theme: String, isDark: Bool) throws {
    try check(Self.graphics, theme, isDark, least: 3)
  }

  @Test(arguments: themes)
  func contrastPairsOfThemesAreMet(theme: String) throws {
    let file = try #require(AssetStore().file("Themes/\(theme)/tokens.json"))
    let root = try #require(JSONValue.parse(file.text, file: file.name).0)
    let pairs = try #require(root["$extensions"]?["tidemark"]?["pairs"]?.elements)
    #expect(pairs.count > 10)
    for pair in pairs {
      let least = try #require(
        (pair["minimum"]?.kind).flatMap { kind -> Double? in
          if case .number(let number, _) = kind { number } else { nil }
        })
      let foreground = try #require(pair["foreground"]?.string)
      let backgrounds = try #require(pair["background"]).elements.compactMap(\.string)
      #expect(!backgrounds.isEmpty)
      let names = Pair(Self.hyphenated(foreground), on: backgrounds.map(Self.hyphenated))
      for isDark in [false, true] { try check([names], theme, isDark, least: least) }
    }
  }

  private static func hyphenated(_ path: String) -> String {
    path.replacing(".", with: "-")
  }

  private func check(_ pairs: [Pair], _ name: String, _ isDark: Bool, least: Double) throws {
    var problems: [Diagnostic] = []
    let theme = try #require(Theme(name, in: AssetStore(), problems: &problems))
    func colour(_ token: String) throws -> Colour {
      let value = theme.tokens.value("color-" + token, isDark: isDark)
      return try Colour(#require(value, "\(name) has no \(token)"))
    }
    for pair in pairs {
      for background in pair.backgrounds {
        let ratio = try colour(pair.foreground).contrast(on: colour(background))
        #expect(
          ratio >= least,
          "\(name), \(isDark ? "dark" : "light"): \(pair.foreground) on \(background)")
      }
    }
  }
}

/// A colour with its relative luminance (WCAG 2).
struct Colour {
  let luminance: Double

  init(_ hex: String) throws {
    let digits = try #require(UInt32(hex.dropFirst(), radix: 16))
    try #require(hex.utf8.count == 7, "\(hex) is no #rrggbb")
    func share(_ shift: UInt32) -> Double {
      let part = Double(digits >> shift & 0xFF) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    luminance = 0.2126 * share(16) + 0.7152 * share(8) + 0.0722 * share(0)
  }

  func contrast(on other: Colour) -> Double {
    let (bright, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
    return (bright + 0.05) / (dark + 0.05)
  }
}
