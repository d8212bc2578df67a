import Diagnostics
import ImportSupport
import Model
import Testing
import Text
import ToolReports

struct JUnitTests {
  private func suite(_ content: String, _ attributes: String = "name='s'") -> Import {
    Import(text: "<testsuite \(attributes)>\(content)</testsuite>")
  }

  private func failing(_ failure: String, _ attributes: String = "name='t'") -> Import {
    suite("<testcase \(attributes)>\(failure)</testcase>")
  }

  @Test func testsAreCountedByTheirElements() {
    let result = Import(
      text: """
        <testsuites><testsuite name="s"><testcase name="a"/>
        <testcase name="b"><failure message="one is two"/></testcase>
        <testcase name="c"><error message="no server"/></testcase>
        <testcase name="d"><skipped/></testcase></testsuite><testcase name="e"/></testsuites>
        """)
    #expect(result.facts == "Tests 5, Passed 2, Failed 1, Errors 1, Skipped 1")
    #expect(result.told == ["error b | one is two", "error c | no server"])
    #expect(result.status == .completed)
    #expect(result.diagnostics.isEmpty)
  }

  @Test func severalFailuresOfATestAreOneMessageInTheirOrder() {
    let result = failing("<failure message='first'/><error message='second'/>")
    #expect(result.told == ["error t | first\nsecond"])
    #expect(result.facts == "Tests 1, Errors 1")
  }

  @Test(arguments: [
    ("name='t' classname='a.b.Shape'", "Shape.t"), ("name='t' class='a::b::Shape'", "Shape::t"),
    ("name='t' classname='s'", "s.t"), ("name='t' classname='test'", "s › t"),
    ("name='t' classname='t'", "t"), ("name='t' classname='a.b' file='a.b'", "t"),
    ("name='Shape.t' classname='a.Shape'", "Shape.t"), ("name='t' classname='v1.2'", "v1.2.t"),
    ("classname='Shape'", "Shape"), ("", "Unnamed test"), ("name='undefined'", "Unnamed test"),
    ("name='adds' classname='A long page'", "A long page › adds"),
  ])
  func titlesNameClassAndTest(attributes: String, title: String) {
    #expect(failing("<failure/>", attributes).message?.title == title)
  }

  @Test func aQualifiedClassIsNamedEvenIfItIsTheSuite() {
    let result = Import(
      text: "<testsuite name='a.Shape'><testcase name='t' classname='a.Shape'><failure/>"
        + "</testcase></testsuite>")
    #expect(result.message?.title == "Shape.t")
  }

  @Test(arguments: [
    ("<failure message='one&#10;more&#10;&#10;rest'/>", "one\nmore", "rest"),
    ("<failure message='failure'>\n first line\n second</failure>", "first line", "second"),
    ("<failure>only line</failure>", "only line", nil),
    ("<failure message='says it'>says it\n  at x</failure>", "says it", "at x"),
    (
      "<failure message='says it' type='a.Odd'>a.Odd: says it\n  at x</failure>",
      "says it (a.Odd)", "at x"
    ),
    ("<failure message='m'>line 3, column 1, m</failure>", "m", nil),
    ("<failure message='m' type='junit.framework.AssertionFailedError'/>", "m", nil),
    ("<failure message='m' type='error'/>", "m", nil),
    ("<failure type='test abort'/>", "test abort", nil),
    ("<failure message='m'><stackTrace>in x</stackTrace></failure>", "m", "in x"),
    (
      "<failure message='Failed'>=== RUN   t\n    x.go:1: odd\n--- FAIL: t</failure>",
      "x.go:1: odd", "*"
    ),
    ("<failure message='#x1B[31mred#x1B[0m'/>", "red", nil),
  ])
  func textsAreNotSaidTwice(failure: String, text: String, details: String?) {
    let message = failing(failure).message
    #expect(message?.text == text)
    if details != "*" { #expect(message?.details == details) }
    #expect(message?.textFormat == .plain && message?.detailsFormat == .log)
  }

  @Test(arguments: [
    ("<testcase name='t' file='a/b.py' line='3'><failure message='m'/></testcase>", "a/b.py:3"),
    ("<testcase name='t'><failure message='m' file='a.php' line='4'/></testcase>", "a.php:4"),
    (
      "<testcase name='t'><failure message='m'>x\n at src/a.c:7:2</failure></testcase>", "src/a.c:7"
    ),
    (
      "<testcase name='t'><failure message='m'>at f (file:///w/a.mjs:2:4)</failure></testcase>",
      "/w/a.mjs:2"
    ),
    (
      "<testcase name='t'><failure message='a_test.cc:9&#10;Expected: 1'/></testcase>",
      "a_test.cc:9"
    ),
    (
      "<testcase name='t'><failure message='m'>at a.B.c(B.java:42)</failure></testcase>",
      "a/B.java:42"
    ),
    ("<testcase name='t'><failure message='m'>/usr/lib/x.py:1</failure></testcase>", nil),
    (
      "<testcase name='t'><failure message='m'>http://localhost:80/src/a.js:1</failure></testcase>",
      nil
    ),
    (
      "<testcase name='t'><failure message='m'>node:internal/main/a.js:10</failure></testcase>", nil
    ),
    (
      "<testcase name='t'><failure message='m'>n/node_modules/a.js:1\nsrc/b.js:2</failure></testcase>",
      "src/b.js:2"
    ),
    // In the project's root a file has no folder; a host and its port have none, either.
    (
      "<testcase name='t'><failure message='m'>E   assert 1 == 2\n\ntest_ids.py:5: AssertionError</failure></testcase>",
      "test_ids.py:5"
    ),
    (
      "<testcase name='t'><failure message='m'>at test_ids.py:5: AssertionError\nexample.org:443: refused</failure></testcase>",
      nil
    ),
  ])
  func placesAreTakenFromAttributesMessagesAndTraces(test: String, place: String?) {
    #expect(suite(test).place == place)
  }

  @Test func pytestCountsLinesFromZero() {
    let test = "<testcase name='t' file='a.py' line='4'><failure message='m'/></testcase>"
    #expect(suite(test, "name='pytest'").place == "a.py:5")
    #expect(suite(test, "name='other'").place == "a.py:4")
  }

  @Test(arguments: [
    "<testcase name='t'><skip/></testcase>", "<testcase name='t'><ignored/></testcase>",
    "<testcase name='t' status='disabled'/>", "<testcase name='t' status='notrun'/>",
    "<testcase name='t' result='suppressed'/>",
    "<testcase name='t' status='notrun'><skipped message='SKIP_RETURN_CODE=4'/></testcase>",
    "<testcase name='t'><skipped type='pytest.xfail' message='known'/></testcase>",
  ])
  func skippedTestsAreRecognized(test: String) {
    let result = suite(test)
    #expect(result.facts == "Tests 1, Skipped 1")
    #expect(result.told.isEmpty)
  }

  @Test(arguments: [
    "Unable to find executable", "Required Files Missing: a.bin", "Fixture dependency failed",
    "Not Run",
  ])
  func aTestThatCouldNotRunIsAnError(reason: String) {
    let result = suite(
      "<testcase name='t' status='notrun'><skipped message='\(reason)'/></testcase>")
    #expect(result.facts == "Tests 1, Errors 1")
    #expect(result.told == ["error t | \(reason)"])
  }

  @Test func anExpectedFailureIsTodoAndAnyOtherFailureWinsOverSkipped() {
    let todo = suite(
      """
      <testcase name="a"><skipped type="todo"/><failure message="m"/></testcase>
      <testcase name="b"><skipped message="TEST_CASE tagged with !mayfail"/><failure/></testcase>
      """)
    #expect(todo.facts == "Tests 2, Todo 2")
    #expect(todo.told.isEmpty)
    let failed = failing("<skipped/><failure message='m'/>")
    #expect(failed.told == ["error t | m"])
  }

  @Test func aTestThatPassedInTheEndIsFlaky() {
    let result = failing("<flakyFailure message='m'><stackTrace>x</stackTrace></flakyFailure>")
    #expect(result.facts == "Tests 1, Passed 1, Flaky 1")
    #expect(result.told == ["warning t | Failed in 1 of 2 tries\nm"])
    #expect(result.message?.details == "x")
  }

  @Test func otherTriesOfAFailedTestAreDetails() {
    let result = failing(
      """
      <failure message="m">trace</failure><rerunFailure message="m"><stackTrace>again</stackTrace>
      <system-out>noise</system-out></rerunFailure>
      """)
    #expect(result.facts == "Tests 1, Failed 1")
    #expect(result.message?.details == "trace\n\nTry 2:\nm\nagain")
  }

  @Test func aWarningOfAPassedTestIsAWarning() {
    let result = failing("<warning>deprecated</warning>")
    #expect(result.facts == "Tests 1, Passed 1")
    #expect(result.told == ["warning t | deprecated"])
  }

  @Test func outputOfFailedTestsIsDetailsAndThatOfPassedOnesIsDropped() {
    let result = suite(
      """
      <testcase name="a"><failure message="m">trace</failure><system-out>said
      [[ATTACHMENT|shots/a.png]]</system-out></testcase>
      <testcase name="b"><system-out>quiet</system-out></testcase>
      """)
    #expect(result.dataset?.messages.count == 1)
    #expect(result.message?.details == "trace\n\nOutput:\nsaid")
    #expect(result.message?.link?.url == "shots/a.png")
  }

  @Test func aFailureWithoutWordsIsToldByTheLastLinesOfItsOutput() {
    let result = failing("<failure message='Failed'/><system-out>a\nb\nc\nd\n</system-out>")
    #expect(result.message?.text == "b\nc\nd")
  }

  @Test func theOutputOfASuiteBelongsToItsOnlyTest() {
    let result = suite(
      """
      <testcase name="t"><error message="exited with error code 1"/></testcase>
      <system-out>the log</system-out>
      """)
    #expect(result.message?.text == "exited with error code 1")
    #expect(result.message?.details == "Output:\nthe log")
  }

  @Test func placeholdersAreNoTitles() {
    #expect(suite("<testcase name='a'/>", "name='pytest'").dataset?.title == nil)
    #expect(suite("<testcase name='a'/>", "name='Unit'").dataset?.title == "Unit")
    let named = "<testsuites name='All'><testsuite name='One'><testcase/></testsuite></testsuites>"
    #expect(Import(text: named).dataset?.title == "All")
  }

  @Test func fingerprintsHoldSuitesClassAndNameAndNoPlaceholder() {
    let attributes = "name='t[0x7f31aa20]' classname='C' line='3'"
    let first = failing("<failure message='m'/>", attributes).message?.fingerprint
    let second = Import(
      text: "<testsuites name='pytest'><testsuite name='s'><testcase name="
        + "'t[0x7f31aa20]' classname='C'><failure message='other'/></testcase>"
        + "</testsuite></testsuites>"
    ).message?.fingerprint
    #expect(first != nil && first == second)
  }

  @Test(arguments: [
    ("op[0x1f]", "op[0x2f]"), ("op[0x7f31aa20]", "op[0x7f00bb10]"), ("waits 5 ms", "waits 10 ms"),
    ("TestParse/5s", "TestParse/10s"), ("open[/tmp/a]", "open[/tmp/b]"), ("a  b", "a b"),
    ("a ", "a"), ("/tmp/job/a.js", "/tmp/job/b.js"),
  ])
  func testsOfDifferentNamesHaveDifferentFingerprints(one: String, other: String) {
    let result = suite(
      [one, other].map { "<testcase classname='C' name='\($0)'><failure/></testcase>" }.joined())
    let fingerprints = (result.dataset?.messages ?? []).compactMap(\.fingerprint)
    #expect(Set(fingerprints).count == 2)
  }

  @Test func theTemporaryFolderOfARunIsNoPartOfAName() {
    func fingerprint(_ folder: String) -> String? {
      Import(
        text: "<testsuite name='\(folder)/src/a.js'><testcase name='t'><failure/></testcase>"
          + "</testsuite>"
      ).message?.fingerprint
    }
    #expect(fingerprint("/tmp/job-1") != nil && fingerprint("/tmp/job-1") == fingerprint("/tmp/2"))
  }

  @Test func namedPropertiesBecomeFacts() {
    let text = """
      <testsuite name="s"><properties><property name="os" value="linux"/>
      <property name="token" value="secret"/></properties><testcase name="t"><properties>
      <property name="os">mac</property></properties></testcase></testsuite>
      """
    let result = Import(text: text) { $0.properties = ["os"] }
    #expect(result.facts == "Tests 1, Passed 1, os linux, mac")
    let plain = Import(text: text)
    #expect(plain.facts == "Tests 1, Passed 1" && plain.environment == "System linux, mac")
  }

  @Test func hostsAndVersionsAreTheEnvironment() {
    let found = Import(
      text: """
        <testsuites><testsuite name="a" hostname="ci-7f2"><properties>
        <property name="Python" value="3.12.3 (main, Apr 10 2026)"/>
        <property name="user.home" value="/home/me"/><property name="python" value="none"/>
        <property name="os.name" value="Linux"/><property name="os.version" value="6.1"/>
        <property name="os.arch" value="amd64"/></properties><testcase name="t"/></testsuite>
        <testsuite name="b" hostname="localhost"><testcase name="t"/></testsuite></testsuites>
        """)
    #expect(found.environment == "Host ci-7f2, Python 3.12.3, System Linux 6.1 amd64")
  }

  @Test func namespacesAndUnknownElementsArePassedOver() {
    let result = Import(
      text: """
        <j:testsuite xmlns:j="x" name="s"><j:testcase name="t"><j:odd><failure/></j:odd></j:testcase>
        <metrics><testcase name="no"/></metrics></j:testsuite>
        """)
    #expect(result.facts == "Tests 1, Passed 1")
  }
}
