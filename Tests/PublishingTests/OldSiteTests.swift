import Basics
import Composing
import Foundation
import JSON
import Model
import Testing

@testable import Publishing

/// A site of an older version still works: its files are given here literally, whatever the program
/// writes today.
@Suite struct OldSiteTests {
  private static let dataset =
    #"{"version":1,"title":"Nightly","messages":[{"urgency":"warning","title":"a"}]}"#
  private static let id = "2026-09-01-0300"
  private static let page = """
    <!DOCTYPE html><html lang="en"><head><title>Nightly</title></head><body>\
    <!--site-above--><nav>old</nav><!--/site-above--><main>a</main>\
    <!--site-below--><!--/site-below--></body></html>
    """

  private static var digest: String { PublishedRun.digest(Array(dataset.utf8)) }

  /// As `run.json`, the file of a month and `latest.json` hold it.
  private static var run: String {
    """
    {"id":"\(id)","time":1788231600,"offset":0,"status":"completed","urgency":"warning",\
    "text":"1 message: 1 warning","counts":{"warning":1},"digest":"\(digest)"}
    """
  }

  private func oldSite() throws -> TestSite {
    let site = try TestSite()
    let (a, b) = (Self.fingerprint("a"), Self.fingerprint("b"))
    let seen = """
      {"version":1,"nights":3,"messages":{"\(a)":["2026-08-30",3,7,true],\
      "\(b)":["2026-08-30",2,6,false]}}
      """
    let months = #"[{"month":"2026-09","nights":1,"worst":"warning"}]"#
    let files = [
      "history/project.json": """
      {"version":1,"title":"Nightly","locale":"en","timeZone":"UTC","patience":129600,\
      "address":"https://example.org/","authority":"example.org,2026-09-01","months":\(months)}
      """,
      "latest.json": """
      {"version":1,"project":"core","title":"Nightly","locale":"en",\
      "address":"https://example.org/core/","authority":"example.org,2026-09-01",\
      "date":"2026-09-01T03:00:00+00:00","staleAfter":"2026-09-02T15:00:00Z",\
      "url":"runs/\(Self.id)/index.html","night":\(Self.run),\
      "recentUrgencies":"warning","recentTotals":"1"}
      """,
      "runs/\(Self.id)/run.json": Self.run,
      "runs/\(Self.id)/index.html": Self.page,
    ]
    let packed = [
      "history/2026-09.json.gz": #"{"version":1,"nights":[\#(Self.run)]}"#,
      "runs/\(Self.id)/data.json.gz": Self.dataset,
      "runs/\(Self.id)/seen.json.gz": seen,
    ]
    for folder in ["history", "archive", "runs/\(Self.id)"] {
      try FileManager.default.createDirectory(
        atPath: site.path + "/core/" + folder, withIntermediateDirectories: true)
    }
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(filePath: site.path + "/core/" + name))
    }
    for (name, text) in packed {
      let bytes = try #require(Gzip.pack(Array(text.utf8)))
      try Data(bytes).write(to: URL(filePath: site.path + "/core/" + name))
    }
    return site
  }

  /// The name of a message in `seen.json`.
  private static func fingerprint(_ title: String) -> String {
    Fingerprint(of: Message(urgency: .warning, title: title)).hexadecimal
  }

  @Test func itsHistoryIsRead() throws {
    let site = try oldSite()
    // Months are read on demand.
    defer { withExtendedLifetime(site) {} }
    let history = try site.history()
    #expect(history.all.map(\.id) == [Self.id])
    #expect(history.latest?.text == "1 message: 1 warning")
    #expect(history.index.dueAfter == 129_600)
    #expect(history.tracker(at: history.latest).histories.map(\.runs) == [3])
    #expect(history.problems.isEmpty)
    #expect(!history.wasRebuilt && !history.isDamaged)
  }

  @Test func theNextRunIsComparedWithItsLast() throws {
    let site = try oldSite()
    let outcome = try site.publish(2, ["a", "b"])
    #expect(outcome.problems.isEmpty)
    #expect(outcome.report?.comparison?.new == 1)
    #expect(outcome.report?.comparison?.still == 1)
    #expect(outcome.report?.histories.map(\.runs) == [4, 1])
    #expect(outcome.report?.histories.map(\.isBack) == [false, true])
    let history = try site.history()
    defer { withExtendedLifetime(site) {} }
    #expect(history.tracker(at: history.latest).histories.map(\.runs) == [4, 1])
    let old = try site.text("runs/\(Self.id)/index.html")
    #expect(old.contains("<main>a</main>"))
    #expect(!old.contains("<nav>old</nav>"))
    #expect(old.contains("../2026-09-02-0300/index.html"))
  }

  @Test func whatItsLastRunDidNotSeeIsFoundInEarlierRuns() throws {
    let (a, b) = (Self.fingerprint("a"), Self.fingerprint("b"))
    let seen = """
      {"version":1,"nights":2,"messages":{"\(a)":["2026-08-30",2,3,true],\
      "\(b)":["2026-08-30",1,2,true,1]}}
      """
    let root = try #require(JSONValue.parse(Array(seen.utf8), file: "seen.json").0)
    let dates = try [31, 30].map { try #require(CivilDate(year: 2026, month: 8, day: $0)) }
    let old = try #require(OldTracker(root, dates: dates))
    func dataset(_ titles: [String]) -> Dataset {
      var dataset = Dataset()
      dataset.messages = titles.map { Message(urgency: .warning, title: $0) }
      return dataset
    }
    let tracker = try #require(old.tracker(of: dataset(["a"]), [dataset(["c", "b"])]))
    #expect(tracker.kept.map(\.title) == ["b"])
    #expect(tracker.tracks.map(\.lastSeen) == dates)
    // The file of another run.
    #expect(old.tracker(of: dataset(["c"]), [dataset(["b"])]) == nil)
  }

  @Test func rebuildingKeepsItsRuns() throws {
    let site = try oldSite()
    defer { withExtendedLifetime(site) {} }
    let history = try site.history(rebuilding: true)
    #expect(history.all.map(\.id) == [Self.id])
    #expect(history.problems.isEmpty)
  }

  @Test func theFilesOfANewRunHaveTheSameKeys() throws {
    let site = try TestSite()
    try site.publish(1, ["a"])
    #expect(try site.text("latest.json").contains(#""night": {"#))
    #expect(try site.text("history/project.json").contains(#""nights":1"#))
    let month = try #require(try site.files()["core/history/2026-09.json.gz"])
    let text = Gzip.unpack(Array(month), limit: 10_000).map { String(decoding: $0, as: UTF8.self) }
    #expect(try #require(text).hasPrefix(#"{"version":1,"nights":[{"id":"#))
  }
}
