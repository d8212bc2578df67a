import Composing
import Model
import Testing

@Suite("Run") struct RunTests {
  private func statement(_ run: Dataset.Run) throws -> Report.RunStatement {
    var given = dataset()
    given.run = run
    return try #require(try report(given).run)
  }

  @Test(arguments: [
    (Dataset.Run.Status.failed, "Run failed", Urgency.error),
    (.canceled, "Run canceled", .warning),
    (.missing, "No report from this run", .error),
  ])
  func aFailedRunHasAHeadline(
    _ status: Dataset.Run.Status, _ headline: String, _ urgency: Urgency
  ) throws {
    let statement = try statement(Dataset.Run(status: status, reason: "Disk full"))
    #expect(statement.isAlarming)
    #expect(statement.headline == headline)
    #expect(statement.urgency == urgency)
    #expect(statement.reason == "Disk full")
  }

  @Test func aCompletedOrUnknownRunIsNotAlarming() throws {
    #expect(try !statement(Dataset.Run(status: .completed)).isAlarming)
    let silent = try statement(Dataset.Run(commit: "3f2c1ab"))
    #expect(!silent.isAlarming)
    #expect(silent.headline == nil)
  }

  @Test func factsOfTheRunPrecedeThoseOfTheDataset() throws {
    let statement = try statement(
      Dataset.Run(
        status: .completed, started: try time("2026-11-20T00:30:00+01:00"),
        finished: try time("2026-11-20T02:09:41Z"), commit: "3f2c1ab", branch: "main",
        facts: [Dataset.Run.Fact(title: "Checks", value: "4,812")]))
    #expect(
      statement.facts.map { "\($0.title): \($0.value)" } == [
        "Started: 20 Nov 2026, 00:30", "Finished: 20 Nov 2026, 03:09",
        "Duration: 2 hours 39 minutes", "Branch: main", "Commit: 3f2c1ab", "Checks: 4,812",
      ])
  }

  @Test func factsOfTheDatasetReplaceComputedOnes() throws {
    let statement = try statement(
      Dataset.Run(
        started: try time("2026-11-20T00:30:00Z"), finished: try time("2026-11-20T01:30:00Z"),
        facts: [Dataset.Run.Fact(title: "duration", value: "59 min")]))
    #expect(statement.facts.map(\.title) == ["Started", "Finished", "duration"])
  }

  @Test(arguments: [
    ("2026-11-20", "2026-11-21"), ("2026-11-20T03:00", "2026-11-20T02:00"),
    ("2026-11-20", "2026-11-20T02:00"),
  ])
  func anUnknownDurationIsOmitted(_ started: String, _ finished: String) throws {
    let statement = try statement(
      Dataset.Run(started: try time(started), finished: try time(finished)))
    #expect(statement.facts.map(\.title) == ["Started", "Finished"])
  }

  @Test func durationsIncludeTheRepeatedHour() throws {
    let statement = try statement(
      Dataset.Run(
        started: try time("2026-10-25T00:00"), finished: try time("2026-10-25T06:00")))
    #expect(statement.facts.last?.value == "7 hours")
  }

  @Test(arguments: [
    (4, ["1 %", "2 %", "3 %", "4 %"]), (5, ["1 %, 2 %, 3 %, and 2 more"]),
    (1_000, ["1 %, 2 %, 3 %, and 997 more"]),
  ])
  func manyValuesOfOneTitleAreOneFact(_ count: Int, _ values: [String]) throws {
    let facts = (1...count).map { number in
      var fact = Dataset.Run.Fact(title: "Coverage", value: "\(number) %", number: Double(number))
      fact.origins = [Dataset.Run.Fact.Origin(input: "\(number).json", value: fact.value)]
      return fact
    }
    let said = try statement(Dataset.Run(status: .completed, facts: facts)).facts
    #expect(said.map(\.value) == values)
    #expect(said.flatMap(\.origins).map(\.input) == (1...count).map { "\($0).json" })
  }

  @Test func manyValuesOfASingleInputAreListed() throws {
    let facts = (1...9).map { Dataset.Run.Fact(title: "Host", value: "h\($0)") }
    #expect(try statement(Dataset.Run(status: .completed, facts: facts)).facts.count == 9)
  }

  @Test func coverageIsSaidInTheLanguageOfTheReportWithTheNameOfItsFolder() throws {
    var given = dataset()
    let titles = ["Coverage", "Coverage src/api", "Coverages"]
    given.run = Dataset.Run(
      facts: titles.map {
        Dataset.Run.Fact(title: $0, value: "83.4 %", number: 83.4, kind: .coverage)
      })
    let facts = try #require(try report(given, settings(locale: "de")).run).facts
    #expect(facts.map(\.title) == ["Abdeckung", "Abdeckung src/api", "Abdeckung"])
    #expect(facts.allSatisfy { $0.value == "83,4\u{A0}%" && $0.number == 83.4 })
  }

  private static let hash = "3f2c1ab4d5e6f708192a3b4c5d6e7f8091a2b3c4"

  @Test func commitsAreLinksWhereTheirAddressIsKnown() throws {
    var given = dataset()
    given.run = Dataset.Run(commit: Self.hash)
    given.run?.links = CommitLinks(
      commit: "https://git.example/c/{commit}", compare: "https://git.example/d/{from}...{to}")
    var before = dataset()
    before.run = Dataset.Run(commit: "v1.2")
    let facts = try #require(try report(given, settings(baseline: before)).run).facts
    #expect(
      facts.map { "\($0.title): \($0.value)" } == ["Commit: 3f2c1ab", "Commits: v1.2…3f2c1ab"])
    #expect(
      facts.map(\.url) == [
        "https://git.example/c/\(Self.hash)", "https://git.example/d/v1.2...\(Self.hash)",
      ])
  }

  @Test func aCommitWithoutAnAddressIsShortToo() throws {
    let facts = try statement(Dataset.Run(commit: Self.hash)).facts
    #expect(facts.map(\.value) == ["3f2c1ab"])
    #expect(facts[0].url == nil)
  }

  @Test(arguments: [
    "https://git.example/c", "https://{commit}", "javascript:{commit}", "//host/{commit}",
    "https:///{commit}",
    "https://git.example/{commit}/{other}", "https://git.example/{commit} x", "",
  ])
  func aTemplateNamesItsServerAndTheCommit(template: String) {
    #expect(CommitLinks.mistake(in: template, CommitLinks.commitNames) != nil)
    #expect(CommitLinks(commit: template).address(of: "abc") == nil)
  }

  @Test(arguments: ["../x", "a/b", "a?b", "a#b", "a, b", "", ".a"])
  func whatIsNoCommitMakesNoAddress(commit: String) {
    #expect(CommitLinks(commit: "https://git.example/{commit}").address(of: commit) == nil)
  }
}
