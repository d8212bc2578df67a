import Composing
import Diagnostics
import Model
import Testing

@Suite("Decisions about one message") struct DecisionTests {
  @Test func actionsAreOrderedDestructiveFirstCancelLast() {
    typealias Action = Message.Action
    let actions = [
      Action(title: "Cancel", role: .cancel), Action(title: "Retry"),
      Action(title: "Delete", role: .destructive), Action(title: "Assign"),
    ]
    let message = Message(urgency: .error, title: "x", actions: actions)
    #expect(message.orderedActions.map(\.title) == ["Delete", "Retry", "Assign", "Cancel"])
    #expect(message.linkedActions.map(\.title) == ["Delete", "Retry", "Assign"])
  }

  @Test func errorBannersAreNeverTimed() {
    func shown(_ urgency: Urgency, _ persistence: Message.Persistence) -> Message.Persistence {
      Message(urgency: urgency, title: "x", persistence: persistence).shownPersistence
    }
    #expect(shown(.error, .timed(seconds: 10)) == .persistent)
    #expect(shown(.warning, .timed(seconds: 10)) == .timed(seconds: 10))
    #expect(shown(.warning, .timed(seconds: 0)) == .persistent)
    #expect(shown(.error, .persistent) == .persistent)
  }

  @Test(arguments: [
    (0.0, 100.0, 0), (1, 100, 1), (29, 100, 29), (99.9, 100, 99), (100, 100, 100),
    (101, 100, 100), (-5, 100, 0), (1, 1, 100), (.infinity, 2, 100),
  ])
  func progressShowsItsPercentage(_ done: Double, _ of: Double, _ percent: Int) {
    #expect(Message.Progress(done: done, of: of).percent == percent)
  }

  @Test(arguments: [nil, 0, -1, .nan, .infinity] as [Double?])
  func progressWithoutATotalHasNoPercentage(_ of: Double?) {
    #expect(Message.Progress(done: 1, of: of).percent == nil)
    #expect(Message.Progress(done: 1, of: of).fraction == nil)
    #expect(Message.Progress(done: .nan, of: 10).percent == nil)
  }
}

@Suite("Clamping") struct ClampTests {
  @Test func textsAreCutBetweenGraphemeClusters() {
    let family = "👩‍👩‍👧‍👦"
    let title = TextLimits.title(String(repeating: family, count: 200))
    #expect(title.count == 160)
    #expect(title.dropLast().allSatisfy { String($0) == family })
    #expect(title.last == "…")
  }

  @Test func shortTextsAreNotCut() {
    #expect(TextLimits.title("Short") == "Short")
    #expect(TextLimits.description(String(repeating: "x", count: 240)).count == 240)
    #expect(TextLimits.attribute(String(repeating: "x", count: 81)).hasSuffix("…"))
  }

  @Test func omittedStatusesAndAttributesAreCounted() throws {
    typealias Note = TimelineEntry.StatusNote
    let entry = TimelineEntry(
      when: .point(try time("2026-11-20")), title: "x",
      statuses: [Note(text: "a"), Note(text: "b"), Note(text: "c")], attributes: ["one"])
    #expect(TextLimits.statuses(of: entry).shown.map(\.text) == ["a", "b"])
    #expect(TextLimits.statuses(of: entry).more == 1)
    #expect(TextLimits.attributes(of: entry).more == 0)
    #expect(TextLimits.more(1, try locale()) == "and 1 more")
    #expect(TextLimits.more(0, try locale()) == nil)
  }

  @Test(arguments: [
    ("", false), (String(repeating: "x", count: 160), false),
    (String(repeating: "x", count: 161), true), ("one\ntwo", false), ("one\ntwo\n\n", false),
    ("one\ntwo\nthree", true), (String(repeating: "é", count: 160), false),
  ])
  func textsLongerThanTwoLinesAreDetected(_ text: String, _ isLong: Bool) {
    #expect(TextLimits.isLong(text) == isLong)
  }
}

@Suite("Reconciling") struct ReconcilingTests {
  private func composed() throws -> Report {
    try report(
      dataset(
        [message(.error, category: "a"), message(.warning, kind: .alert)],
        timeline: TimelineData(entries: [entry("2026-11-20"), entry("2026-11-21")])))
  }

  @Test func reconcilingDetectsALostMessage() throws {
    var lossy = try composed()
    lossy.sections = []
    #expect(lossy.reconcile()?.id == "totals-disagree")
    #expect(lossy.reconcile()?.severity == .error)
  }

  @Test func reconcilingDetectsAMessageShownTwice() throws {
    var doubled = try composed()
    doubled.banners = doubled.alerts
    #expect(doubled.reconcile() != nil)
  }

  @Test func reconcilingDetectsAnUnknownMessage() throws {
    var invented = try composed()
    invented.alerts.append(7)
    #expect(invented.reconcile() != nil)
  }

  @Test func reconcilingDetectsALostEntry() throws {
    var lossy = try composed()
    lossy.timeline?.groups.removeLast()
    #expect(lossy.reconcile() != nil)
  }

  @Test func reconcilingDetectsAWrongCount() throws {
    var wrong = try composed()
    wrong.verdict.counts[0].count += 1
    #expect(wrong.reconcile() != nil)
  }
}
