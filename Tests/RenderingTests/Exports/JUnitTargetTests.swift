import Composing
import Diagnostics
import Foundation
import FoundationXML
import Model
import Testing
import Text

@testable import Rendering

/// `--to junit` lists every test with its outcome, and never less than the report says.
@Suite struct JUnitTargetTests {
  private func root(_ report: Report) throws -> XMLElement {
    let (text, _) = ReportRenderer(report, store: builtIn, threads: 1).string(.junit)
    return try #require(XMLDocument(data: Data(text.utf8)).rootElement())
  }

  private func suite(_ name: String, of root: XMLElement) throws -> XMLElement {
    try #require(
      root.elements(forName: "testsuite").first {
        $0.attribute(forName: "name")?.stringValue == name
      })
  }

  private func test(_ name: String, of root: XMLElement) throws -> XMLElement {
    let tests = root.elements(forName: "testsuite").flatMap { $0.elements(forName: "testcase") }
    return try #require(tests.first { $0.attribute(forName: "name")?.stringValue == name })
  }

  private func value(_ name: String, of element: XMLElement) -> String? {
    element.attribute(forName: name)?.stringValue
  }

  @Test func listsEveryTestWithItsOutcome() throws {
    let root = try root(try mixedReport())
    let adds = try test("adds", of: root)
    #expect(value("classname", of: adds) == "Cart" && value("time", of: adds) == "0.25")
    #expect(value("file", of: adds) == "src/cart.js" && value("line", of: adds) == "7")
    let failure = try #require(adds.elements(forName: "failure").first)
    #expect(value("message", of: failure) == "expected 3 & got <4>")
    #expect(failure.stringValue == "at cart.js:7\n]]>␛[31m")
    let flaky = try test("waits", of: root).elements(forName: "flakyFailure")
    #expect(flaky.map { value("message", of: $0) } == ["timeout", "timeout"])
    let skipped = try #require(try test("prints", of: root).elements(forName: "skipped").first)
    #expect(value("message", of: skipped) == "no printer")
    let todo = try #require(try test("rounds", of: root).elements(forName: "skipped").first)
    #expect(value("type", of: todo) == "todo")
    #expect(try test("opens", of: root).childCount == 0)
  }

  @Test func aPassedTestWithAWarningKeepsIt() throws {
    var night = dataset([message(.warning, "Slow", text: "took long")])
    night.run = Dataset.Run(status: .completed, facts: [fact(.tests, 1), fact(.passed, 1)])
    var test = ReportedTest(suites: ["shop"], className: nil, name: "opens", outcome: .passed)
    test.message = 0
    night.tests.insert(test)
    let root = try root(try report(night))
    let warning = try #require(try self.test("opens", of: root).elements(forName: "warning").first)
    #expect(value("message", of: warning) == "took long")
  }

  @Test func findingsAreTestsOfTheirCategory() throws {
    let root = try root(try mixedReport())
    let warning = try test("Unused variable", of: root)
    #expect(value("classname", of: warning) == "src/cart.js")
    let element = try #require(warning.elements(forName: "warning").first)
    #expect(value("type", of: element) == "no-unused")
    #expect(warning.elements(forName: "system-out").count == 1)
    let note = try test("Deprecated option", of: root)
    let skipped = try #require(note.elements(forName: "skipped").first)
    #expect(value("message", of: skipped) == "information: Deprecated option")
  }

  @Test func totalsAreThoseOfTheListedTests() throws {
    let root = try root(try mixedReport())
    for element in [root] + root.elements(forName: "testsuite") {
      let suites = element.name == "testsuites" ? element.elements(forName: "testsuite") : [element]
      let tests = suites.flatMap { $0.elements(forName: "testcase") }
      func count(_ name: String) -> String {
        String(tests.count { !$0.elements(forName: name).isEmpty })
      }
      #expect(value("tests", of: element) == String(tests.count))
      #expect(value("failures", of: element) == count("failure"))
      #expect(value("errors", of: element) == count("error"))
      #expect(value("skipped", of: element) == count("skipped"))
    }
    #expect(value("time", of: try suite("shop", of: root)) == "1.25")
  }

  @Test func anIncompleteRunIsAnError() throws {
    let root = try root(
      try mixedReport { dataset in
        dataset.run?.status = .canceled
        dataset.run?.reason = "out of time"
        dataset.run?.shortfalls = [.init(input: "a.xml", text: "3 tests are counted")]
        var unread = Dataset.Run.Unread()
        unread.add(.init(path: "b.bin", reason: "it is binary"))
        dataset.run?.unread = unread
      })
    let run = try #require(try suite("Run", of: root).elements(forName: "testcase").first)
    #expect(
      value("message", of: try #require(run.elements(forName: "error").first)) == "out of time")
    let shortfall = try test("a.xml", of: root)
    #expect(shortfall.elements(forName: "error").count == 1)
    #expect(try test("b.bin", of: root).elements(forName: "error").count == 1)
  }

  @Test func knownIssuesAreSkippedWithTheirReason() throws {
    let root = try root(
      try mixedReport { dataset in
        dataset.known = [
          KnownEntry(
            [
              KnownCondition(
                fingerprint: "test:shop\u{1F}Cart\u{1F}adds",
                location: SourceLocation(file: "known.json"))
            ], reason: "SHOP-7")
        ]
      })
    let adds = try test("adds", of: root)
    let skipped = try #require(adds.elements(forName: "skipped").first)
    #expect(value("message", of: skipped) == "known issue: SHOP-7")
    #expect(skipped.stringValue?.contains("expected 3") == true)
    #expect(adds.elements(forName: "failure").isEmpty)
    // The indices of the other messages have changed.
    #expect(try test("waits", of: root).elements(forName: "flakyFailure").count == 2)
  }

  @Test func errorsOutsideOfTheFilterStayErrors() throws {
    var night = dataset([message(.error, "Broken"), message(.warning, "Slow")])
    night.run = Dataset.Run(status: .completed)
    let root = try root(try report(night, filters: ["urgency=warning"]))
    let hidden = try test("Messages outside of the filter", of: root)
    #expect(hidden.elements(forName: "error").count == 1)
    let tests = root.elements(forName: "testsuite").flatMap { $0.elements(forName: "testcase") }
    #expect(tests.map { value("name", of: $0) } == ["Slow", "Messages outside of the filter"])
  }

  @Test func anUnknownEndIsNotGreen() throws {
    var night = dataset()
    night.run = Dataset.Run()
    night.tests.insert(
      ReportedTest(suites: [], className: nil, name: "opens", outcome: .passed))
    let root = try root(try report(night))
    #expect(try test("Verdict", of: root).elements(forName: "warning").count == 1)
  }

  @Test func aRunThatCoversLessIsNotGreen() throws {
    func run(_ count: Int) -> Dataset {
      var night = dataset()
      night.run = Dataset.Run(status: .completed)
      night.run?.facts = [fact(.tests, Double(count)), fact(.passed, Double(count))]
      for number in 1...count {
        night.tests.insert(
          ReportedTest(suites: [], className: nil, name: "t\(number)", outcome: .passed))
      }
      return night
    }
    let less = try root(try report(run(2), baseline: run(9)))
    #expect(try test("Verdict", of: less).elements(forName: "error").count == 1)
    let same = try root(try report(run(9), baseline: run(9)))
    let suites = same.elements(forName: "testsuite").map { value("name", of: $0) }
    #expect(suites == ["AllTests"])
  }

  @Test func testsWithoutANameAreCountedInANote() throws {
    let report = try mixedReport { dataset in
      dataset.tests = ReportedTests()
      dataset.timeline = TimelineData(entries: [])
    }
    let (text, problems) = ReportRenderer(report, store: builtIn, threads: 1).string(.junit)
    #expect(problems.map(\.id) == ["tests-not-listed"])
    #expect(problems.first?.summary.hasPrefix("3 tests are counted and not listed") == true)
    // A failed test still has a message with its names.
    #expect(text.contains("name=\"adds\" classname=\"Cart\""))
    #expect(!text.contains("opens"))
  }

  @Test func omittedPartsAreCountedInANote() throws {
    let report = try mixedReport { dataset in
      dataset.summary = "Hello"
      dataset.messages[0].actions = [.init(title: "Retry"), .init(title: "Open")]
    }
    let (_, problems) = ReportRenderer(report, store: builtIn, threads: 1).string(.junit)
    #expect(problems.map(\.id) == ["not-in-format"])
    #expect(problems.first?.summary == "JUnit XML does not contain 2 actions, 1 summary")
  }

  @Test(arguments: [
    ("a\u{0}b\u{1F}c", "a␀b␟c"), ("tab\tline\nend\r", "tab\tline\nend\r"),
    ("\u{FFFF}\u{FFFE}", "⟨U+FFFF⟩⟨U+FFFE⟩"), ("\u{202E}x\u{200B}", "\u{202E}x\u{200B}"),
    ("]]> & <a b=\"c\">", "]]> & <a b=\"c\">"), ("😀 é", "😀 é"),
    ("##vso[task]", "##vso[task]"),
  ])
  func textsSurviveInAttributesAndElements(text: String, read: String) throws {
    var failure = message(.error, text, text: text)
    failure.details = "x" + text + "x"
    let root = try root(try report(dataset([failure])))
    let test = try #require(
      root.elements(forName: "testsuite").first?.elements(forName: "testcase").first)
    #expect(value("name", of: test) == read)
    let element = try #require(test.elements(forName: "failure").first)
    #expect(value("message", of: element) == read)
    #expect(element.stringValue == "x" + read + "x")
  }

  @Test func aTokenOfARunnerIsNotWritten() throws {
    let (text, _) = ReportRenderer(
      try report(dataset([message(.error, "##vso[task.setvariable]")])), store: builtIn
    ).string(.junit)
    #expect(!text.contains("##vso["))
  }
}
