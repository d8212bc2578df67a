import Diagnostics
import ImportSupport
import Model
import Testing
import Time

struct MessageTests {
  @Test(arguments: ["", " ", "\u{A0}\u{2003}"])
  func blankTitlesAreRefused(_ blank: String) {
    let parts = Import(
      message:
        "urgency: 'error', title: 'a', link: {title: '\(blank)'},\nactions: [{title: '\(blank)'}]")
    #expect(parts.problems == ["2:45 error empty-title", "3:19 error empty-title"])
    let entry = Import(entry: "time: '2026-11-20',\ntitle: '\(blank)'")
    #expect(entry.problems == ["3:8 error empty-title"])
  }

  @Test func anOfflineMessageWithoutTimeIsAWarning() {
    let offline = "kind: 'offline', title: 'a'"
    #expect(Import(message: offline).problems == ["1:25 warning offline-without-time"])
    #expect(Import(message: offline + ", time: '2026-11-20'").problems == [])
    #expect(Import(message: "kind: 'progress', title: 'a'").problems == [])
  }

  @Test func everyKeyOfAMessageIsReadInAnyOrder() {
    let result = Import(
      message: """
        "fingerprint": "fp", "seconds": 7, "persistence": "timed", "kind": "progress",
        "progress": {"of": 100, "done": 40}, "details": "d", "text": "t", "title": "T",
        "actions": [{"title": "Retry", "url": "u", "role": "destructive"}, {"title": "Cancel"}],
        "link": {"title": "Log", "url": "l"}, "category": "c", "urgency": "warning",
        "location": {"file": "A.swift", "line": 12, "column": 5, "url": "w"},
        "time": "2026-11-20T03:12:00Z", "id": "i"
        """)
    #expect(result.problems.isEmpty)
    #expect(
      result.message
        == Message(
          id: "i", urgency: .warning, kind: .progress, category: "c", title: "T", text: "t",
          details: "d", time: TimePoint(parsing: "2026-11-20T03:12:00Z"),
          location: .init(file: "A.swift", line: 12, column: 5, url: "w"),
          link: .init(title: "Log", url: "l"),
          actions: [
            .init(title: "Retry", url: "u", role: .destructive),
            .init(title: "Cancel", url: nil, role: .default),
          ], progress: .init(done: 40, of: 100), persistence: .timed(seconds: 7),
          fingerprint: "fp", source: SourceMark(file: 0, line: 1, column: 25)))
  }

  @Test(arguments: [
    ("title: 'a'", "1:25 error missing-urgency"),
    ("title: 'a', kind: 'alert'", "1:25 error missing-urgency"),
    ("urgency: 'error'", "1:25 error missing-title"),
    ("urgency: 'error', title: '', text: ''", "1:25 error missing-title"),
    ("urgency: 'eror', title: 'a'", "2:10 error unknown-urgency"),
    ("urgency: 'Error', title: 'a'", "2:10 error unknown-urgency"),
    ("urgency: 3, title: 'a'", "2:10 error wrong-type"),
    ("urgency: 'error', title: 3", "2:26 error wrong-type"),
    ("urgency: 'error', text: null", "2:25 error wrong-type"),
    ("kind: 'progres', title: 'a'", "2:7 error unknown-kind"),
    ("urgency: 'error', title: 'a', kind: []", "2:37 error wrong-type"),
    ("urgency: 'error', title: 'a', time: '2026-11-20T25:00'", "2:37 error invalid-time"),
    ("urgency: 'error', title: 'a', time: 'soon'", "2:37 error invalid-time"),
    ("urgency: 'error', title: 'a', location: 'A.swift'", "2:41 error wrong-type"),
    ("urgency: 'error', title: 'a', location: {line: 3}", "2:41 error missing-file"),
    ("urgency: 'error', title: 'a', location: {file: 'f', line: 0}", "2:59 error invalid-value"),
    ("urgency: 'error', title: 'a', location: {file: 'f', line: 1e99}", "2:59 error invalid-value"),
    (
      "urgency: 'error', title: 'a', location: {file: 'f', context: ['a', 'b']}",
      "2:62 error invalid-value"
    ),
    ("urgency: 'error', title: 'a', location: {file: 'f', column: '3'}", "2:61 error wrong-type"),
    ("urgency: 'error', title: 'a', link: {url: 'u'}", "2:37 error missing-title"),
    ("urgency: 'error', title: 'a', actions: {}", "2:40 error wrong-type"),
    ("urgency: 'error', title: 'a', actions: [{url: 'u'}]", "2:41 error missing-title"),
    ("urgency: 'error', title: 'a', actions: [{title: 'b', role: 'x'}]", "2:60 error unknown-role"),
    ("urgency: 'error', title: 'a', progress: 0.5", "2:41 error wrong-type"),
    ("urgency: 'error', title: 'a', progress: {of: 3}", "2:41 error missing-done"),
    ("urgency: 'error', title: 'a', progress: {done: -1}", "2:48 error invalid-value"),
    ("urgency: 'error', title: 'a', progress: {done: NaN}", "2:48 error invalid-value"),
    ("urgency: 'error', title: 'a', progress: {done: 1, of: Infinity}", "2:55 error invalid-value"),
    ("urgency: 'error', title: 'a', persistence: 'sticky'", "2:44 error unknown-persistence"),
    (
      "urgency: 'neutral', title: 'a', persistence: 'timed', seconds: 0", "2:64 error invalid-value"
    ),
    ("urgency: 'error', title: 'a', fingerprint: 12", "2:44 error wrong-type"),
    ("urgency: 'error', title: 'a', 'title': 'b'", "2:31 error duplicate-key"),
  ])
  func invalidMessagesAreRefused(message: String, problem: String) {
    let result = Import(message: message)
    #expect(result.problems == [problem])
    #expect(result.dataset == nil)
  }

  @Test func anUnknownUrgencyHasASuggestion() {
    let near = Import(message: "urgency: 'eror', title: 'a'").diagnostics
    #expect(near.first?.summary == "unknown urgency 'eror'")
    #expect(near.first?.help == ["did you mean 'error'?"])
    let far = Import(message: "urgency: 'purple', title: 'a'").diagnostics
    #expect(far.first?.help == ["valid values: neutral, information, success, warning, error"])
  }

  @Test(arguments: ["offline", "progress"])
  func reportBannersDefaultToInformation(kind: String) {
    #expect(Import(message: "title: 'a', kind: '\(kind)'").message?.urgency == .information)
    #expect(
      Import(message: "title: 'a', kind: '\(kind)', urgency: 'error'").message?.urgency == .error)
  }

  @Test func aMessageNeedsATextOrATitle() {
    #expect(Import(message: "urgency: 'error', text: 'a'").message?.title == "")
    #expect(Import(message: "urgency: 'error', title: 'a'").message?.text == nil)
  }

  @Test func timedBannersDefaultToTenSeconds() {
    let message = Import(message: "urgency: 'success', title: 'a', persistence: 'timed'").message
    #expect(message?.persistence == .timed(seconds: 10))
  }

  @Test func aTimedErrorIsAWarning() {
    let result = Import(message: "persistence: 'timed', urgency: 'error', title: 'a'")
    #expect(result.problems == ["2:14 warning timed-error"])
  }

  @Test(arguments: ["", "persistence: 'dismissible', "])
  func unusedSecondsAreAWarning(persistence: String) {
    let result = Import(message: "\(persistence)seconds: 5, urgency: 'error', title: 'a'")
    #expect(result.problems == ["2:\(persistence.count + 10) warning unused-seconds"])
  }

  @Test(arguments: [("0", nil), ("1", "1"), ("0", "0"), ("40.5", "100")] as [(String, String?)])
  func progressValuesAtTheLimitsAreRead(done: String, of: String?) {
    let result = Import(
      message:
        "kind: 'progress', title: 'a', progress: {done: \(done)\(of.map { ", of: \($0)" } ?? "")}")
    #expect(result.problems.isEmpty)
    #expect(result.message?.progress?.done == Double(done))
    #expect(result.message?.progress?.of == of.flatMap(Double.init))
  }

  @Test func progressAboveItsTotalIsAWarning() {
    let result = Import(message: "kind: 'progress', title: 'a', progress: {done: 5, of: 4}")
    #expect(result.problems == ["2:48 warning progress-over"])
    #expect(result.message?.progress == Message.Progress(done: 5, of: 4))
  }

  @Test func messagesWithADuplicateIdAreKeptWithAWarning() {
    let result = Import(
      "{version: 1, messages: [{id: 'a', urgency: 'error', title: 'x'},\n"
        + "{id: 'b', urgency: 'error', title: 'y'},\n{id: 'a', urgency: 'error', title: 'z'}]}")
    #expect(result.problems == ["3:6 warning duplicate-id"])
    #expect(result.diagnostics.first?.help == ["first given to the message at 1:25"])
    #expect(result.dataset?.messages.map(\.title) == ["x", "y", "z"])
  }

  @Test func messagesHaveLocations() {
    let result = Import(
      "{version: 1, messages: [{urgency: 'error', title: 'ü😀'}, {urgency: 'error', title: 'b'},\r\n"
        + "  {urgency: 'error', title: 'c'}]}")
    #expect(result.dataset?.messages.map(\.source.line) == [1, 1, 2])
    #expect(result.dataset?.messages.map(\.source.column) == [25, 58, 3])
  }
}
