import Composing
import Diagnostics
import Model
import Testing
import Text

@Suite("Filtering") struct FilterTests {
  private func night() throws -> Dataset {
    dataset(
      try [
        message(.error, "Crash in Ölpumpe", category: "tests", file: "Sources/Core/Pump.swift"),
        message(.warning, "Slow test", category: "tests"),
        message(.warning, "Unused result", category: "lint", file: "Tests/PumpTests.swift"),
        message(.information, "Offline", kind: .offline),
        message(.success, "Signed"),
      ], categories: [("tests", "Unit tests"), ("lint", "Lint")])
  }

  private func shown(_ filters: String...) throws -> [String] {
    let composed = try report(night(), settings(filters: filters))
    return (composed.alerts + composed.banners + composed.sections.flatMap(\.items)).sorted()
      .map { composed.messages[$0].title }
  }

  @Test func aFilterPassesMessagesWithAnyOfItsValues() throws {
    #expect(try shown("urgency=error,information") == ["Crash in Ölpumpe", "Offline"])
    #expect(try shown("kind=offline") == ["Offline"])
  }

  @Test func messagesMustPassEveryFilter() throws {
    #expect(try shown("urgency=warning", "category=tests") == ["Slow test"])
    #expect(try shown("urgency=warning", "urgency=error") == [])
  }

  @Test func categoriesAreFilteredByIdOrTitle() throws {
    #expect(try shown("category=lint") == ["Unused result"])
    #expect(try shown("category=unit TESTS") == ["Crash in Ölpumpe", "Slow test"])
    #expect(try shown("category=success") == ["Signed"])
  }

  @Test func filesAreFilteredByPattern() throws {
    #expect(try shown("file=Sources/**") == ["Crash in Ölpumpe"])
    #expect(try shown("file=*.swift") == ["Crash in Ölpumpe", "Unused result"])
    #expect(try shown("file=*.cpp") == [])
  }

  @Test func textFiltersIgnoreCase() throws {
    #expect(try shown("text=SLOW") == ["Slow test"])
    #expect(try shown("text=ölPUMPE,signed") == ["Crash in Ölpumpe", "Signed"])
  }

  @Test func textFiltersSearchTextAndDetails() throws {
    var wordy = try dataset([message(.error, "a"), message(.error, "b"), message(.error, "c")])
    wordy.messages[0].text = "The needle is here"
    wordy.messages[1].details = "and a NEEDLE"
    let composed = try report(wordy, settings(filters: ["text=needle"]))
    #expect(composed.verdict.shown == 2)
  }

  @Test func theVerdictIgnoresFilters() throws {
    let composed = try report(night(), settings(filters: ["urgency=success"]))
    #expect(composed.verdict.total == 5)
    #expect(composed.verdict.shown == 1)
    #expect(composed.verdict.urgency == .error)
    #expect(composed.verdict.text == "5 messages: 1 error, 2 warnings, 1 success, 1 note")
    #expect(composed.sections.map(\.title) == ["Success"])
  }

  @Test func filteredReportsHaveANote() throws {
    #expect(try report(night()).filterNote == nil)
    #expect(
      try report(night(), settings(filters: ["urgency=warning,error", "category=tests"]))
        .filterNote
        == "Filtered by Urgency: Error, Warning · Category: Unit tests. Messages shown: 2 of 5.")
  }

  @Test func aFilterMayMatchNothing() throws {
    let composed = try report(night(), settings(filters: ["text=nowhere"]))
    #expect(composed.verdict.shown == 0)
    #expect(composed.sections.isEmpty)
    #expect(composed.banners.isEmpty)
    #expect(composed.verdict.kind == .several)
  }

  @Test func timelineEntriesAreFilteredByTenseAndStatus() throws {
    var eventful = try night()
    eventful.timeline = TimelineData(entries: [
      TimelineEntry(when: .point(try time("2026-11-01")), status: .completed, title: "past"),
      TimelineEntry(when: .point(try time("2026-12-01")), status: .open, title: "future"),
      TimelineEntry(when: .point(try time("2026-12-02")), status: .none, title: "unset"),
    ])
    let future = try report(eventful, settings(filters: ["tense=future"]))
    #expect(future.timeline?.entries.map(\.entry.title) == ["future", "unset"])
    #expect(future.timeline?.total == 3)
    #expect(future.verdict.shown == 5)
    #expect(future.filterNote == "Filtered by Tense: future. Entries shown: 2 of 3.")
    #expect(future.timeline?.entries.first?.lineBefore == nil)
    #expect(future.preview?.seeAll == "See all (3)")
    let none = try report(eventful, settings(filters: ["status=none", "tense=past"]))
    #expect(none.timeline?.entries.isEmpty == true)
    #expect(none.timeline?.nowIndex == nil)
    #expect(none.preview == nil)
    #expect(none.filterNote?.hasPrefix("Filtered by Status: none · Tense: past.") == true)
  }

  @Test(arguments: [
    ("urgencey=error", "unknown-filter-key", "did you mean 'urgency'?"),
    ("urgency=eror", "unknown-filter-value", "did you mean 'error'?"),
    ("tense=futur", "unknown-filter-value", "did you mean 'future'?"),
    ("status=inprogress", "unknown-filter-value", "did you mean 'inProgress'?"),
    ("urgency", "malformed-filter", "write 'urgency=value' or 'urgency=value,value'"),
    ("file=", "malformed-filter", "write 'file=value' or 'file=value,value'"),
    (
      "file=" + String(repeating: "[", count: 200_000), "filter-too-long",
      "use fewer values, or a pattern that matches several"
    ),
    ("change=new", "needs-baseline", "use --baseline FILE or --site DIR"),
  ])
  func invalidFiltersAreRefused(_ filter: String, _ id: String, _ help: String) throws {
    let (composed, findings) = Composer().compose(
      try night(), in: try settings(filters: [filter]))
    #expect(composed == nil)
    #expect(findings.map(\.id) == [id])
    #expect(findings.flatMap(\.help) == [help])
  }

  @Test func aFilterByAnAbsentCategoryIsAWarning() throws {
    let (composed, findings) = Composer().compose(
      try night(), in: try settings(filters: ["category=test"]))
    #expect(findings.map(\.severity) == [.warning])
    #expect(findings.flatMap(\.help) == ["did you mean 'tests'?"])
    #expect(composed?.verdict.shown == 0)
    #expect(composed?.filterNote?.contains("Category: test.") == true)
  }

  @Test func aTitleSharedByTwoCategoriesMatchesBoth() throws {
    let messages = try [
      message(.error, "first", category: "a"), message(.error, "second", category: "b"),
    ]
    let composed = try report(
      dataset(messages, categories: [("a", "Tests"), ("b", "Tests")]),
      settings(filters: ["category=Tests"]))
    #expect(composed.verdict.shown == 2)
  }
}
