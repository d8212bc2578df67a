import Composing
import Model
import Testing
import Text
import Time

@testable import Rendering

/// Messages alike in each target (M15).
@Suite struct GroupsTests {
  private static func lint(_ count: Int = 40, url: String? = nil) -> Dataset {
    var night = dataset()
    night.url = url
    night.categories = [Dataset.Category(id: "lint", title: "Lint")]
    for number in 0..<count {
      night.messages.append(
        Message(
          urgency: .warning, category: "lint", title: "'v\(number)' is never used",
          location: Message.Location(file: "src/a\(number).js", line: number + 1),
          link: Message.Link(title: "no-unused-vars")))
    }
    night.messages.append(
      Message(
        urgency: .error, category: "lint", title: "Parsing error",
        location: Message.Location(file: "src/z.js"), link: Message.Link(title: "parse")))
    return night
  }

  private static func old(_ night: Dataset, without count: Int) -> Dataset {
    var old = night
    old.messages.removeFirst(count)
    return old
  }

  private func grouped(
    _ night: Dataset, baseline: Dataset? = nil, locale tag: String = "en"
  ) throws -> Report {
    try report(night, baseline: baseline, locale: tag, groupBeyond: Composer.Settings().groupBeyond)
  }

  @Test func textHasOneLineWithTheFirstPlaces() throws {
    let night = Self.lint()
    let text = try render(
      try grouped(night, baseline: Self.old(night, without: 2)), to: .text, in: builtIn)
    #expect(text.contains("Warning: no-unused-vars ×40 - 2 new\n    '…' is never used\n"))
    #expect(text.contains("src/a0.js:1 (New), src/a1.js:2 (New), src/a2.js:3,"))
    #expect(text.contains("and 30 more"))
    #expect(!text.contains("src/a10.js"))
    #expect(text.contains("Parsing error"))
  }

  @Test func theFirstAndTheLastTimeAreSaid() throws {
    var night = dataset()
    for minute in [40, 12, 30] + Array(13..<35) {
      var message = Message(
        urgency: .warning, category: "log", title: "Lost connection \(minute)")
      message.time = TimePoint(parsing: "2026-01-03T02:\(minute):00Z")
      night.messages.append(message)
    }
    let text = try render(try grouped(night), to: .text, in: builtIn)
    #expect(text.contains("Lost connection … ×25\n    3 Jan 2026, 02:12 – 3 Jan 2026, 02:40\n"))
    for index in night.messages.indices { night.messages[index].time = night.messages[0].time }
    night.messages[3].urgency = .error
    let once = try render(try grouped(night), to: .text, in: builtIn)
    #expect(once.contains("×25\n    1 error, 24 warnings, 3 Jan 2026, 02:40\n"))
  }

  @Test func thePlaceOfANewOneIsNamedBeforeOthers() throws {
    let night = Self.lint()
    var old = night
    old.messages.remove(at: 35)
    let text = try render(try grouped(night, baseline: old), to: .text, in: builtIn)
    #expect(text.contains("src/a35.js:36 (New), src/a0.js:1, src/a1.js:2,"))
    #expect(!text.contains("src/a9.js"))
  }

  @Test func thePreheaderNamesMessagesAlikeOnce() throws {
    let night = Self.lint()
    let words = Preheader.text(of: try grouped(night, baseline: Self.old(night, without: 12)))
    #expect(words.hasPrefix("no-unused-vars \u{D7}12: '\u{2026}' is never used \u{B7} "))
    #expect(words.ranges(of: "no-unused-vars").count == 1)
  }

  @Test func aGroupOfSeveralUrgenciesCountsThem() throws {
    var night = Self.lint()
    for number in 0..<3 { night.messages[number].urgency = .error }
    for target in [OutputFormat.text, .markdown, .mail, .page] {
      let text = try render(try grouped(night), to: target, in: builtIn)
      #expect(text.contains("3 errors, 37 warnings: "))
    }
  }

  @Test func asciiWritesTheNumberWithALetter() throws {
    var options = RenderOptions()
    options.isAscii = true
    let text = try render(try grouped(Self.lint()), to: .text, options: options)
    #expect(text.contains("no-unused-vars x40"))
  }

  @Test func markdownLinksTheListOfNewsToTheGroup() throws {
    let night = Self.lint()
    let text = try render(
      try grouped(night, baseline: Self.old(night, without: 7)), to: .markdown, in: builtIn)
    let link = try #require(text.firstMatch(of: /\[no-unused-vars\]\(#(r[0-9a-f]{6}-m1)\) ×7/))
    #expect(text.contains("- **<a id=\"\(link.1)\"></a>▲ Warning: no-unused-vars** ×40 · 7 new"))
    #expect(text.matches(of: /\]\(#/).count == 1)
  }

  /// The summary of a job has the reports of all its steps.
  @Test func idsOfTwoReportsInOneDocumentDiffer() throws {
    func ids(_ title: String) throws -> Set<String> {
      var night = Self.lint()
      night.title = title
      let text = try render(
        try grouped(night, baseline: Self.old(night, without: 4)), to: .markdown, in: builtIn)
      return Set(text.matches(of: /<a id="([^"]+)">/).map { String($0.1) })
    }
    let (unit, lint) = (try ids("Unit"), try ids("Lint"))
    #expect(unit.count == lint.count && unit.count > 0)
    #expect(unit.isDisjoint(with: lint))
    #expect(try ids("Unit") == unit)
  }

  @Test func everyLinkOfMarkdownLeadsToAnAnchor() throws {
    let night = Self.lint()
    let text = try render(
      try grouped(night, baseline: Self.old(night, without: 4)), to: .markdown, in: builtIn)
    let targets = text.matches(of: /\]\(#(r[0-9a-f]{6}-m\d+)\)/).map { String($0.1) }
    #expect(targets.count == 4)
    for target in targets { #expect(text.contains("<a id=\"\(target)\"></a>")) }
  }

  @Test func aMailHasTheGroupAndLinksToItsFirstMessage() throws {
    let mail = try render(
      try grouped(Self.lint(url: "https://ci.example/1")), to: .mail, in: builtIn)
    #expect(mail.contains("https://ci.example/1#m1\""))
    #expect(mail.contains("and 35 more"))
    #expect(!mail.contains("src/a5.js"))
  }

  @Test func aPageHasEveryMemberInADisclosure() throws {
    let page = try render(try grouped(Self.lint()), to: .page, in: withoutStyle)
    #expect(page.matches(of: /<details class="alike"/).count == 1)
    let start = try #require(page.firstRange(of: "<details class=\"alike\""))
    #expect(page[start.lowerBound...].matches(of: /<li id="m\d+"/).count == 40)
    #expect(page.contains("<span class=\"vh\">40 messages</span>"))
  }

  @Test func jsonSaysTheGroupOfEachMessage() throws {
    let json = try render(try grouped(Self.lint()), to: .json)
    #expect(json.contains("\"likeness\": \"rule\""))
    #expect(json.matches(of: /"group": 1,\n/).count == 41)
    #expect(try !render(try grouped(Self.lint(4)), to: .json).contains("\"group"))
  }

  @Test func aBudgetOfAMailKeepsGroupsAndCounts() throws {
    var options = RenderOptions()
    options.budget = 12_000
    let mail = try render(try grouped(Self.lint(3_000)), to: .mail, options: options)
    #expect(mail.utf8.count <= 12_000)
    #expect(mail.contains("3,000"))
  }

  @Test(arguments: ["ar", "de", "es", "fr", "he", "ja", "pl"])
  func theNumberIsSaidInEveryLanguage(tag: String) throws {
    let text = try render(try grouped(Self.lint(), locale: tag), to: .text)
    #expect(text.contains("no-unused-vars"))
    #expect(text.contains("×40"))
  }

  @Test func aPageOfManyAlikeIsHardlyLarger() throws {
    let night = Self.lint(2_000)
    let options = WaitingTests.inline
    let alike = try render(try grouped(night), to: .page, in: withoutStyle, options: options)
    let flat = try render(try report(night), to: .page, in: withoutStyle, options: options)
    #expect(alike.utf8.count < flat.utf8.count + 1_000)
    let members = alike.matches(of: /<li id="m(\d+)"/).map { $0.1 }
    #expect(Set(members).count == 2_001 && members.count == 2_001)
  }

  @Test func whatAGroupIsCalledIsNoMarkup() throws {
    let words = "</summary><script>alert(1)</script>\"'&`*_["
    var night = Self.lint()
    for index in night.messages.indices.dropLast() {
      night.messages[index].link = Message.Link(title: words)
    }
    let named = try grouped(night)
    #expect(named.sections.first?.groups.map(\.title) == [words])
    let page = try render(named, to: .page, in: withoutStyle)
    #expect(!page.contains("<script>alert"))
    #expect(page.matches(of: /<summary/).count == page.matches(of: /<\/summary>/).count)
    for target in [OutputFormat.mail, .markdown] {
      #expect(try !render(named, to: target).contains("<script>"))
    }
  }
}
