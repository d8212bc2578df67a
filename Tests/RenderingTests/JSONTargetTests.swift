import Composing
import JSON
import Model
import Testing
import Time

@testable import Rendering

/// `--to json` says what other targets say, and what they decide by.
@Suite struct JSONTargetTests {
  private func json(_ report: Report) throws -> JSONValue {
    let text = try render(report, to: .json)
    let (value, problems) = JSONValue.parse(text, file: "report.json")
    #expect(problems == [])
    return try #require(value)
  }

  private func keys(_ value: JSONValue?) -> Set<String> { Set((value?.members ?? []).map(\.key)) }

  @Test func saysWhatEarlierRunsKnewOfAMessage() throws {
    var last = dataset([message(.error, "Broken")])
    last.now = hours(-24)
    var report = try report(
      dataset([message(.error, "Broken"), message(.warning, "Slow")]), baseline: last)
    let since = TimeZoneRules.utc.date(at: Instant(seconds: night.seconds - 8 * 86_400))
    report.histories = [
      MessageHistory(since: since, runs: 9, states: [.there, .gone, .there, .gone, .there]),
      MessageHistory(since: since, runs: 1, states: [.there], lastSeen: since, isBack: true),
    ]
    let messages = try json(report)["sections"]?.elements.flatMap { $0["messages"]?.elements ?? [] }
    let broken = try #require(messages?.first { $0["title"]?.string == "Broken" })
    #expect(broken["fingerprint"]?.string == report.fingerprints[0].short)
    #expect(broken["change"]?.string == "still")
    let history = try #require(broken["history"])
    #expect(history["since"]?.string == "2026-11-12" && history["runs"]?.number == 9)
    #expect(history["comesAndGoes"]?.bool == true)
    #expect(history["presence"]?.elements.count == 5)
    let slow = try #require(messages?.first { $0["title"]?.string == "Slow" })
    #expect(slow["change"]?.string == "new")
    #expect(slow["history"]?["since"]?.string == "2026-11-20")
    #expect(slow["history"]?["isBack"]?.bool == true)
    #expect(slow["history"]?["lastSeen"]?.string == "2026-11-12")
    #expect(history["isBack"] == nil && history["lastSeen"] == nil)
  }

  @Test func saysEveryKindOfChangeWithItsMessages() throws {
    var before = dataset([
      message(.warning, "Worse"), message(.error, "Better"), message(.error, "Unseen"),
      message(.information, "Gone"),
    ])
    before.run = Dataset.Run(status: .completed)
    var now = dataset([message(.error, "Worse"), message(.warning, "Better")])
    now.run = Dataset.Run(status: .failed)
    let value = try json(try report(now, baseline: before))
    let comparison = try #require(value["comparison"])
    for kind in ["worse", "better", "unseen", "gone"] {
      #expect(comparison[kind]?.number == 1, "\(kind)")
    }
    #expect(comparison["unseenMessages"]?.elements.first?["title"]?.string == "Unseen")
    #expect(comparison["goneMessages"]?.elements.first?["title"]?.string == "Gone")
    #expect(comparison["run"]?["before"]?.string == "completed")
    #expect(value["run"]?["isAlarming"]?.bool == true)
    #expect(value["run"]?["headline"]?.string == "Run failed")
  }

  @Test func saysEveryDecisionOfAReport() throws {
    let entry = TimelineEntry(when: .point(hours(2)), title: "Freeze")
    let value = try json(
      try report(dataset([message(.error, "Broken", category: nil)], entries: [entry])))
    #expect(
      keys(value).isSuperset(of: [
        "asOf", "verdict", "alerts", "banners", "bannerPosition", "detailsView",
        "sections", "categories",
        "timeline", "sortedBy", "fastFilters",
      ]))
    #expect(value["verdict"]?["kind"]?.string == "single")
    #expect(value["sortedBy"]?.elements.compactMap(\.string) == ["urgency:desc", "time:desc"])
    let timeline = try #require(value["timeline"])
    #expect(
      keys(timeline).isSuperset(of: [
        "isDescending", "now", "nowIndex", "preview", "previewCompact", "seeAll", "entries",
      ]))
    let said = keys(timeline["entries"]?.elements.first)
    #expect(
      said.isSuperset(of: ["timestamp", "fullTimestamp", "previewTimestamp", "tense", "shape"]))
  }
}
