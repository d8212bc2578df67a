import Composing
import Model
import Testing
import Text

@Suite("What a report lacks of its inputs") struct GapsTests {
  private func run(
    _ status: Dataset.Run.Status? = .completed, unread: Int = 0, shortfalls: Int = 0
  ) -> Dataset.Run {
    var run = Dataset.Run(status: status)
    for number in 0..<unread {
      run.unread.add(
        .init(path: "bandit-\(number).json", reason: "Bandit JSON", help: "bandit -f sarif"))
    }
    run.shortfalls = (0..<shortfalls).map { .init(input: "a-\($0).xml", text: "3 tests, 1 shown") }
    return run
  }

  private func report(
    _ run: Dataset.Run, _ messages: [Message] = [], baseline: Dataset? = nil, locale: String = "en"
  ) throws -> Report {
    var dataset = dataset(messages)
    dataset.run = run
    return try ComposingTests.report(dataset, settings(locale: locale, baseline: baseline))
  }

  @Test func aRunWithUnreadFilesIsNeutralAndSaysHowMany() throws {
    let report = try report(run(unread: 14))
    #expect(report.verdict.kind == .nothingReported)
    #expect(report.verdict.urgency == .neutral)
    #expect(report.verdict.text == "Nothing found in what was read; 14 files were not read")
    #expect(report.brief == report.verdict.text)
    #expect(report.gaps.map(\.count) == [14])
  }

  @Test func oneFileIsSaidInTheSingular() throws {
    let text = try report(run(unread: 1)).verdict.text
    #expect(text == "Nothing found in what was read; 1 file was not read")
  }

  @Test(arguments: ["ar", "de", "es", "fr", "he", "ja", "pl"])
  func everyLanguageSaysIt(_ tag: String) throws {
    let english = try report(run(unread: 14)).verdict.text
    let text = try report(run(unread: 14), locale: tag).verdict.text
    #expect(text != english && text.contains("14"))
  }

  @Test func claimsThatAreNotShownAreNotGreen() throws {
    let report = try report(run(shortfalls: 2))
    #expect(report.verdict.urgency == .neutral)
    #expect(report.verdict.text == "Nothing found in what was read; results are incomplete")
    #expect(report.gaps.first?.text == "Incomplete results (2)")
  }

  @Test func successesAreNoGreenVerdictOfARunThatWasReadInPart() throws {
    let report = try report(run(unread: 1), [message(.success)])
    #expect(report.verdict.urgency == .neutral)
    #expect(report.brief == "1 success, 1 file was not read")
  }

  @Test func theHeadlineSaysWhatWasNotRead() throws {
    let errors = try [message(.error)]
    let report = try report(run(unread: 2), errors, baseline: dataset(errors))
    let headline = "Nothing new, 2 files were not read; 1 error unchanged"
    #expect(report.comparison?.headline?.text == headline)
  }

  @Test func noTestAndUnreadFilesAreSaidTogether() throws {
    var run = run(unread: 2)
    run.facts = [Dataset.Run.Fact(title: "Tests", value: "0", number: 0, kind: .tests)]
    #expect(try report(run).verdict.text == "No test was run; 2 files were not read")
  }

  @Test func gatesAndMailsTreatItAsABrokenReport() throws {
    for run in [run(unread: 1), run(shortfalls: 1)] {
      let report = try report(run, baseline: dataset(run: .completed))
      for condition in Gate.Condition.allCases { #expect(report.fails(on: condition)) }
      for condition in MailCondition.allCases {
        #expect(report.lacksOccasion(for: condition) == nil)
      }
    }
    #expect(try !report(run()).fails(on: .error))
  }

  @Test func aRunThatRanNoTestOrDidNotFinishIsAnOccasionForAMail() throws {
    func report(_ tests: Int, _ status: Dataset.Run.Status?, before: Int) throws -> Report {
      func run(_ tests: Int, _ status: Dataset.Run.Status?) -> Dataset {
        var run = dataset([], run: status)
        run.run = Dataset.Run(
          status: status,
          facts: [.init(title: "Tests", value: "", number: Double(tests), kind: .tests)])
        run.scope = RunScope([.init(tests: TestDigests([2]))])
        return run
      }
      return try ComposingTests.report(
        run(tests, status), settings(baseline: run(before, .completed)))
    }
    let none = try report(0, .completed, before: 3)
    let unfinished = try report(3, nil, before: 3)
    for condition in MailCondition.allCases {
      #expect(none.lacksOccasion(for: condition) == nil)
      #expect(unfinished.lacksOccasion(for: condition) == nil)
    }
    let same = try report(0, .completed, before: 0)
    #expect(same.lacksOccasion(for: .new) != nil && same.lacksOccasion(for: .findings) == nil)
    #expect(try report(3, .completed, before: 3).lacksOccasion(for: .findings) != nil)
  }

  @Test func aMillionFilesAreCountedAndFewOfThemListed() throws {
    let report = try report(run(unread: 1_000_000))
    #expect(report.verdict.text.hasSuffix("1,000,000 files were not read"))
    #expect(report.gaps[0].items.count == Dataset.Run.Unread.mostListed)
    #expect(report.gaps[0].count == 1_000_000)
  }
}
