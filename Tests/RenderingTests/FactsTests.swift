import Composing
import Foundation
import Model
import Testing
import Text
import Time

@testable import Rendering

/// Every target contains all facts of a message or an entry.
@Suite struct FactsTests {
  private func full(_ kind: Message.Kind) -> Message {
    var message = message(.warning, "Wide", kind: kind)
    message.time = hours(-30)
    message.location = Message.Location(file: "a.swift", line: 3, url: "https://example.org/a")
    message.link = Message.Link(title: "Handbook", url: "https://example.org/h")
    message.actions = [Message.Action(title: "Retry", url: "https://example.org/r")]
    if kind == .progress { message.progress = Message.Progress(done: 4, of: 10) }
    return message
  }

  @Test(arguments: Message.Kind.allCases, [OutputFormat.page, .mail, .markdown, .text, .json])
  func everyKindOfMessageShowsLocationAndTime(_ kind: Message.Kind, in target: OutputFormat)
    throws
  {
    let night = try report(dataset([full(kind), message(.error, "Other")]))
    let output = try render(night, to: target)
    let time = target == .json ? "2026-11-1" : MessageLabels(night).time(hours(-30))
    for fact in ["a.swift", "Handbook", "https://example.org/h", "Retry", time] {
      #expect(output.contains(fact), "\(fact) is missing from \(kind)")
    }
    if kind == .progress, target != .json { #expect(output.contains("4 of 10")) }
  }

  @Test(arguments: [Message.Kind.alert, .offline, .progress])
  func everyKindOfMessageShowsItsChange(_ kind: Message.Kind) throws {
    let night = try report(dataset([full(kind), message(.error, "x")]), baseline: dataset())
    for target in [OutputFormat.markdown, .text] {
      let lines = try render(night, to: target).split(separator: "\n")
      #expect(lines.contains { $0.contains("Wide") && $0.contains("(New)") })
    }
  }

  private func long() -> TimelineEntry {
    var entry = TimelineEntry(
      when: .point(hours(1)), title: String(repeating: "title ", count: 60),
      statuses: ["S1", "S2", "S3"].map { TimelineEntry.StatusNote(text: $0) })
    entry.description = String(repeating: "words ", count: 90)
    entry.attributes = [String(repeating: "part ", count: 40), "A2", "A3", "A4"]
    return entry
  }

  @Test(arguments: [OutputFormat.markdown, .text])
  func longEntriesAreCutOutsidePages(in target: OutputFormat) throws {
    var options = RenderOptions()
    options.columns = 10_000
    let output = try render(try report(dataset(entries: [long()])), to: target, options: options)
    #expect(output.contains("S2") && !output.contains("S3") && output.contains("and 1 more"))
    #expect(output.contains("A2") && !output.contains("A3") && output.contains("and 2 more"))
    for (word, limit) in [("title", 160), ("words", 240), ("part", 80)] {
      let most = limit / (word.count + 1) + 1
      let line = try #require(
        output.split(separator: "\n").last { $0.contains(word) && $0.contains("…") })
      #expect(line.components(separatedBy: word).count - 1 <= most)
    }
  }

  @Test func pagesKeepLongEntriesWhole() throws {
    let page = try render(try report(dataset(entries: [long()])), to: .page)
    #expect(page.contains("S3") && page.contains("A4") && page.contains(long().title))
  }

  @Test func theTimeOfDayIsShownUnderMonths() throws {
    var night = dataset(entries: [
      TimelineEntry(
        when: .point(try #require(TimePoint(parsing: "2026-11-20T14:37:00Z"))), title: "x")
    ])
    night.timeline?.groupBy = .month
    let report = try report(night)
    for target in [OutputFormat.markdown, .text] {
      let lines = try render(report, to: target).split(separator: "\n")
      #expect(try #require(lines.last { $0.contains("x") }).contains("20 Nov, 14:37"))
    }
    let page = try render(report, to: .page)
    #expect(page.contains(">20 Nov</time><span class=\"vh\">, Fri, 20 Nov 2026, 14:37,"))
  }

  @Test func messagesWithoutTitleHaveNoEmptyHeading() throws {
    let page = try render(
      try report(
        dataset([
          message(.error, "", kind: .alert, text: "only"), message(.error, "", text: "words"),
          message(.warning, "", kind: .progress, text: "words"),
        ])), to: .page)
    #expect(page.contains("<h2 id=\"m1-title\">Error</h2>"))
    // What follows is filled by the script.
    let report = page[..<(page.firstRange(of: "<template")?.lowerBound ?? page.endIndex)]
    #expect(!report.contains("<bdi></bdi>") && !page.contains("class=\"t\" dir=\"auto\"></p>"))
    #expect(!page.contains("aria-label=\"\""))
  }

  @Test func jsonContainsThePersistenceOfBanners() throws {
    var first = message(.error, "a")
    first.persistence = .timed(seconds: 5)
    var second = message(.warning, "b")
    second.persistence = .timed(seconds: 5)
    let json = try render(try report(dataset([first, second])), to: .json)
    #expect(json.components(separatedBy: "\"timed\"").count == 2)
  }
}
