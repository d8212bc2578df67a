import Composing
import Foundation
import Model
import Testing

@testable import Rendering

/// Values can't change a mail's structure or styles, or link to disallowed addresses.
@Suite struct MailFuzzTests {
  private static let shapes = 16

  private static func output(_ night: RandomNight) throws -> String {
    var options = RenderOptions()
    options.budget = 64 << 20
    let report = try report(night.dataset, baseline: night.baseline, locale: night.locale)
    return try render(report, to: .mail, options: options)
  }

  @Test func randomTextNeverChangesTheMailsStructure() throws {
    var expected: [Int: [String]] = [:]
    for round in 0..<Fuzz.rounds / 2 {
      let shape = round % Self.shapes
      if expected[shape] == nil {
        expected[shape] = try MailReader.tags(
          of: Self.output(RandomNight(shape: shape, .x))
        ).map(\.line)
      }
      var dice = Dice(seed: UInt64(round))
      let night = RandomNight(shape: shape, Filling { HostileWords.value(&dice) })
      let mail = try Self.output(night)
      // Style attributes are part of the lines, so they can't change either.
      StructureTests.compare(
        try MailReader.tags(of: mail).map(\.line), expected[shape], round)
      #expect(
        mail.utf8.allSatisfy { [0x09, 0x0A].contains($0) || (0x20..<0x7F).contains($0) },
        "round \(round)")
    }
  }

  @Test func addressesInMailAreAbsoluteAndAllowed() throws {
    for round in 0..<Fuzz.rounds / 2 {
      var dice = Dice(seed: UInt64(round))
      let night = RandomNight(
        shape: round % Self.shapes,
        Filling(plain: { "x" }, address: { HostileWords.address(&dice) }))
      for tag in try MailReader.tags(of: Self.output(night)) {
        guard let address = tag["href"] else { continue }
        #expect(
          ["http://", "https://", "mailto:"].contains { address.lowercased().hasPrefix($0) },
          "round \(round): \(address)")
        #expect(address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "round \(round): \(address)")
      }
    }
  }

  @Test(arguments: RichTests.Place.allCases)
  func randomMarkdownNeverEscapesItsElementInMail(_ place: RichTests.Place) throws {
    let plain = try render(try report(RichTests.night(place, "x")), to: .mail)
    let frame = try MailReader.tags(of: plain)
    let known = Set(KnownMarkup.rich.filter { $0 != "pre" } + KnownMarkup.tables + ["b"])
    let boxes = try Self.boxes(place, in: frame)
    for round in 0..<Fuzz.rounds / 10 {
      var dice = Dice(seed: UInt64(round))
      let words = (0..<3).map { _ in HostileWords.value(&dice) }.joined(separator: "\n")
      let mail = try render(try report(RichTests.night(place, words)), to: .mail)
      let tags = try MailReader.tags(of: mail)
      let added = RichTests.added(to: frame.map(\.line), in: tags.map(\.line))
      #expect(added != nil, "round \(round): the mail around it has changed")
      for tag in added.map({ tags[$0] }) ?? [] where tag.kind != .end {
        if boxes.contains(tag.line) { continue }
        #expect(known.contains(tag.name), "round \(round): \(tag.line)")
        #expect(
          tag.attributes.allSatisfy {
            [
              "style", "class", "dir", "href", "title", "start", "scope", "cellpadding",
              "cellspacing", "border",
            ].contains($0.name)
          }, "round \(round): \(tag.line)")
      }
    }
  }

  /// The tags of the cells that the program puts code and quotes into; they must be complete for
  /// every value.
  private static func boxes(
    _ place: RichTests.Place, in frame: [PageReader.Tag]
  ) throws -> Set<String> {
    let night = RichTests.night(place, "```\nx\n```\n\n> x")
    let tags = try MailReader.tags(of: render(try report(night), to: .mail))
    let added = try #require(RichTests.added(to: frame.map(\.line), in: tags.map(\.line)))
    let boxes = tags[added].filter { $0.kind != .end && !KnownMarkup.rich.contains($0.name) }
    let table = ["table", "role", "width", "cellpadding", "cellspacing", "border", "style"]
    #expect(
      boxes.map { [$0.name] + $0.attributes.map(\.name) } == [
        table, ["tr"], ["td", "class", "dir", "bgcolor", "style"],
        table, ["tr"], ["td", "class", "style"],
      ])
    #expect(boxes.compactMap { $0["class"] } == ["code", "quote"])
    #expect(boxes.compactMap { $0["dir"] } == ["ltr"])
    return Set(boxes.map(\.line))
  }

  @Test func classesInMailAreKnown() throws {
    let component = "<p class=\"line {{title}}\">{{title}}</p>"
    let night = dataset([message(.error, "tint error\" style=\"x"), message(.error, "y")])
    let store = overlay([
      "Templates/default/components/message.mail": "<tr><td>" + component + "</td></tr>"
    ])
    let mail = try render(try report(night), to: .mail, in: store)
    #expect(mail.contains(">tint error\" style=\"x</p>"))
    for tag in try MailReader.tags(of: mail) where tag.name == "p" {
      #expect(tag["class"]?.contains("style") != true && tag["class"]?.contains("x") != true)
    }
  }
}
