import Datasets
import ImportSupport
import JSON
import Model
import Testing
import ToolReports

/// The tests that outputs list, with the names that their reports give them.
@Suite struct ReportedTestsTests {
  private func tests(
    _ text: String, _ change: (inout ImportOptions) -> Void = { _ in }
  ) -> (tests: [ReportedTest], dataset: Dataset) {
    var options = ImportOptions()
    options.keepsTests = true
    change(&options)
    let report = TextReport(text, options: options)
    return (report.dataset.tests.tests, report.dataset)
  }

  private let junit = """
    <testsuite name="shop">
    <testcase classname="Cart" name="opens in 20 ms" time="0.5" file="a.js" line="3"/>
    <testcase classname="Cart" name="adds"><failure message="no">trace</failure></testcase>
    <testcase classname="Cart" name="prints"><skipped message="no printer"/></testcase>
    <testcase classname="Cart" name="waits"><flakyFailure message="late"/></testcase>
    <testcase name="alone"><error/></testcase>
    </testsuite>
    """

  @Test func everyTestHasItsNamesAndItsOutcome() {
    let (tests, dataset) = tests(junit)
    #expect(tests.map(\.name) == ["opens in 20 ms", "adds", "prints", "waits", "alone"])
    #expect(tests.map(\.className) == ["Cart", "Cart", "Cart", "Cart", nil])
    #expect(tests.map(\.outcome) == [.passed, .failed, .skipped, .passed, .error])
    #expect(tests.allSatisfy { $0.suites == ["shop"] })
    #expect(tests[0].seconds == 0.5 && tests[0].file == "a.js" && tests[0].line == 3)
    #expect(tests[2].reason == "no printer")
    #expect(tests[3].isFlaky && tests[3].failedTries == 1)
    #expect(tests.map(\.message) == [nil, 0, nil, 1, 2])
    #expect(dataset.messages.count == 3)
  }

  @Test func testsAreKeptOnlyIfAnOutputListsThem() {
    #expect(tests(junit) { $0.keepsTests = false }.tests.isEmpty)
  }

  @Test func messagesOfALaterReportAreFoundAfterThoseOfAnEarlierOne() {
    var merger = InputMerger()
    var options = ImportOptions()
    options.keepsTests = true
    for name in ["a", "b"] {
      merger.read(file: name, from: .init(bytes: Array(junit.utf8)), options: options)
    }
    let dataset = merger.salvage().dataset
    let tests = dataset.tests.tests
    #expect(tests.count == 10 && dataset.messages.count == 6)
    for test in tests {
      guard let index = test.message else { continue }
      #expect(dataset.messages[index].title.hasSuffix(test.name))
    }
    #expect(Set(tests.compactMap(\.message)).count == 6)
  }

  @Test func aSetUpThatFailsKeepsTheNameOfItsReport() {
    let (tests, _) = tests(
      """
      <testsuite name="s"><testcase classname="Cart" name="initializationError"><failure/></testcase>
      </testsuite>
      """)
    #expect(tests.map(\.name) == ["initializationError"] && tests.first?.className == "Cart")
  }

  @Test func secretsInNamesAreHidden() {
    let (tests, _) = tests(
      """
      <testsuite name="s"><testcase classname="C" name="uses ghp_0123456789abcdefghijABCDEFGHIJ012345"/>
      </testsuite>
      """)
    #expect(tests.first?.name.contains("ghp_") == false)
  }
}
