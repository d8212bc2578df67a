import Diagnostics
import ImportSupport
import Model
import Testing
import Time

struct TimelineTests {
  @Test func everyKeyOfAnEntryIsRead() {
    let result = Import(
      entry: """
        "attributes": ["Owner: Ada", "b"], "statuses": [{"text": "Approved", "tone": "positive"},
        {"text": "Late"}], "url": "u", "icon": "flag", "details": "m", "description": "d",
        "title": "T", "status": "inProgress", "milestone": "end", "tense": "past",
        "end": "2026-11-21", "start": "2026-11-20", "id": "i"
        """)
    #expect(result.problems.isEmpty)
    #expect(
      result.entry
        == TimelineEntry(
          id: "i",
          when: .span(
            start: .date(CivilDate(dayNumber: 20_777)), end: .date(CivilDate(dayNumber: 20_778))),
          tense: .past, milestone: .end, status: .inProgress, title: "T", description: "d",
          details: "m", icon: "flag", url: "u",
          statuses: [.init(text: "Approved", tone: .positive), .init(text: "Late")],
          attributes: ["Owner: Ada", "b"], source: SourceMark(file: 0, line: 1, column: 49)))
  }

  @Test(arguments: [
    ("title: 'a'", "1:49 error missing-time"),
    ("title: 'a', end: '2026-11-20'", "1:49 error missing-time"),
    ("time: '2026-11-20'", "1:49 error missing-title"),
    ("title: 'a', time: '2026-11-20', start: '2026-11-20'", "2:40 error time-and-start"),
    ("title: 'a', start: '2026-11-20', time: '2026-11-20'", "2:40 error time-and-start"),
    ("title: 'a', time: '2026-11-20', end: '2026-11-21'", "2:38 error end-without-start"),
    ("title: 'a', start: '2026-11-20', end: '2026-11-19'", "2:39 error end-before-start"),
    ("end: '2026-11-19', start: '2026-11-20', title: 'a'", "2:6 error end-before-start"),
    (
      "title: 'a', start: '2026-11-20T10:00', end: '2026-11-20T09:59'",
      "2:45 error end-before-start"
    ),
    (
      "title: 'a', start: '2026-11-20T10:00Z', end: '2026-11-20T10:30+01:00'",
      "2:46 error end-before-start"
    ),
    ("title: 'a', start: '2026-11-20T10:00Z', end: '2026-11-17'", "2:46 error end-before-start"),
    ("title: 'a', time: '20 Nov'", "2:19 error invalid-time"),
    ("title: 'a', start: '2026-11-20', end: ''", "2:39 error invalid-time"),
    ("title: 'a', time: '2026-11-20', tense: 'now'", "2:40 error unknown-tense"),
    ("title: 'a', time: '2026-11-20', milestone: 'middle'", "2:44 error unknown-milestone"),
    ("title: 'a', time: '2026-11-20', status: 'in_progress'", "2:41 error unknown-status"),
    ("title: 'a', time: '2026-11-20', statuses: [{tone: 'positive'}]", "2:44 error missing-text"),
    (
      "title: 'a', time: '2026-11-20', statuses: [{text: 'a', tone: 'good'}]",
      "2:62 error unknown-tone"
    ),
    ("title: 'a', time: '2026-11-20', attributes: [1]", "2:46 error wrong-type"),
    ("title: 'a', time: '2026-11-20', attributes: 'a'", "2:45 error wrong-type"),
  ])
  func invalidEntriesAreRefused(entry: String, problem: String) {
    let result = Import(entry: entry)
    #expect(result.problems == [problem])
    #expect(result.dataset == nil)
  }

  @Test(arguments: [
    "start: '2026-11-20', end: '2026-11-20'", "start: '2026-11-20T10:00', end: '2026-11-20'",
    "start: '2026-11-20T10:00Z', end: '2026-11-20T09:00'", "start: '2026-11-20'",
    "start: '2026-11-20T10:00', end: '2026-11-20T10:00'",
  ])
  func spansThatAreValidInSomeZoneAreAccepted(times: String) {
    #expect(Import(entry: "title: 'a', \(times)").problems.isEmpty)
  }

  @Test func anUnknownStatusHasASuggestion() {
    let found = Import(entry: "title: 'a', time: '2026-11-20', status: 'in-progress'").diagnostics
    #expect(found.first?.help == ["did you mean 'inProgress'?"])
  }

  @Test func aDuplicateEntryIdIsAWarning() {
    let result = Import(
      "{version: 1, messages: [], timeline: {entries: [{id: 'a', time: '2026-11-20', title: 'x'},\n"
        + "{id: 'a', time: '2026-11-20', title: 'y'}]}}")
    #expect(result.problems == ["2:6 warning duplicate-id"])
    #expect(result.dataset?.timeline?.entries.count == 2)
  }
}
