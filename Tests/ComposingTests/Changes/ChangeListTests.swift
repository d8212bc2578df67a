import Composing
import Model
import Testing

/// The lists of what has changed (N4).
@Suite struct ChangeListTests {
  private func compared(
    _ tonight: [Message], _ before: [Message], run: Dataset.Run.Status? = nil,
    filters: [String] = []
  ) throws -> Report {
    try report(dataset(tonight, run: run), settings(filters: filters, baseline: dataset(before)))
  }

  private func lists(_ report: Report, pastLimit: Int? = nil) -> [ChangeList] {
    report.changeLists(pastLimit: pastLimit)
  }

  @Test func listsHaveTheMostUrgentMessagesFirst() throws {
    let made = try compared(
      [
        message(.warning, "w", category: "a"), message(.error, "worse", fingerprint: "x"),
        message(.error, "e", category: "b"), message(.warning, "alert", kind: .alert),
      ],
      [
        message(.warning, "worse", fingerprint: "x"), message(.warning, "gone"),
        message(.error, "gone, too"),
      ])
    let found = lists(made)
    #expect(found.map(\.kind) == [.new, .worse, .fixed])
    #expect(found[0].items.map { made.messages[$0].title } == ["e", "alert", "w"])
    let fixed = try #require(made.comparison).fixedMessages
    #expect(found[2].items.map { fixed[$0].title } == ["gone, too", "gone"])
    #expect(found.map(\.isFolded) == [false, false, true])
  }

  @Test func aListEndsAfterThirty() throws {
    let made = try compared((1...31).map { try message(.error, "m\($0)") }, [])
    let list = try #require(lists(made).first)
    #expect(list.items.count == 30 && list.more == 1 && list.count == 31)
    let most = try compared((1...30).map { try message(.error, "m\($0)") }, [])
    #expect(lists(most).first?.more == 0)
    let fixed = try compared([], (1...40).map { try message(.error, "m\($0)") })
    #expect(lists(fixed).first?.items.count == 40)
    #expect(lists(fixed, pastLimit: 30).first?.more == 10)
  }

  @Test func whatARunThatFailedDidNotSeeIsListed() throws {
    let made = try compared(
      [message(.error, "a"), message(.error, "b")], [message(.error, "c")], run: .failed)
    #expect(lists(made).map(\.kind) == [.new, .unseen])
  }

  @Test func aSingleMessageSaysItsChangeItself() throws {
    let made = try compared([message(.error, "alone")], [message(.error, "gone")])
    #expect(lists(made).map(\.kind) == [.fixed])
    #expect(lists(made).first?.isFolded == false)
  }

  @Test func listsFollowTheFilter() throws {
    let made = try compared(
      [message(.error, "e"), message(.warning, "w")], [message(.warning, "gone")],
      filters: ["urgency=error"])
    #expect(lists(made).map(\.kind) == [.new])
    #expect(lists(made).first?.count == 1)
    #expect(made.comparison?.headline?.text == "1 new error, 1 new warning, 1 fixed")
  }

  @Test func noBudgetDropsTheListsBeforeEverythingElse() throws {
    var whole = try dataset(
      (0..<40).map { try message($0 < 5 ? .warning : .error, "m\($0)", category: "c\($0 % 3)") }
        + [message(.error, "stop", kind: .alert)],
      timeline: TimelineData(entries: [entry("2026-11-21", "later")]))
    whole.summary = "So and so."
    let before = try dataset(
      (5..<40).map { try message(.error, "m\($0)", category: "c\($0 % 3)") }
        + (0..<50).map { try message(.error, "gone\($0)") })
    let all = try report(whole, settings(baseline: before))
    let trimming = Trimming(all, bytes: 2_000)
    var listed = 36
    for steps in 0...trimming.count {
      let trimmed = trimming.report(after: steps)
      #expect(trimmed.reconcile() == nil)
      let lists = trimmed.changeLists(pastLimit: 30)
      #expect(lists.map(\.count) == [6, 50])
      let count = lists.reduce(0) { $0 + $1.items.count }
      #expect(count <= listed)
      listed = count
      let isAllElseGone =
        trimmed.sections.allSatisfy(\.items.isEmpty) && trimmed.alerts.isEmpty
        && trimmed.summary != "So and so." && trimmed.preview == nil
      #expect(count == 36 || isAllElseGone)
      // What is fixed goes before what is new.
      #expect(lists[0].items.count == 6 || lists[1].items.isEmpty)
    }
    #expect(listed == 0)
  }

  @Test func ofUrgentMessagesTheNewOnesAreKeptLongest() throws {
    let old = try (0..<9).map { try message(.error, "old \($0)") }
    let made = try compared(
      old + [message(.warning, "new 1"), message(.warning, "new 2")], old)
    let trimming = Trimming(made, bytes: 4_000)
    let left = (0...trimming.count).map { steps -> [String] in
      let trimmed = trimming.report(after: steps)
      return trimmed.sections.flatMap(\.items).map { trimmed.messages[$0].title }
    }
    #expect(left.contains(["old 0", "new 1", "new 2"]))
  }
}
