import Composing
import Diagnostics
import Model
import Testing
import Text

/// The order in which a report is reduced to a budget, and the counts of what is left out (M14).
@Suite struct TrimmingTests {
  private func outlines(_ report: Report, bytes: Int = 2_000) -> [[String]] {
    let trimming = Trimming(report, bytes: bytes)
    return (0...trimming.count).map { steps in
      let trimmed = trimming.report(after: steps)
      #expect(trimmed.reconcile() == nil)
      let shown = trimmed.alerts + trimmed.banners + trimmed.sections.flatMap(\.items)
      return shown.map { trimmed.messages[$0].title }
    }
  }

  @Test func trimmingDropsTheLeastUrgentFirstAndAlertsLast() throws {
    let all = try report(
      dataset([
        message(.information, "note"), message(.error, "first"), message(.error, "second"),
        message(.warning, "slow"), message(.information, "stop", kind: .alert),
        message(.information, "old", kind: .offline),
      ]))
    var seen: [[String]] = []
    for outline in outlines(all) where outline != seen.last { seen.append(outline) }
    #expect(
      seen == [
        ["stop", "old", "first", "second", "slow", "note"],
        ["stop", "old", "first", "second", "slow"], ["stop", "old", "first", "slow"],
        ["stop", "old", "first"], ["stop", "old"], ["stop"], [],
      ])
  }

  @Test func trimmingKeepsSummaryFirstMessagesAndNextEntries() throws {
    var whole = try dataset(
      (0..<500).map { index in
        let urgency: Urgency = index % 5 == 0 ? .information : .error
        return try message(urgency, "m\(index)", category: "c\(index % 5)")
      },
      timeline: TimelineData(
        entries: (1...110).map { try entry("2026-\($0 < 50 ? "10" : "12")-01", "\($0)") }))
    whole.summary = "So and so."
    let all = try report(whole)
    let trimming = Trimming(all, bytes: 80 << 10)
    let next = try #require(all.timeline?.nowIndex)
    for steps in 0...trimming.count {
      let trimmed = trimming.report(after: steps)
      let shown = trimmed.sections.reduce(0) { $0 + $1.items.count }
      guard shown >= 5 else { continue }
      #expect(trimmed.summary == "So and so." || shown == 5)
      #expect(trimmed.sections.allSatisfy { !$0.items.isEmpty } && trimmed.sections.count == 5)
      guard shown > 5, let timeline = trimmed.timeline else { continue }
      let out = timeline.leftOut
      #expect(timeline.entries.count >= 4 && !timeline.groups.isEmpty)
      #expect(out.earlier <= next && out.earlier + timeline.entries.count > next)
      #expect(out.earlier + timeline.entries.count + out.later == 110)
    }
  }

  @Test func trimmingADescendingTimelineCountsTheOtherSide() throws {
    for order in TimelineData.Order.allCases {
      let entries = try (1...30).map { try entry("2026-11-\($0 < 10 ? "0" : "")\($0)", "\($0)") }
      let all = try report(dataset(timeline: TimelineData(order: order, entries: entries)))
      let trimming = Trimming(all, bytes: 2_000)
      let window = try #require(
        (0...trimming.count).map { trimming.report(after: $0).timeline }
          .first { $0?.entries.count == 8 } ?? nil)
      let days = window.entries.compactMap { Int($0.entry.title) }
      #expect(window.leftOut.earlier == (days.min() ?? 0) - 1)
      #expect(window.leftOut.later == 30 - (days.max() ?? 0))
    }
  }

  @Test func trimmingKeepsAnOldEntryOfThePreview() throws {
    for order in TimelineData.Order.allCases {
      var entries = try (1...60).map { number in
        let day = (number - 1) % 30 + 1
        return try entry(
          "2026-\(number < 31 ? "09" : "12")-\(day < 10 ? "0" : "")\(day)", "\(number)")
      }
      entries.append(try entry("2026-08-01T09:00", "old", status: .inProgress))
      let all = try report(dataset(timeline: TimelineData(order: order, entries: entries)))
      let trimming = Trimming(all, bytes: 2_000)
      for steps in 0...trimming.count {
        let trimmed = trimming.report(after: steps)
        guard let timeline = trimmed.timeline, let preview = trimmed.preview else { continue }
        #expect(
          preview.items.map { timeline.entries[$0].entry.title } == ["old", "31", "32", "33"])
        guard !timeline.groups.isEmpty else { continue }
        let out = timeline.leftOut
        #expect(out.earlier + timeline.entries.count + out.later == 61)
        #expect(timeline.groups.map(\.entries.count).reduce(0, +) == timeline.entries.count)
        let now = try #require(timeline.nowIndex)
        let next = timeline.entries[order == .descending ? now - 1 : now]
        #expect(next.entry.title == "31")
      }
    }
  }

  @Test func trimmingShortensBeforeDropping() throws {
    var logged = try message(.error, "logged")
    logged.details = String(repeating: "a line\n", count: 400)
    let all = try report(dataset([logged, try message(.information, "note")]))
    let trimming = Trimming(all, bytes: 1_600)
    let lengths = (0...trimming.count).map { steps in
      let trimmed = trimming.report(after: steps)
      let details = trimmed.messages[0].details ?? ""
      #expect(details.utf8.count > 2_000 || details.hasSuffix("a line\n\n…"))
      return (details.utf8.count, trimmed.sections.reduce(0) { $0 + $1.items.count })
    }
    let firstDrop = try #require(lengths.firstIndex { $0.1 < 2 })
    #expect(lengths[firstDrop].0 <= 120)
    #expect(lengths[1].0 < 900 && lengths[1].1 == 2)
  }

  @Test func trimmingShortensTheRunAndCountsItsFacts() throws {
    var night = try dataset([message(.error)], run: .failed)
    night.run?.reason = String(repeating: "ab ", count: 40_000)
    night.run?.facts = (1...50).map {
      Dataset.Run.Fact(title: "Fact \($0)", value: String(repeating: "e\u{301}", count: 900))
    }
    let all = try report(night)
    let trimming = Trimming(all, bytes: 8_000)
    #expect(trimming.report(after: 0).run?.facts.count == 50)
    let run = try #require(trimming.report(after: trimming.count).run)
    #expect(run.reason?.hasSuffix("…") == true && (run.reason?.count ?? 0) <= 240)
    #expect(run.facts.count == 21)
    #expect(run.facts.last?.title == "and 30 more")
    #expect(run.facts.allSatisfy { $0.value.count <= 80 })
    #expect(Trimming(try report(dataset([message(.error)])), bytes: 8_000).count < trimming.count)
  }

  @Test func trimmingKeepsWholeCharacters() throws {
    var logged = try message(.error, "logged")
    logged.details = String(repeating: "日本語", count: 400)
    let trimming = Trimming(try report(dataset([logged])), bytes: 1_601)
    let details = try #require(trimming.report(after: trimming.count - 2).messages[0].details)
    #expect(details.hasSuffix("\n\n…") && !details.contains("\u{FFFD}"))
  }

  @Test func trimmingASingleMessageKeepsTheCount() throws {
    let trimming = Trimming(try report(dataset([message(.error)])), bytes: 1_000)
    let least = trimming.report(after: trimming.count)
    #expect(least.verdict.kind == .several && least.leftOut.messages == 1)
    #expect(least.reconcile() == nil)
  }

  @Test func reconcilingDetectsUncountedTrimming() throws {
    let all = try report(dataset([message(.error), message(.warning, kind: .alert)]))
    let trimming = Trimming(all, bytes: 1_000)
    var lossy = trimming.report(after: trimming.count)
    #expect(lossy.leftOut.alerts == 1)
    lossy.leftOut.alerts = 0
    #expect(lossy.reconcile()?.id == "totals-disagree")
  }
}
