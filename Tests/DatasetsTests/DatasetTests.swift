import Diagnostics
import ImportSupport
import JSON
import Model
import Testing
import Time

struct DatasetTests {
  @Test func everySettingOfADatasetIsRead() throws {
    let result = Import(
      """
      {"$schema": "dataset.schema.json", "version": 1, "title": "Nightly", "subtitle": "main",
       "summary": "All **well**", "url": "https://ci.example/", "project": "core",
       "now": "2026-11-20T03:12:00+01:00", "timeZone": "Europe/Berlin", "locale": "en",
       "bannerPosition": "overlapping", "detailsView": "popover", "categories": [{"id": "tests", "title": "Tests"}],
       "run": {"status": "failed", "reason": "disk full", "started": "2026-11-20T00:30",
         "finished": "2026-11-20", "commit": "3f2c1ab", "branch": "main",
         "facts": [{"title": "Checks", "value": "4,812", "number": 4812}]},
       "messages": [], "sort": ["urgency:desc"],
       "filters": {"fast": ["category"], "threshold": 5, "counter": false, "wrapped": true},
       "timeline": {"title": "Plan", "order": "descending", "groupBy": "week",
         "headerFormat": "w", "timestampFormat": "d", "todayText": false, "entries": []}}
      """)
    #expect(result.problems.isEmpty)
    let dataset = try #require(result.dataset)
    #expect(dataset.title == "Nightly")
    #expect(dataset.subtitle == "main")
    #expect(dataset.summary == "All **well**")
    #expect(dataset.url == "https://ci.example/")
    #expect(dataset.project == "core")
    #expect(dataset.now == TimePoint(parsing: "2026-11-20T02:12:00Z"))
    #expect(dataset.timeZone == "Europe/Berlin")
    #expect(dataset.timeZoneSource.map(dataset.location)?.description == "f:3:50")
    #expect(dataset.locale == "en")
    #expect(dataset.localeSource.map(dataset.location)?.description == "f:3:77")
    #expect(dataset.bannerPosition == .overlapping)
    #expect(dataset.detailsView == .popover)
    #expect(dataset.categories == [Dataset.Category(id: "tests", title: "Tests")])
    #expect(
      dataset.run
        == Dataset.Run(
          status: .failed, reason: "disk full", started: TimePoint(parsing: "2026-11-20T00:30"),
          finished: TimePoint(parsing: "2026-11-20"), commit: "3f2c1ab", branch: "main",
          facts: [.init(title: "Checks", value: "4,812", number: 4812)]))
    #expect(dataset.sort == ["urgency:desc"])
    #expect(dataset.sortSource.map(dataset.location)?.description == "f:8:26")
    #expect(dataset.filters?.fast == ["category"])
    #expect(dataset.filters?.threshold == 5)
    #expect(dataset.filters?.counter == false)
    #expect(dataset.filters?.wrapped == true)
    #expect(dataset.timeline?.title == "Plan")
    #expect(dataset.timeline?.order == .descending)
    #expect(dataset.timeline?.groupBy == .week)
    #expect(dataset.timeline?.headerFormat == "w")
    #expect(dataset.timeline?.timestampFormat == "d")
    #expect(dataset.timeline?.todayText == false)
  }

  @Test func missingSettingsAreNil() throws {
    let dataset = try #require(Import("{version: 1, messages: []}").dataset)
    #expect(dataset.title == nil)
    #expect(dataset.run == nil)
    #expect(dataset.timeline == nil)
    #expect(dataset.sort == nil)
    #expect(dataset.filters == nil)
    #expect(dataset.messages.isEmpty)
  }

  @Test(arguments: [
    ("{messages: []}", "1:1 error missing-version"),
    ("{version: 1}", "1:1 error missing-messages"),
    ("{version: 2, messages: []}", "1:11 error unsupported-version"),
    ("{version: 1.5, messages: []}", "1:11 error unsupported-version"),
    ("{version: '1', messages: []}", "1:11 error wrong-type"),
    ("{version: 1, messages: null}", "1:24 error wrong-type"),
    ("{version: 1, messages: {}}", "1:24 error wrong-type"),
    ("{version: 1, messages: [], messages: []}", "1:28 error duplicate-key"),
    ("[]", "1:1 error unknown-format"), ("3", "1:1 error unknown-format"),
  ])
  func versionAndMessagesAreRequired(text: String, problem: String) {
    let result = Import(text)
    #expect(result.problems == [problem])
    #expect(result.dataset == nil)
  }

  @Test(arguments: [
    ("title: 3", "2:8 error wrong-type"), ("title: null", "2:8 error wrong-type"),
    ("summary: ['a']", "2:10 error wrong-type"),
    ("now: 'yesterday'", "2:6 error invalid-time"), ("now: '2026-02-30'", "2:6 error invalid-time"),
    ("now: 1763604720", "2:6 error wrong-type"),
    ("bannerPosition: 'top'", "2:17 error unknown-banner-position"),
    ("detailsView: 'sheet'", "2:14 error unknown-details-view"),
    ("run: 'failed'", "2:6 error wrong-type"),
    ("run: {status: 'Failed'}", "2:15 error unknown-run-status"),
    ("run: {started: '2026-13-01'}", "2:16 error invalid-time"),
    ("run: {facts: [{title: 'a'}]}", "2:15 error missing-value"),
    ("run: {facts: [{value: 'a'}]}", "2:15 error missing-title"),
    ("run: {facts: [{title: 'a', value: 'b', number: Infinity}]}", "2:48 error invalid-value"),
    ("run: {facts: [{title: 'a', value: 3}]}", "2:35 error wrong-type"),
    ("categories: {}", "2:13 error wrong-type"), ("categories: ['a']", "2:14 error wrong-type"),
    ("categories: [{id: 'a'}]", "2:14 error missing-title"),
    ("categories: [{title: 'a'}]", "2:14 error missing-id"),
    ("sort: 'time'", "2:7 error wrong-type"), ("sort: ['time', 3]", "2:16 error wrong-type"),
    ("filters: []", "2:10 error wrong-type"),
    ("filters: {threshold: -1}", "2:22 error invalid-value"),
    ("filters: {threshold: 2.5}", "2:22 error invalid-value"),
    ("filters: {counter: 1}", "2:20 error wrong-type"),
    ("filters: {fast: 'urgency'}", "2:17 error wrong-type"),
    ("timeline: []", "2:11 error wrong-type"),
    ("timeline: {order: 'up'}", "2:19 error unknown-order"),
    ("timeline: {groupBy: 'hour'}", "2:21 error unknown-grouping"),
    ("timeline: {todayText: 'yes'}", "2:23 error wrong-type"),
    ("timeline: {entries: {}}", "2:21 error wrong-type"),
  ])
  func wrongTypesAndValuesAreReportedAtTheirLocation(members: String, problem: String) {
    let result = Import(members: members)
    #expect(result.problems == [problem])
    #expect(result.dataset == nil)
  }

  @Test(arguments: [
    ("titel: 'x'", "2:1", ["did you mean 'title'?"]), ("colour: 3", "2:1", []),
    ("run: {state: 'failed'}", "2:7", ["did you mean 'status'?"]),
    ("timeline: {groupby: 'day'}", "2:12", ["did you mean 'groupBy'?"]),
  ])
  func unknownKeysAreWarnings(members: String, place: String, help: [String]) {
    let result = Import(members: members)
    #expect(result.problems == ["\(place) warning unknown-key"])
    #expect(result.diagnostics.first?.help == help)
    #expect(result.dataset != nil)
  }

  @Test func duplicateUnknownKeysAreReported() {
    #expect(
      Import(members: "x: 1, x: 2").problems == [
        "2:1 warning unknown-key", "2:7 error duplicate-key",
      ])
  }

  @Test func unlistedCategoriesAreWarnings() {
    let messages = "messages: [{urgency: 'error', title: 'a', category: 'tets'}, "
    let more = "{urgency: 'error', title: 'b', category: 'tets'}]"
    let listed = Import(members: messages + more + ", categories: [{id: 'tests', title: 'T'}]")
    #expect(listed.problems == ["2:53 warning unknown-category"])
    #expect(listed.diagnostics.first?.help == ["did you mean 'tests'?"])
    #expect(listed.dataset?.messages.map(\.category) == ["tets", "tets"])
    #expect(Import(members: messages + more).problems.isEmpty)
  }

  @Test func categoriesMayShareATitleButNotAnId() {
    let result = Import(
      members: "categories: [{id: 'a', title: 'T'}, {id: 'b', title: 'T'}, {id: 'a', title: 'U'}]")
    #expect(result.problems == ["2:65 warning duplicate-category"])
    #expect(result.dataset?.categories.map(\.id) == ["a", "b"])
    #expect(result.dataset?.categories.first?.title == "T")
  }
}
