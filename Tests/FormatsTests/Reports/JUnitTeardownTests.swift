import ImportSupport
import Model
import Testing

/// pytest writes a failed test whose teardown fails, too, as two tests.
@Suite("Failed teardowns of pytest") struct JUnitTeardownTests {
  private func failed(_ name: String, _ error: String) -> String {
    """
    <testcase classname="tests.test_a" name="\(name)" time="1.5">\
    <failure message="\(error)">def \(name)():
    &gt;       run()
    E       \(error)

    tests/test_a.py:4: Error</failure></testcase>

    """
  }

  private func teardown(_ name: String, _ error: String) -> String {
    """
    <testcase classname="tests.test_a" name="\(name)" time="0.5">\
    <error message="failed on teardown with &quot;\(error)&quot;">def db():
    &gt;       close()
    E       OSError: low

    The above exception was the direct cause of the following exception:

    &gt;       raise
    E       \(error)

    tests/conftest.py:9: Error</error></testcase>

    """
  }

  /// pytest's totals: a failure with a failed teardown counts once, a passed test with one twice.
  private func report(_ cases: String, name: String = "nightly", tests: Int) -> Import {
    let (failures, errors) = (cases.ranges(of: "<failure"), cases.ranges(of: "<error"))
    return Import(
      text: """
        <testsuites><testsuite name="\(name)" errors="\(errors.count)" \
        failures="\(failures.count)" skipped="0" tests="\(tests)" hostname="ci" \
        timestamp="2026-11-20T03:12:00">\(cases)</testsuite></testsuites>
        """)
  }

  @Test func aFailedTestWithAFailedTeardownIsOneTest() {
    let error = "IOError: no answer came"
    let result = report(
      failed("one", error) + teardown("one", error)
        + "<testcase classname='tests.test_a' name='two'/>",
      tests: 2)
    #expect(result.facts == "Tests 2, Passed 1, Failed 1")
    #expect(result.told == ["error test_a.one | \(error)"])
    #expect(result.place == "tests/test_a.py:4")
    #expect(result.message?.details?.contains("conftest.py") == false)
    #expect(result.message?.duration == 2)
    #expect(result.problems.isEmpty)
    #expect(result.status == .completed)
  }

  /// The first text may be a part of the second one.
  @Test(arguments: ["ValueError: no sum", "IOError", "IOError: not"])
  func bothTextsAreKeptIfTheyDiffer(_ error: String) {
    let result = report(
      failed("one", error) + teardown("one", "IOError: not closed"), tests: 1)
    #expect(
      result.told == [
        "error test_a.one | \(error)\nfailed on teardown with \"IOError: not closed\""
      ])
    #expect(result.message?.cause == error)
    #expect(result.place == "tests/test_a.py:4")
    #expect(result.message?.details?.contains("tests/conftest.py:9") == true)
  }

  @Test func testsOfOtherWorkersMayBeBetweenBoth() {
    let error = "IOError: no answer came"
    let names = ["one", "two", "three"]
    let cases =
      names.map { failed($0, error) }.joined() + names.map { teardown($0, error) }.joined()
    let result = report(cases, tests: 3)
    #expect(result.facts == "Tests 3, Failed 3")
    #expect(result.told.count == 3 && result.problems.isEmpty)
  }

  @Test func anotherNameIsAnotherTest() {
    let error = "IOError: no answer came"
    let result = report(failed("one", error) + teardown("two", error), tests: 3)
    #expect(result.facts == "Tests 2, Failed 1, Errors 1")
    // pytest counts the passed test "two" and its teardown.
    #expect(result.problems.isEmpty)
    #expect(result.status == .completed)
  }

  @Test func aSuiteThatCountsOtherwiseKeepsBothTests() {
    let error = "IOError: no answer came"
    let result = report(failed("one", error) + teardown("one", error), tests: 2)
    #expect(result.facts == "Tests 2, Failed 1, Errors 1")
    #expect(result.told.count == 2)
  }

  @Test func twoFailuresOfOneNameAreTwoTests() {
    let result = report(failed("one", "ValueError: a") + failed("one", "ValueError: b"), tests: 2)
    #expect(result.facts == "Tests 2, Failed 2")
  }

  @Test func aFileThatEndsEarlyHasItsFailures() {
    let whole =
      "<testsuite name='s' skipped='0' tests='2' hostname='ci' timestamp='2026-11-20T03:12:00'>"
      + failed("one", "ValueError: a") + "<testcase classname='tests.test_a' name='tw"
    #expect(Import(text: whole).told == ["error test_a.one | ValueError: a"])
  }
}
