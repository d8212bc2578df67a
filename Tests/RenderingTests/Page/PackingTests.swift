import Composing
import Files
import Foundation
import Localization
import Model
import Testing
import Text

@testable import Rendering

/// The end of a long page is compressed.
@Suite struct PackingTests {
  /// Reads packed data as its format is documented (see `MessagePack`): the messages of each list.
  private static func lists(in data: Substring) throws -> [[String]] {
    let packed = try #require(Data(base64Encoded: String(data)))
    let text = String(
      decoding: try #require(Gzip.unpack(Array(packed), limit: 1 << 26)), as: UTF8.self)
    let parts = text.split(separator: "\u{1D}", omittingEmptySubsequences: false)
    let forms = parts.dropFirst().map { part in
      let columns = part.split(separator: "\u{1E}", omittingEmptySubsequences: false)
      return (
        pieces: columns[0].split(separator: "\u{1B}", omittingEmptySubsequences: false),
        columns: columns.dropFirst().map {
          $0.split(separator: "\u{1F}", omittingEmptySubsequences: false)
        }
      )
    }
    var next = forms.map { _ in 0 }
    return try parts[0].split(separator: "\u{1E}").map { list in
      try list.split(separator: "\u{1F}").map { number in
        let number = try #require(Int(number))
        defer { next[number] += 1 }
        let form = forms[number]
        return try form.pieces.enumerated().map { index, piece in
          guard index % 2 == 1 else { return String(piece) }
          return String(form.columns[try #require(Int(piece)) - 1][next[number]])
        }.joined()
      }
    }
  }

  private static func packed(in page: String) throws -> [[String]] {
    try page.matches(of: /<script type="application\/gzip">([^<]*)<\/script>/)
      .flatMap { try lists(in: $0.1) }
  }

  /// The messages of each deferred list of a page with everything inline.
  private static func waiting(in page: String) -> [[String]] {
    page.matches(of: /(?s)<noscript><ul[^>]*>\n(.*?)<\/ul><\/noscript>/).map { list in
      list.1.split(separator: "<li id=\"m").map { "<li id=\"m" + $0 }
    }
  }

  private static func compare(_ night: Dataset, in store: AssetStore = withoutStyle) throws {
    let report = try report(night)
    let packed = try render(report, to: .page, in: store)
    let inline = try render(report, to: .page, in: store, options: WaitingTests.inline)
    let wanted = waiting(in: inline)
    #expect(!wanted.isEmpty)
    #expect(try Self.packed(in: packed) == wanted)
    #expect(packed.matches(of: /<noscript data-packed><\/noscript>/).count == wanted.count)
  }

  @Test func theDataHasEachMessageAsItIsWithEverythingInline() throws {
    var night = dataset()
    for (place, count) in [950, 120, 0, 250].enumerated() {
      night.categories.append(Dataset.Category(id: "c\(place)", title: "Section \(place)"))
      for number in 0..<count {
        var message = message(.error, "Test \(number) fails", category: "c\(place)")
        message.urgency = number % 3 == 0 ? .warning : .error
        message.details = "```\nstep \(number)\n\nstep \(number + 1)\n  at line \(number % 7)\n```"
        if number % 2 == 0 {
          message.location = Message.Location(file: "a\(number % 4)/b.c", line: number)
        }
        night.messages.append(message)
      }
    }
    try Self.compare(night)
  }

  @Test func randomTextStaysAsItIs() throws {
    for round in 0..<max(4, Fuzz.rounds / 20) {
      var dice = Dice(seed: UInt64(round))
      var night = dataset(Array(repeating: message(.error, "x"), count: ChunkScope.live))
      for index in 0..<20 {
        var message = message(.neutral, HostileWords.value(&dice), text: HostileWords.value(&dice))
        message.fingerprint = "\(index)"
        message.details = HostileWords.value(&dice)
        message.location = Message.Location(file: HostileWords.value(&dice), line: index)
        night.messages.append(message)
      }
      try Self.compare(night)
    }
  }

  @Test func equalAndNumberedValuesTakeAlmostNoSpace() throws {
    let night = dataset((0..<6_000).map { message(.error, "Test \($0) fails as test \($0)") })
    let report = try report(night)
    let packed = try render(report, to: .page, in: withoutStyle)
    let inline = try render(report, to: .page, in: withoutStyle, options: WaitingTests.inline)
    let data = packed.matches(of: /gzip">([^<]*)</).reduce(0) { $0 + $1.1.utf8.count }
    // Of each message, its fingerprint has at least eight characters.
    #expect(5_000 * 8..<5_000 * 24 ~= data)
    #expect(inline.utf8.count > 5_000 * 200)
  }

  @Test func aPageWithAThousandMessagesIsTheSameWithEverythingInline() throws {
    let report = try report(dataset(Array(repeating: message(.error, "x"), count: 1_000)))
    #expect(
      try render(report, to: .page)
        == render(report, to: .page, options: WaitingTests.inline))
  }

  @Test func aPageSaysWhatIsCompressed() throws {
    let report = try report(
      dataset(Array(repeating: message(.error, "x"), count: 1_300)), locale: "de")
    let page = try render(report, to: .page, in: withoutStyle)
    #expect(page.contains(try locale("de").string(named: "packed") + "</p>"))
    #expect(page.contains("<noscript><p class=\"and-more\">und noch 300</p></noscript>"))
    let inline = try render(report, to: .page, in: withoutStyle, options: WaitingTests.inline)
    #expect(!inline.contains("noch 300") && !inline.contains("application/gzip"))
  }

  @Test(arguments: ["", "own();\n"])
  func withoutTheBuiltInScriptNothingIsCompressed(script: String) throws {
    let report = try report(dataset(Array(repeating: message(.error, "x"), count: 1_001)))
    let store = overlay(["Templates/default/page/10-script.js": script])
    let page = try render(report, to: .page, in: store)
    #expect(WaitingTests.waiting(in: page) == [[1_001]])
    #expect(!page.contains("application/gzip") && !page.contains("DecompressionStream"))
  }

  @Test func otherContentStaysInItsPlace() throws {
    let outlet = Pieces()
    let page = PackedPage(outlet.take)
    for piece in [
      "<p>a</p><noscript>words", " data-key=\"1\"</noscript>b<noscript>",
      "<ul data-rows=\"01\">\n<li data-key=\"1\">x\u{1F}</li></ul></noscript>",
      "c<noscript><ol><li data-key=\"1\">x</li></ol></noscript>d",
    ] {
      var sink = ByteSink()
      sink.write(piece)
      #expect(page.take(&sink) && sink.bytes.isEmpty)
    }
    #expect(page.finish())
    #expect(
      outlet.text
        == "<p>a</p><noscript>words data-key=\"1\"</noscript>b<noscript><ul data-rows=\"01\">\n"
        + "<li data-key=\"1\">x\u{1F}</li></ul></noscript>c<noscript><ol><li data-key=\"1\">x</li>"
        + "</ol></noscript>d")
  }

  private final class Pieces {
    var text = ""

    func take(_ sink: inout ByteSink) -> Bool {
      text += sink.string
      sink.bytes = []
      return true
    }
  }
}
