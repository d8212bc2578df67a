import Composing
import Diagnostics
import JSON
import Model
import Testing

@testable import Rendering

@Suite struct CodeQualityTargetTests {
  private func issues(_ report: Report) throws -> [JSONValue] {
    try tree(rendered(report, to: .codeQuality).text).elements
  }

  @Test func aMessageWithAPlaceIsAnIssue() throws {
    let issue = try #require(try issues(try report(completed([finding()]))).first)
    #expect(issue["description"]?.string == "Leak\n\nin\n  main")
    #expect(issue["check_name"]?.string == "L1 (leak)")
    #expect(issue["location"]?["path"]?.string == "src/a b.c")
    #expect(issue["location"]?["lines"]?["begin"]?.number == 3)
    #expect(issue["content"]?["body"]?.string == "#0 main")
    #expect(issue["fingerprint"]?.string == Fingerprint(of: finding()).hexadecimal)
  }

  @Test(arguments: [
    (Urgency.error, "critical"), (.warning, "major"), (.information, "info"), (.neutral, "info"),
  ])
  func severitiesAreReadBack(urgency: Urgency, severity: String) throws {
    let report = try report(completed([finding(urgency)]))
    #expect(try issues(report).first?["severity"]?.string == severity)
    let read = try readBack(rendered(report, to: .codeQuality).text)
    #expect(read.messages.map(\.urgency) == [urgency == .neutral ? .information : urgency])
    #expect(read.messages.first?.title == "Leak" && read.messages.first?.text == "in\n  main")
  }

  @Test func fingerprintsAreUniqueAndSurviveTheFormat() throws {
    var issue = finding()
    issue.fingerprint = "codequality:abc"
    let prints = try issues(try report(completed([issue, issue, issue]))).compactMap {
      $0["fingerprint"]?.string
    }
    #expect(prints == ["abc", "abc-2", "abc-3"])
  }

  @Test func omittedMessagesAreCountedAndUrgentOnesAreAWarning() throws {
    let urgent = try report(
      completed([finding(), message(.error, "Crash"), message(.success, "Passed")]))
    let (text, problems) = rendered(urgent, to: .codeQuality)
    #expect(try tree(text).elements.count == 1)
    #expect(problems.map(\.id) == ["not-in-format", "looks-complete"])
    #expect(
      problems[0].summary
        == "Code Quality does not contain 1 message without a place, 1 success")
    #expect(problems[1].severity == .warning)
    let calm = rendered(
      try report(completed([message(.information, "Note")])), to: .codeQuality)
    #expect(calm.1.map(\.id) == ["not-in-format"])
  }

  @Test func errorsThatTheFilterHidesAreAWarning() throws {
    let night = completed([finding(), finding(.error)])
    let filtered = try report(night, filters: ["urgency=success"])
    let (text, problems) = rendered(filtered, to: .codeQuality)
    #expect(text == "[]\n")
    #expect(problems.last?.id == "looks-complete")
    #expect(problems.last?.summary.hasSuffix("the filter hides errors or warnings") == true)
  }

  @Test func aMessageWithoutATitleHasItsText() throws {
    var silent = finding()
    (silent.title, silent.text) = ("", "one\ntwo")
    let issue = try #require(try issues(try report(completed([silent]))).first)
    #expect(issue["description"]?.string == "one\ntwo")
  }

  @Test func anIncompleteRunIsAWarning() throws {
    var failed = dataset()
    failed.run = Dataset.Run(status: .failed)
    var unread = completed([])
    unread.run?.unread.add(.init(path: "b.json", reason: "Bandit JSON is not read"))
    for dataset in [dataset(), failed, unread] {
      let (text, problems) = rendered(try report(dataset), to: .codeQuality)
      #expect(text == "[]\n")
      #expect(problems.map(\.severity) == [.warning])
    }
    #expect(rendered(try report(completed([])), to: .codeQuality).1 == [])
  }
}
