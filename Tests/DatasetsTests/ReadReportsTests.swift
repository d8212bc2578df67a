import Diagnostics
import JSON
import Model
import Testing

@testable import Datasets
@testable import Formats

/// The reports that a run read, so that a later run without one of them covers less (N6).
@Suite struct ReadReportsTests {
  private func merged(_ texts: (name: String, text: String)...) throws -> Dataset {
    var merger = InputMerger()
    for (name, text) in texts {
      merger.read(
        file: name, from: ByteSource(bytes: Array(text.utf8)),
        as: text == "[]" ? .codeQuality : nil)
    }
    let (dataset, log) = merger.finish()
    #expect(!log.hasErrors)
    return try #require(dataset)
  }

  private func junit(_ names: String...) -> String { junit(names) }

  private func junit(_ names: [String]) -> String {
    let tests = names.map { "<testcase classname='C' name='\($0)'/>" }.joined()
    return "<testsuite name='s'>\(tests)</testsuite>"
  }

  private func sarif(_ runs: String...) -> String {
    let runs = runs.map {
      #"{"tool": {"driver": {"name": "QL"}}, "results": [], "automationDetails": {"id": "\#($0)"}}"#
    }
    return #"{"version": "2.1.0", "runs": [\#(runs.joined(separator: ", "))]}"#
  }

  private let checkstyle = "<checkstyle version='10'/>"

  @Test func reportsWithoutFindingsAreListedWithTheirFormats() throws {
    let run = try merged(
      ("w/quality.json", "[]"), ("w/style.xml", checkstyle), ("w/x.sarif", sarif("java/", "js/")),
      ("w/note.json", #"{"version": 1, "messages": [], "scope": []}"#))
    #expect(
      run.reports.map { "\($0.input) \($0.tool ?? "")" } == [
        "quality.json codequality", "style.xml checkstyle", "x.sarif sarif:QL (java)",
        "x.sarif sarif:QL (js)",
      ])
  }

  @Test func reportsOfTestsHaveSomeTestsOfTheirOwn() throws {
    let run = try merged(
      ("w/a/t.xml", junit("one", "two")), ("w/b/t.xml", junit("three", "one")),
      ("w/again.xml", junit("one", "two")))
    #expect(run.reports.map(\.input) == ["a/t.xml", "b/t.xml", "again.xml"])
    #expect(run.reports.allSatisfy { $0.tool == nil })
    #expect(run.reports.map(\.holdsOwnTests) == [false, true, false])
    #expect(
      run.reports[1].tests.values
        == [TestDigests.digest(of: "test:s\u{1F}C\u{1F}three")])
    #expect(run.reports.map(\.repeats) == [0, 1, 2])
    #expect(run.reports.map(\.isAlike) == [false, false, false])
    #expect(run.run?.testsRun == 6 && run.testsRunOnce == 3)
  }

  @Test func reportsOfTheSameTestsAreAlike() throws {
    func areAlike(_ one: [String], _ other: [String]) throws -> [Bool] {
      try merged(("a.xml", junit(one)), ("b.xml", junit(other))).reports.map(\.isAlike)
    }
    let tests = ["one", "two", "three", "four"]
    #expect(try areAlike(tests, Array(tests.dropLast()) + ["five"]) == [true, true])
    #expect(try areAlike(tests, Array(tests.prefix(2))) == [false, false])
    #expect(try areAlike(["one"], ["two"]) == [false, false])
  }

  @Test func aLargeReportDoesNotHideTwoThatAreAlike() throws {
    let large = junit((1...9).map { "t\($0)" })
    let run = try merged(
      ("a.xml", junit("t1", "t2")), ("b.xml", large), ("c.xml", junit("t2", "t1")))
    #expect(run.reports.map(\.isAlike) == [true, false, true])
  }

  @Test func theSecondTryOfFailedTestsIsNotAlike() throws {
    func report(_ failed: String...) -> String {
      let tests = failed.map { "<testcase classname='C' name='\($0)'><failure/></testcase>" }
      return "<testsuite name='s'>\(tests.joined())"
    }
    let first = report("t1", "t2", "t3") + "<testcase classname='C' name='t4'/></testsuite>"
    let run = try merged(
      ("a.xml", first), ("b.xml", report("t1", "t2", "t3") + "</testsuite>"))
    #expect(run.reports.map(\.isAlike) == [false, false])
  }

  @Test(arguments: [
    ("first.xml", "rerun.xml", false), ("junit.xml", "junit-Retry.xml", false),
    ("attempt-1/t.xml", "attempt-2/t.xml", false), ("attempt1/t.xml", "attempt2/t.xml", false),
    ("attempt-1/x.xml", "attempt-1/y.xml", true), ("retrofit/x.xml", "x.xml", true),
    ("a-attempt-1.xml", "b-attempt-2.xml", true),
  ])
  func anotherTryOfTheSameTestsIsNotAlike(one: String, other: String, areAlike: Bool) throws {
    let run = try merged((one, junit("one", "two")), (other, junit("two", "one")))
    #expect(run.reports.map(\.isAlike) == [areAlike, areAlike])
  }

  @Test func theOnlyReportOfTestsNeedsNone() throws {
    let run = try merged(("w/t.xml", junit("one")), ("w/style.xml", checkstyle))
    #expect(
      run.reports == [
        ReadReport(input: "t.xml"), ReadReport(input: "style.xml", tool: "checkstyle"),
      ])
    #expect(try merged(("w/t.xml", junit())).reports.isEmpty)
  }

  @Test func oneTestInTwoBrowsersIsTwoTests() throws {
    let run = try merged(("w/chrome.xml", junit("one")), ("w/firefox.xml", junit("one")))
    #expect(run.reports.map(\.holdsOwnTests) == [true, true])
    #expect(run.testsRunOnce == 2)
  }

  @Test func aDatasetKeepsTheReports() throws {
    var run = try merged(
      ("a.xml", junit("one", "two")), ("b.xml", junit("one", "three")), ("x.sarif", sarif("java/")))
    var reference = CoverageReference(run)
    (reference.laterRuns, reference.removed) = (3, -2)
    run.reference = reference
    let bytes = DatasetWriter.bytes(run)
    let again = try merged(("night.json", String(decoding: bytes, as: UTF8.self)))
    #expect(again.reports == run.reports)
    #expect(again.reference?.reports == run.reports)
    #expect(again.reference?.removed == -2)
    #expect(DatasetWriter.bytes(again) == bytes)
  }
}
