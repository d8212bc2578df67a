import Composing
import Model
import Templating
import Testing
import Time

@testable import Publishing
@testable import Rendering

@Suite("Runs and projects as lists show them") struct RunRecordsTests {
  private let labels: RunLabels
  private let words: Vocabulary

  init() throws {
    labels = RunLabels(locale: try #require(Strings.locale("en", in: AssetStore()).0))
    words = SiteVocabulary.words(with: SiteRecord.names, labels.locale)
  }

  private func run(_ id: String, _ status: Dataset.Run.Status) -> PublishedRun {
    PublishedRun(
      id: id, time: Instant(seconds: 1_795_140_720), offset: 3_600, status: status,
      urgency: .error, text: "2 errors", counts: [.error: 2], changes: nil, duration: nil,
      digest: "")
  }

  /// What a record says by each of these names; "-" for nothing, nil for a name that it has not.
  private func values(_ scope: some Scope, _ names: [String], at index: Int = 0) throws -> [String?]
  {
    try names.map { name in
      switch scope.value(try #require(words.name(name)), at: index) {
      case .missing: nil
      case .text(let text), .address(let text): text
      case .flag(let flag): flag ? "yes" : "no"
      case .number(let number): String(number)
      case .records(_, let range): "\(range.count) records"
      default: "-"
      }
    }
  }

  @Test func aRunSaysWhatItCameTo() throws {
    let runs = RunRecords(
      [run("a", .completed), run("b", .failed), run("c", .missing)], labels, in: "runs/",
      current: "b")
    let names = ["url", "urgencyWord", "count", "stopped", "severityWord", "missing", "isCurrent"]
    #expect(
      try values(runs, names, at: 0) == ["runs/a/index.html", "Error", "2", "-", "-", "no", "no"])
    #expect(
      try values(runs, names, at: 1)
        == ["runs/b/index.html", "Failed", "-", "failed", "Error", "no", "yes"])
    #expect(
      try values(runs, names, at: 2)
        == ["runs/c/index.html", "No report", "-", "-", "-", "yes", "no"])
    #expect(
      try values(runs, ["machineTime", "text"]) == ["2026-11-20T03:12:00+01:00", "2 errors"])
  }

  @Test func aNameOfOtherRecordsIsLookedForAroundTheList() throws {
    let runs = RunRecords([run("a", .completed)], labels, in: "")
    #expect(try values(runs, ["name", "isCurrent", "places"]) == [nil, nil, nil])
  }

  @Test func aProjectIsCutWhereAListIsLimited() throws {
    let title = String(repeating: "a", count: 120)
    let project = LatestFile(
      project: "core", title: title, locale: nil, address: nil, authority: nil,
      run: run("a", .completed), staleAfter: nil,
      recent: [.init(mark: "error", total: 2), .init(mark: "missing", total: 0)])
    let whole = ProjectRecords([project], labels, .whole)
    let short = ProjectRecords([project], labels, .short)
    let names = ["url", "name", "subtitle", "bars", "staleAfter", "urgencyWord"]
    #expect(
      try values(whole, names) == ["core/index.html", title, "core", "2 records", "-", "Error"])
    let cut = String(repeating: "a", count: 99) + "…"
    #expect(try values(short, names) == ["core/index.html", cut, "core", "-", "-", "Error"])
  }

  @Test func barsEndAtTheRight() throws {
    let bars = BarRecords(
      [.init(mark: "error", total: 4), .init(mark: "missing", total: 0)], height: 32)
    let names = ["mark", "x", "y", "height"]
    #expect(try values(bars, names, at: 0) == ["error", "140", "0", "32"])
    #expect(try values(bars, names, at: 1) == ["missing", "145", "0", "32"])
  }
}
