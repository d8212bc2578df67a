import Composing
import Diagnostics
import Foundation
import Model
import Testing
import Text

@testable import Rendering

/// Values can't change a report's structure: with any text in every field, the tags of a page and
/// the tree of its Markdown equal those of the same report with the word `x`, but for code in titles.
@Suite struct StructureTests {
  private static let shapes = 16

  @Test func randomTextNeverChangesThePagesStructure() throws {
    var expected: [Int: [PageReader.Tag]] = [:]
    for round in 0..<Fuzz.rounds {
      let shape = round % Self.shapes
      if expected[shape] == nil {
        expected[shape] = try Self.tags(RandomNight(shape: shape, .x))
      }
      var dice = Dice(seed: UInt64(round))
      let night = RandomNight(shape: shape, Filling { HostileWords.value(&dice) })
      Self.compare(
        Self.withoutQuotes(try Self.tags(night)), expected[shape].map(Self.withoutQuotes), round)
    }
  }

  @Test func randomTextNeverChangesTheMarkdownsStructure() throws {
    var expected: [Int: String] = [:]
    for round in 0..<Fuzz.rounds {
      let shape = round % Self.shapes
      let plain = try expected[shape] ?? Self.output(RandomNight(shape: shape, .x), .markdown)
      expected[shape] = plain
      var dice = Dice(seed: UInt64(round))
      let night = RandomNight(shape: shape, Filling { HostileWords.value(&dice) })
      let output = try Self.output(night, .markdown)
      Self.compare(
        Self.withoutQuotes(MarkdownShape.lines(of: output)),
        Self.withoutQuotes(MarkdownShape.lines(of: plain)), round)
      Self.compare(MarkdownShape.bars(of: output), MarkdownShape.bars(of: plain), round)
    }
  }

  @Test func randomTextNeverAddsLinesToText() throws {
    var options = RenderOptions()
    options.columns = 1_000
    for round in 0..<Fuzz.rounds / 4 {
      let shape = round % Self.shapes
      var dice = Dice(seed: UInt64(round))
      let night = RandomNight(
        shape: shape,
        Filling {
          let value = HostileWords.value(&dice)
          return value.utf8.count < 60 ? value : "y"
        })
      let output = try Self.output(night, .text, options)
      let plain = try Self.output(RandomNight(shape: shape, .x), .text, options)
      Self.compare([Self.height(output)], [Self.height(plain)], round)
    }
  }

  @Test func randomTextNeverReachesATerminalAsCommands() throws {
    for round in 0..<Fuzz.rounds {
      var dice = Dice(seed: UInt64(round))
      let night = RandomNight(
        shape: round % Self.shapes, Filling { HostileWords.value(&dice) })
      let output = try Self.output(night, .text)
      #expect(Self.firstSign(in: output) == nil, "round \(round)")
      #expect(Self.firstTooLong(in: output, columns: 72) == nil, "round \(round)")
    }
  }

  @Test func unsafeAddressesNeverBecomeLinks() throws {
    for round in 0..<Fuzz.rounds {
      var dice = Dice(seed: UInt64(round))
      let night = RandomNight(
        shape: round % Self.shapes,
        Filling(plain: { "x" }, address: { HostileWords.address(&dice) }))
      for address in try Self.tags(night).filter({ !$0.isEmbeddedIcon }).compactMap({ $0["href"] })
      {
        #expect(!Self.leadsAway(address), "round \(round)")
      }
      let markdown = try Self.output(night, .markdown)
      for line in MarkdownShape.lines(of: markdown) where line.hasPrefix("+link ") {
        let address = line.dropFirst(6)
        if address.hasPrefix("#") {
          // To a message of the same report.
          #expect(markdown.contains("<a id=\"\(address.dropFirst())\"></a>"), "round \(round)")
          continue
        }
        #expect(
          ["http://", "https://", "mailto:"].contains {
            address.utf8.starts(with: $0.utf8)
          },
          "round \(round): \(address)")
      }
    }
  }

  @Test func jsonKeepsRandomTextUnchanged() throws {
    for round in 0..<min(Fuzz.rounds, 64) {
      var dice = Dice(seed: UInt64(round))
      let night = RandomNight(shape: round % Self.shapes, Filling { HostileWords.value(&dice) })
      let output = try Self.output(night, .json)
      let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
      let title = try #require(object?["title"] as? String)
      #expect(night.dataset.title.map { $0 == title } ?? true, "round \(round)")
    }
  }
}

extension StructureTests {
  static func output(
    _ night: RandomNight, _ target: OutputFormat, _ options: RenderOptions = RenderOptions()
  ) throws -> String {
    let report = try report(night.dataset, baseline: night.baseline, locale: night.locale)
    return try render(report, to: target, in: withoutStyle, options: options)
  }

  /// The tags of the page without the offer to show more of long texts. All of them must be known.
  static func tags(_ night: RandomNight) throws -> [PageReader.Tag] {
    let page = try output(night, .page)
    #expect(firstSign(in: page, isPage: true) == nil)
    let read = try PageReader(page)
    #expect(read.script == script)
    for tag in read.tags where tag.kind != .end { KnownMarkup.check(tag) }
    return withoutMore(read.tags)
  }

  /// The template's own.
  private static let script = {
    var problems: [Diagnostic] = []
    let bundle = AssetStore().file("Templates/default/page/10-script.js")
    return PageScript([bundle].compactMap(\.self), problems: &problems).pieces.joined()
  }()

  static func withoutMore(_ tags: [PageReader.Tag]) -> [PageReader.Tag] {
    var kept: [PageReader.Tag] = []
    var depth = 0
    for tag in tags {
      if depth > 0 || tag.name == "details" && tag["class"]?.hasPrefix("more") == true {
        if tag.kind == .start { depth += 1 } else if tag.kind == .end { depth -= 1 }
      } else {
        kept.append(tag)
      }
    }
    return kept
  }

  /// The tags without code that backticks enclose in a title: elements without attributes, which
  /// `PageReader` has found to be closed.
  static func withoutQuotes(_ tags: [PageReader.Tag]) -> [String] {
    tags.map(\.line).filter { !["<code>", "</code>", "<i>", "</i>"].contains($0) }
  }

  /// The lines with code in titles as text, and ids without the prefix that is made of title and project.
  private static func withoutQuotes(_ lines: [String]) -> [String] {
    var kept: [String] = []
    for line in lines {
      let isCode = ["code", "html_inline <code>", "html_inline </code>"].contains(line)
      let line = isCode ? "text" : line.replacing(/r[0-9a-f]{6}-(?=m|timeline)/, with: "")
      if line != "text" || kept.last != "text" { kept.append(line) }
    }
    return kept
  }

  static func compare<Line: Equatable>(_ made: [Line], _ expected: [Line]?, _ round: Int) {
    guard let expected, made != expected else { return }
    let place = zip(made, expected).prefix { $0 == $1 }.count
    let nearby = max(0, place - 3)..<(place + 3)
    let (made, wanted) = (
      made.dropFirst(nearby.lowerBound).prefix(6), expected.dropFirst(nearby.lowerBound).prefix(6)
    )
    Issue.record("round \(round), at \(place): \(Array(made)) is not \(Array(wanted))")
  }

  private static func height(_ text: String) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false).count
  }

  /// The first character that no output may contain.
  static func firstSign(in output: String, isPage: Bool = false) -> String? {
    let sign = output.unicodeScalars.first { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0x09: !isPage
      case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2067, 0xF_0000...: true
      default: false
      }
    }
    return sign.map { "U+" + String($0.value, radix: 16) }
  }

  /// The first line that could have been broken but was not.
  private static func firstTooLong(in text: String, columns: Int) -> Substring? {
    text.split(separator: "\n").first { line in
      guard TextWidth.columns(of: String(line)) > columns else { return false }
      // A line is not broken at the space in a broken command (`RunnerCommands`).
      let words = line.replacing(": :", with: "::").replacing("# #", with: "##")
      // A row of a table keeps its columns, so that this space makes it one column wider.
      guard TextWidth.columns(of: words) > columns else { return false }
      return words.drop { $0 == " " }.contains(" ")
    }
  }

  /// Whether a browser that decodes the address again could reach a disallowed scheme.
  private static func leadsAway(_ address: String) -> Bool {
    let signs = address.unicodeScalars
    if signs.contains(where: { $0.value <= 0x20 || $0 == "\\" }) || address.hasPrefix("//") {
      return true
    }
    let decoded = (address.removingPercentEncoding ?? address).lowercased()
      .filter { !$0.isWhitespace && $0 != "\u{200B}" }
    let head = decoded.prefix { !"/?#".contains($0) }
    guard head.contains(":") || head.contains("&") else { return false }
    return !["http:", "https:", "mailto:"].contains { head.hasPrefix($0) }
  }
}
