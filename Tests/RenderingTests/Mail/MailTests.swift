import Composing
import Model
import Testing
import Text

@testable import Rendering

/// The content of a mail.
@Suite struct MailTests {
  private func mail(
    _ dataset: Dataset, baseline: Dataset? = nil, locale: String = "en",
    _ change: (inout RenderOptions) -> Void = { _ in }
  ) throws -> String {
    var options = RenderOptions()
    change(&options)
    return try render(
      try report(dataset, baseline: baseline, locale: locale), to: .mail, options: options)
  }

  private func hosted(_ messages: [Message], entries: [TimelineEntry] = []) -> Dataset {
    var night = dataset(messages, entries: entries)
    night.url = "https://ci.example.org/1482/"
    return night
  }

  // MARK: The inbox

  @Test func thePreheaderNamesWhatIsNew() throws {
    var night = dataset([message(.information, "x"), message(.error, "y"), message(.error, "z")])
    night.run = Dataset.Run()
    night.run?.status = .failed
    let words = Preheader.text(of: try report(night, baseline: dataset([message(.error, "y")])))
    #expect(words == "z · x · 2 errors, 1 note")
    let fixed = try report(dataset([]), baseline: dataset([message(.error, "y")]))
    #expect(Preheader.text(of: fixed) == "Fixed: y")
  }

  @Test func theReasonOfAFailedRunLeavesRoomForWhatIsNew() throws {
    var night = dataset([message(.error, "y"), message(.error, "z")])
    night.run = Dataset.Run(status: .failed)
    night.run?.reason = String(repeating: "long ", count: 60)
    let words = Preheader.text(of: try report(night, baseline: dataset([message(.error, "y")])))
    #expect(words.hasPrefix("long ") && words.contains("… · z · 2 errors"))
  }

  @Test func withoutABaselineThePreheaderNamesTheFirstOfTheMostUrgent() throws {
    let night = dataset([message(.warning, "x"), message(.error, "y"), message(.error, "z")])
    #expect(Preheader.text(of: try report(night)).hasPrefix("y · 2 errors, 1 warning"))
    let quiet = dataset([message(.information, "x"), message(.neutral, "y")])
    #expect(!Preheader.text(of: try report(quiet)).contains("x"))
  }

  @Test func theSubjectFitsAnInbox() throws {
    let single = dataset([message(.error, String(repeating: "long ", count: 60))])
    let words = Preheader.text(of: try report(single))
    #expect(words.count < 90 && words.hasPrefix("long long") && words.hasSuffix("…"))
  }

  @Test func thePreheaderIsFirstInTheBodyAndHidden() throws {
    let tags = try MailReader.tags(of: mail(dataset([message(.error, "x"), message(.error, "y")])))
    let body = try #require(tags.firstIndex { $0.name == "body" })
    #expect(tags[body + 1]["style"]?.hasPrefix("display:none;") == true)
  }

  // MARK: Parts

  @Test func actionsInMailAreLinksWithoutCancel() throws {
    var first = message(.error, "Disk full")
    first.actions = [
      Message.Action(title: "Cancel", role: .cancel),
      Message.Action(title: "Retry", url: "https://example.org/r"),
      Message.Action(title: "Erase", url: "https://example.org/e", role: .destructive),
    ]
    let words = MailReader.words(of: try mail(dataset([first, message(.error, "x")])))
    #expect(words.contains("Erase · Retry"))
    #expect(!words.contains("Cancel"))
  }

  @Test func detailsInMailAreSixLinesAndALink() throws {
    var first = message(.error, "Crash")
    first.details = "```\n" + (1...9).map { "line \($0)" }.joined(separator: "\n") + "\n```\nend"
    let output = try mail(hosted([first, message(.error, "x")]))
    #expect(output.contains("line 5<") && !output.contains("line 6"))
    #expect(output.contains("&#8230; <a href=\"https://ci.example.org/1482/\""))
    first.details = "```\none\n```"
    let short = try mail(dataset([first, message(.error, "x")]))
    #expect(short.contains(">one</td></tr></table>") && !short.contains("&#8230;"))
  }

  @Test func codeInMailKeepsItsLines() throws {
    let first = message(.error, "x", text: "```\na  b\r\n   c\td\n```")
    let output = try mail(dataset([first, message(.error, "y")]))
    #expect(output.contains("a&nbsp; b<br>\n&nbsp;&nbsp; c&nbsp; &nbsp; d</td></tr></table>"))
    #expect(!output.contains("<pre"))
  }

  @Test func progressInMailIsTwoCellsAndText() throws {
    var running = message(.information, "Upload", kind: .progress)
    running.progress = Message.Progress(done: 40, of: 100)
    let output = try mail(dataset([running, message(.error, "x")]))
    #expect(output.contains(" width=\"40%\" height=\"6\""))
    #expect(MailReader.words(of: output).contains("40 of 100"))
  }

  @Test func relativeAddressesInMailAreResolvedOrText() throws {
    var first = message(.error, "x", text: "See [the log](logs/1.txt).")
    first.location = Message.Location(file: "a.swift", url: "src/a.swift")
    first.link = Message.Link(title: "Log", url: "/log")
    let night = [first, message(.error, "y")]
    let known = try mail(hosted(night))
    for address in ["1482/logs/1.txt", "1482/src/a.swift", "log"] {
      #expect(known.contains("href=\"https://ci.example.org/\(address)\""), "\(address)")
    }
    let unknown = try mail(dataset(night))
    #expect(!unknown.contains("href="))
    let words = MailReader.words(of: unknown)
    #expect(words.contains("the log (logs/1.txt)") && words.contains("Log (/log)"))
  }

  @Test func compactMailShowsTwoPreviewObjects() throws {
    let entries = (0..<6).map { TimelineEntry(when: .point(hours($0)), title: "Entry \($0)") }
    let regular = try mail(dataset(entries: entries))
    let compact = try mail(dataset(entries: entries)) { $0.screenWidth = .compact }
    #expect(regular.matches(of: /width="25%"/).count == 4)
    #expect(regular.matches(of: /class="[^"]*extra"/).count == 2)
    #expect(compact.matches(of: /width="25%"/).count == 2)
  }

  // MARK: Changes

  @Test func changesInMailAreListedNewFirst() throws {
    let before = dataset([message(.error, "Stays"), message(.warning, "Goes")])
    let now = dataset([message(.warning, "Comes"), message(.error, "Stays")])
    let words = MailReader.words(of: try mail(now, baseline: before))
    var places: [String.Index] = []
    for fact in [
      "1 error unchanged", "1 new warning", "1 fixed", "New 1", "Fixed 1", "Goes",
      "Messages (2)",
    ] {
      places.append(try #require(words.firstRange(of: fact)).lowerBound)
    }
    #expect(places == places.sorted())
  }

  @Test func listsOfChangesAreLimitedAndCounted() throws {
    let now = dataset((0..<40).map { message(.error, "Problem \($0)") })
    let words = MailReader.words(of: try mail(now, baseline: dataset()))
    for part in ["New 40", "Problem 29", "and 10 more"] { #expect(words.contains(part)) }
  }

  @Test func changesLeadToTheHostedReport() throws {
    let now = hosted([message(.error, "Stays"), message(.error, "Comes")])
    let output = try mail(now, baseline: dataset([message(.error, "Stays")]))
    // In the list of what is new and in its section; what is unchanged is in its section alone.
    #expect(output.matches(of: /href="https:\/\/ci.example.org\/1482\/#m2"/).count == 2)
    #expect(output.matches(of: /href="https:\/\/ci.example.org\/1482\/#m1"/).count == 1)
  }

  @Test func anUnchangedRunIsOneLineAndALink() throws {
    let same = hosted([message(.error, "Old"), message(.warning, "Older")])
    let output = try mail(same, baseline: same) { $0.isBrief = true }
    let words = MailReader.words(of: output)
    #expect(words.contains("Nightly build : still failing"))
    #expect(words.contains("View details") && !words.contains("Older"))
    #expect(output.matches(of: /<a\s/).count == 1)
  }

  @Test func worseMessagesCountAsChanges() throws {
    func night(_ urgency: Urgency) -> Dataset {
      var first = message(urgency, "Disk")
      first.fingerprint = "disk"
      return dataset([first, message(.error, "x")])
    }
    let comparison = try report(night(.error), baseline: night(.warning)).comparison
    #expect(comparison?.hasNews == true)
    #expect(try report(night(.error), baseline: night(.error)).comparison?.hasNews == false)
  }

  // MARK: Budget

  @Test func tenThousandMessagesFitTheMailBudget() throws {
    let night = hosted(
      (0..<10_000).map { message([.error, .warning][$0 % 2], "Message number \($0)", text: "*x*") })
    let output = try mail(night)
    #expect(output.utf8.count <= 80 << 10 && output.utf8.count > 79 << 10)
    let words = MailReader.words(of: output)
    // The first is what an inbox shows, too.
    let shown = words.matches(of: /Message number/).count - 1
    let left = words.matches(of: /and ([0-9,]+) more · View details/).compactMap {
      Int($0.output.1.replacing(",", with: ""))
    }
    #expect(shown > 50 && shown + left.reduce(0, +) == 10_000)
  }

  @Test func aCustomMailBudgetIsKept() throws {
    let night = dataset((0..<100).map { message(.error, "Message number \($0)") })
    let output = try mail(night) { $0.budget = 30_000 }
    #expect(output.utf8.count <= 30_000 && output.utf8.count > 29_000)
  }

  // MARK: Skipped tests

  @Test(arguments: [OutputFormat.mail, .slack, .teams])
  func theReasonsOfSkippedTestsAreALine(format: OutputFormat) throws {
    var night = dataset([message(.error, "y")])
    var run = Dataset.Run(status: .completed)
    run.facts = [Dataset.Run.Fact(title: "Skipped", value: "21", number: 21, kind: .skipped)]
    run.skipReasons = [7, 5, 3, 2, 1, 1].enumerated().map { .init(text: "r\($0)", count: $1) }
    night.run = run
    let written = try render(try report(night), to: format)
    let line = "Skipped, by reason: 7 r0 | 5 r1 | 3 r2 | 2 r3 | 1 r4 | and 3 more"
    let separator = format.name == "mail" ? "&#183;" : "·"
    #expect(written.contains(line.replacing("|", with: separator)))
    night.run?.skipReasons = []
    #expect(try !render(try report(night), to: format).contains("by reason"))
  }
}
