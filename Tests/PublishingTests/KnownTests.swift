import Composing
import Diagnostics
import Model
import TestSupport
import Testing
import Time

@testable import Publishing

/// What a site remembers of known issues (K4).
struct KnownTests {
  private let site: TestSite

  init() throws {
    site = try TestSite()
  }

  private func publish(
    _ day: Int, _ titles: [String], known: [KnownEntry], status: Dataset.Run.Status = .completed,
    scope: RunScope? = nil
  ) throws -> Publisher.Outcome {
    var dataset = Dataset()
    dataset.run = Dataset.Run(status: status)
    dataset.messages = titles.map {
      Message(urgency: .warning, title: $0, location: Message.Location(file: "\($0).c"))
    }
    dataset.scope = scope
    var context = try site.context(day)
    context.settings.known = known
    return try site.publisher().publish(dataset, id: nil, context: context)
  }

  private func rule(_ title: String, line: Int = 7) -> KnownEntry {
    KnownEntry(
      [
        KnownCondition(
          rule: title, location: SourceLocation(file: "known.json", line: line, column: 3))
      ], reason: "A reason")
  }

  @Test(.enabled(if: FuzzScale.isThorough))
  func anEntryThatMatchedNothingFor30RunsIsSaid() throws {
    let known = [rule("a"), rule("never", line: 9)]
    for day in 1...29 { #expect(try publish(day, ["a"], known: known).problems.isEmpty, "\(day)") }
    let last = try publish(30, ["a"], known: known)
    #expect(last.problems.map(\.id) == ["unused-known"])
    #expect(last.problems.first?.location?.line == 9)
    #expect(last.report?.known.unused.map(\.line) == [9])
    // It matches again, and counts from the beginning.
    #expect(try publish(31, ["never"], known: known).problems.isEmpty)
    #expect(try publish(32, ["a"], known: known).problems.isEmpty)
  }

  @Test(.enabled(if: FuzzScale.isThorough))
  func runsThatDidNotLookDoNotCount() throws {
    let known = [rule("a")]
    _ = try publish(1, ["a"], known: known)
    // It was not looked for.
    for day in 2...5 {
      #expect(try publish(day, [], known: known, scope: RunScope([])).problems.isEmpty, "\(day)")
    }
    for day in 6...34 { #expect(try publish(day, [], known: known).problems.isEmpty, "\(day)") }
    for day in 35...36 {
      let failed = try publish(day, ["x"], known: known, status: .failed)
      #expect(failed.problems.isEmpty, "\(day)")
    }
    #expect(try publish(37, [], known: known).problems.map(\.id) == ["unused-known"])
  }

  @Test func sinceGoesOnWhileAMessageIsKnown() throws {
    let third = CivilDate(year: 2026, month: 9, day: 3)
    let known = [
      KnownEntry([KnownCondition(rule: "a")], reason: "Waits", until: third)
    ]
    for day in 1...3 {
      let outcome = try publish(day, ["a"], known: known)
      #expect(outcome.report?.verdict.text == "All clear, 1 known")
      #expect(outcome.report?.comparison?.hasNews ?? false == false)
    }
    let report = try #require(try publish(4, ["a"], known: known).report)
    #expect(report.changes == [.expired])
    let history = report.shownHistories.history(of: 0)
    #expect(history?.since.day == 1 && history?.runs == 4)
    let run = try #require(try site.history().latest)
    #expect(run.changes?.expired == 1 && run.counts[.warning] == 1)
    #expect(try publish(5, ["a"], known: known).report?.changes == [.still])
  }

  @Test func messagesOfARunHaveTheFingerprintsOfTheSite() throws {
    _ = try publish(1, ["a", "b"], known: [])
    let messages = try SiteMessages(site: site.path, project: "core", run: nil)
    #expect(messages.messages.map(\.title) == ["a", "b"])
    #expect(messages.fingerprints == messages.messages.map { Fingerprint(of: $0).shortened })
    #expect(throws: PublishError.self) {
      try SiteMessages(site: site.path, project: "cora", run: nil)
    }
    #expect(throws: PublishError.self) {
      try SiteMessages(site: site.path, project: "core", run: "none")
    }
  }
}
