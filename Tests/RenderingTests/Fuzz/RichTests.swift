import Composing
import Model
import Testing
import Text

@testable import Rendering

/// Markdown of untrusted origin can't affect its surroundings: the output before and after it is
/// the same for any content, and its own output is balanced.
@Suite struct RichTests {
  enum Place: CaseIterable {
    case summary, messageText, messageDetails, alertText, bannerDetails, entryDetails, single
  }

  @Test(arguments: Place.allCases)
  func randomMarkdownNeverEscapesItsElement(_ place: Place) throws {
    let plain = Self.night(place, "x")
    let page = try PageReader.tags(of: Self.output(plain, .page))
    let markdown = MarkdownShape.lines(of: try Self.output(plain, .markdown))
    for round in 0..<Fuzz.rounds / 10 {
      var dice = Dice(seed: UInt64(round))
      let words = (0..<3).map { _ in HostileWords.value(&dice) }.joined(separator: "\n")
      let night = Self.night(place, words)
      let tags = try PageReader.tags(of: Self.output(night, .page))
      let added = Self.added(to: page.map(\.line), in: tags.map(\.line))
      if let added {
        for tag in tags[added] where tag.kind != .end && tag["class"] != "more" {
          let isKnown =
            (KnownMarkup.rich + KnownMarkup.tables).contains(tag.name)
            || ["details", "summary"].contains(tag.name)
          #expect(isKnown, "round \(round): \(tag.line)")
        }
      }
      #expect(added != nil, "round \(round): the page around it has changed")
      let lines = MarkdownShape.lines(of: try Self.output(night, .markdown))
      let between = Self.added(to: markdown, in: lines)
      #expect(between.map { Self.isBalanced(lines[$0]) } == true, "round \(round): \(words)")
      #expect(
        !(between.map { lines[$0] } ?? []).contains { $0.hasPrefix("html_block") }, "round \(round)"
      )
      let text = try Self.output(night, .text)
      #expect(StructureTests.firstSign(in: text) == nil, "round \(round)")
      #expect(text.contains("The next one") && text.contains("The last one"), "round \(round)")
    }
  }
}

extension RichTests {
  private static func output(_ night: Dataset, _ target: OutputFormat) throws -> String {
    try render(try report(night), to: target, in: withoutStyle)
  }

  /// A dataset with text in one place, and with content after every place.
  static func night(_ place: Place, _ words: String) -> Dataset {
    var first = message(.error, "The first one")
    var alert = message(.error, "An alert", kind: .alert)
    var banner = message(.warning, "A banner", kind: .offline)
    var entry = TimelineEntry(when: .point(hours(-3)), title: "An entry")
    var summary: String?
    switch place {
    case .summary: summary = words
    case .messageText, .single: first.text = words
    case .messageDetails: first.details = words
    case .alertText: alert.text = words
    case .bannerDetails: banner.details = words
    case .entryDetails: entry.details = words
    }
    let last = TimelineEntry(when: .point(hours(3)), title: "The last one")
    let next = TimelineEntry(when: .point(hours(-2)), title: "The next one")
    let messages = place == .single ? [first] : [first, alert, banner, message(.error, "Another")]
    var night = dataset(messages, entries: [entry, next, last])
    night.summary = summary
    return night
  }

  /// The range of lines that `made` has between the common beginning and end with `plain`.
  static func added(to plain: [String], in made: [String]) -> Range<Int>? {
    let start = zip(plain, made).prefix { $0 == $1 }.count
    let rest = min(plain.count, made.count) - start
    let end = zip(plain.reversed(), made.reversed()).prefix { $0 == $1 }.prefix(rest).count
    // `plain` may lack only the word `x` and its paragraph.
    guard plain.count - start - end <= 4 else { return nil }
    return start..<made.count - end
  }

  /// Whether no node ends among the lines that began before them, except the paragraph of `x`.
  private static func isBalanced(_ lines: ArraySlice<String>) -> Bool {
    var depth = 0
    var lowest = 0
    for line in lines {
      if line.hasPrefix("+") { depth += 1 } else if line.hasPrefix("-") { depth -= 1 }
      lowest = min(lowest, depth)
    }
    return depth <= 1 && lowest >= -1
  }
}
