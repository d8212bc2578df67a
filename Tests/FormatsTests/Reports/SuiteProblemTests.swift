import ImportSupport
import Model
import Testing

@testable import ToolReports

/// Failures that runners report as tests, and that no report has when all is well (N2).
@Suite struct SuiteProblemTests {
  private static func failed(
    _ name: String, in className: String?, suites: [String] = ["s"]
  ) -> TestCase {
    var test = TestCase(title: name)
    test.outcome = .error
    (test.suites, test.identity) = (suites, (className.map { [$0] } ?? []) + [name])
    return test
  }

  @Test(
    arguments: [
      ("initializationError", "a.C", ["s"], ["s"], ["a.C"]),
      ("executionError", "a.C", ["s"], ["s"], ["a.C"]), ("classMethod", "C", [], [], ["C"]),
      ("", "a.C", ["s"], ["s"], ["a.C"]), ("a.js", "a.js", ["a.js"], ["a.js"], []),
      ("Cart \"before all\" hook for \"adds\"", "\"before all\" hook", ["Cart"], ["Cart"], []),
      ("\"after each\" hook in \"Cart\"", "Cart", [], [], ["Cart"]),
      ("\"before all\" hook", nil, ["Cart"], ["Cart"], []),
      ("src/a.js", "Test suite failed to run", ["src/a.js"], [], []),
      ("src/a.js", "Test suite failed to run", ["cart"], ["cart"], []),
    ] as [(String, String?, [String], [String], [String])])
  func aFailureOfWhatSurroundsTestsIsNoTest(
    name: String, className: String?, given: [String], suites: [String], identity: [String]
  ) {
    var test = Self.failed(name, in: className, suites: given)
    test.recognizeProblem()
    #expect(test.suites == suites && test.identity == identity && test.problem == [name])
  }

  @Test(
    arguments: [
      ("adds", "Cart"), ("", ""), ("", nil), ("a.js", "a.js"), ("the \"before\" hook", "Cart"),
      ("initialization", "Cart"), ("waits before all hooks", "Cart"),
    ] as [(String, String?)])
  func aTestIsATest(name: String, className: String?) {
    var test = Self.failed(name, in: className)
    test.recognizeProblem()
    #expect(test.problem.isEmpty)
  }

  @Test func aTestThatPassedOrIsALintersFindingIsNoProblem() {
    var test = Self.failed("classMethod", in: "C")
    test.outcome = .passed
    test.recognizeProblem()
    #expect(test.problem.isEmpty)
    (test.outcome, test.tool) = (.failed, "eslint")
    test.recognizeProblem()
    #expect(test.problem.isEmpty)
  }

  @Test func aProblemIsCountedAndRanNothing() throws {
    let text =
      "<testsuite name='s'><testcase classname='a.C' name='classMethod'><error/></testcase></testsuite>"
    let dataset = try #require(Import(text: text).dataset)
    #expect(dataset.messages.map(\.fingerprint) == ["test:s\u{1F}a.C\u{1F}\u{1E}classMethod"])
    #expect(dataset.run?.testsRun == 1)
    #expect(dataset.scope == RunScope([RunScope.Part(tests: TestDigests())]))
  }

  @Test func theModuleThatCouldNotBeCollectedIsTheClass() throws {
    let text = """
      <testsuite name='pytest'><testcase classname='' name='tests.test_pay' file='tests/test_pay.py'>
      <error message='collection failure'>ImportError</error></testcase></testsuite>
      """
    let messages = try #require(Import(text: text).dataset?.messages)
    #expect(messages.map(\.fingerprint) == ["test:tests.test_pay\u{1F}\u{1E}collection"])
  }

  @Test(arguments: [
    (
      "tests.test_pay", "unittest.loader._FailedTest", "s",
      "test:module tests.test_pay\u{1F}\u{1E}collection"
    ),
    ("[build failed]", "m/pay", "m/pay", "test:m/pay\u{1F}m/pay\u{1F}\u{1E}collection"),
    ("TestMain", "pay", "m/pay", "test:m/pay\u{1F}pay\u{1F}\u{1E}collection"),
    ("TestMain", "Server", "Suite", "test:Suite\u{1F}Server\u{1F}TestMain"),
  ])
  func whatCouldNotBeLoadedOrBuiltIsNoTest(
    name: String, className: String, suite: String, fingerprint: String
  ) throws {
    let text =
      "<testsuite name='\(suite)'><testcase classname='\(className)' name='\(name)'><error/></testcase></testsuite>"
    #expect(Import(text: text).message?.fingerprint == fingerprint)
  }

  @Test func aTestOfAModuleShowsThatItWasLoadedWhateverItsSuite() throws {
    let text =
      "<testsuite name='s'><testcase classname='tests.test_pay.TestPay' name='a'/></testsuite>"
    let ran = try #require(Import(text: text).dataset?.scope?.parts.first { !$0.isExcept }?.tests)
    #expect(ran.values.contains(TestDigests.digest(ofSuite: "test:module tests.test_pay")))
  }

  @Test func theModuleAndTheSuitesOfASkippedTestAreNotedAsThoseThatDidNotRun() throws {
    let text = """
      <testsuite name='s'><testcase classname='a.C' name='x'><skipped/></testcase>
      <testcase classname='a.D' name='y'/></testsuite>
      """
    let scope = try #require(Import(text: text).dataset?.scope)
    let c = TestDigests.digest(ofSuite: "test:s\u{1F}a.C")
    let d = TestDigests.digest(ofSuite: "test:s\u{1F}a.D")
    #expect(scope.parts.compactMap(\.testsNotRun).flatMap(\.values).contains(c))
    #expect(!scope.parts.compactMap(\.testsNotRun).flatMap(\.values).contains(d))
    #expect(scope.parts.compactMap(\.testsRun).flatMap(\.values).contains(d))
    #expect(!scope.parts.compactMap(\.testsRun).flatMap(\.values).contains(c))
  }
}
