"""Small whole reports of all formats, and what makes each of them one that must not be green."""
import gzip
import json

TEAM = "http://microsoft.com/schemas/VisualStudio/TeamTest/2010"


def text(value):
    return json.dumps(value, indent=1)


def trx(results, summary):
    return f'<TestRun xmlns="{TEAM}"><Results>{results}</Results>{summary}</TestRun>'


def trx_summary(outcome="Completed", counters="total='2' executed='2' passed='2' failed='0'", more=""):
    return f"<ResultSummary outcome='{outcome}'><Counters {counters}/>{more}</ResultSummary>"


TRX_PASSED = '<UnitTestResult testName="a" outcome="Passed"/><UnitTestResult testName="b" outcome="Passed"/>'
ROBOT_PASSED = '<test name="t"><status status="PASS"/></test>'


def robot(tests=ROBOT_PASSED, suite="PASS", passed=1, failed=0):
    return (f'<robot generator="Robot 7"><suite name="s">{tests}<status status="{suite}"/></suite><statistics><total>'
            f'<stat pass="{passed}" fail="{failed}" skip="0">All Tests</stat></total></statistics></robot>')


def nunit(tests='<test-case name="t" fullname="s.t" result="Passed"/>', run="Passed", suite="Passed", counts="total='1' failed='0'"):
    return (f"<test-run id='1' result='{run}' {counts}><test-suite name='s' fullname='s' type='TestFixture' result='{suite}'>"
            f"{tests}</test-suite></test-run>")


def old_nunit(tests='<test-case name="s.t" executed="True" success="True"/>', counts="total='1' errors='0' failures='0'", suite="True"):
    return (f"<test-results name='a' {counts}><test-suite name='s' executed='True' success='{suite}'><results>"
            f"{tests}</results></test-suite></test-results>")


def xunit(tests='<test name="t" result="Pass"/>', counts="total='1' failed='0' errors='0'", errors=""):
    return (f"<assemblies><assembly name='a.dll' {counts}>{errors}<collection name='c'>{tests}</collection></assembly></assemblies>")


def ctrf(cases=({"name": "a", "status": "passed"},), **summary):
    counts = {"tests": 1, "passed": 1, "failed": 0, "skipped": 0, "pending": 0, "other": 0, **summary}
    return text({"results": {"tool": {"name": "x"}, "summary": counts, "tests": list(cases)}})


def mocha(**stats):
    test = {"title": "a", "fullTitle": "a", "err": {}}
    counts = {"tests": 1, "passes": 1, "pending": 0, "failures": 0, **stats}
    return text({"stats": counts, "tests": [test], "pending": [], "failures": [], "passes": [test]})


def jest(status="passed", **more):
    failed = int(status == "failed")
    return text({"numTotalTests": 1, "numPassedTests": 1 - failed, "numFailedTests": failed, "success": not failed, "testResults": [
        {"name": "/w/a.test.js", "status": status, "message": "",
         "assertionResults": [{"title": "t", "ancestorTitles": [], "status": status, "failureMessages": ["no"] * failed}]}], **more})


def playwright(status="expected", ok=True, errors=(), results=({"status": "passed", "duration": 1},), **stats):
    counts = {"expected": int(status == "expected"), "unexpected": int(status == "unexpected"), "flaky": 0, "skipped": 0, **stats}
    return text({"config": {"projects": []}, "suites": [{"title": "a.spec.ts", "file": "a.spec.ts", "specs": [
        {"title": "t", "ok": ok, "tests": [{"status": status, "expectedStatus": "passed", "projectName": "", "results": list(results)}]}]}],
        "errors": list(errors), "stats": counts})


def cucumber(status="passed", **feature):
    return text([{"keyword": "Feature", "name": "f", "uri": "f.feature", **feature, "elements": [
        {"type": "scenario", "keyword": "Scenario", "name": "s", "steps": [{"name": "x", "keyword": "Given ", "result": {"status": status}}]}]}])


def dbt(status="success"):
    return text({"metadata": {"dbt_schema_version": "https://schemas.getdbt.com/dbt/run-results/v5.json"}, "elapsed_time": 1.5,
                 "results": [{"unique_id": "model.shop.orders", "status": status, "execution_time": 1, "message": status}]})


def eslint(messages=(), **counts):
    return text([{"filePath": "/w/a.js", "messages": list(messages), "errorCount": len(messages), "warningCount": 0, **counts}])


def sarif(results=(), **invocation):
    return text({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x", "rules": [{"id": "R"}]}}, "results": list(results),
                                               "invocations": [{"executionSuccessful": True, **invocation}]}]})


def gotest(*actions):
    return "".join(json.dumps({"Package": "p", **({"Test": "T"} if test else {}), "Action": action}) + "\n" for action, test in actions)


JUNIT = '<testsuites><testsuite name="s" tests="2"><testcase classname="C" name="a"/><testcase classname="C" name="b"/></testsuite></testsuites>'

# A whole report of each format without problems: file name, text.
WHOLE = {
    "JUnit": ("junit.xml", JUNIT),
    "NUnit 3": ("nunit.xml", nunit()),
    "NUnit 2": ("nunit2.xml", old_nunit()),
    "xUnit.net": ("xunit.xml", xunit()),
    "TRX": ("a.trx", trx(TRX_PASSED, trx_summary())),
    "Robot": ("output.xml", robot()),
    "CTRF": ("ctrf.json", ctrf()),
    "Mocha": ("mocha.json", mocha()),
    "Jest": ("jest.json", jest()),
    "Playwright": ("playwright.json", playwright()),
    "Cucumber": ("cucumber.json", cucumber()),
    "dbt": ("run_results.json", dbt()),
    "ESLint": ("eslint.json", eslint()),
    "Checkstyle": ("checkstyle.xml", '<checkstyle version="8"><file name="/w/a.c"></file></checkstyle>'),
    "SARIF": ("a.sarif", sarif()),
    "Go": ("go.jsonl", gotest(("start", 0), ("run", 1), ("pass", 1), ("pass", 0))),
    "TAP": ("a.tap", "TAP version 13\nok 1 - a\nok 2 - b\nok 3 - c\n1..3\n"),
    "JSON Lines": ("job.jsonl", '{"run": {"started": "2026-11-20T03:00:00Z"}}\n{"run": {"status": "completed"}}\n'),
    "dataset": ("data.json", text({"version": 1, "title": "t", "run": {"status": "completed"}, "messages": []})),
    "Trivy": ("trivy.json", text({"SchemaVersion": 2, "ArtifactName": "x", "Results": [{"Target": "x", "Class": "os-pkgs", "Type": "debian"}]})),
}


def junit_claims(attributes, cases='<testcase name="a"/>'):
    return f'<testsuite name="s" {attributes}>{cases}</testsuite>'


def planned_trx(results, counters="total='1' passed='1'"):
    """A TRX report whose definitions and entries are those of two tests."""
    definitions = "".join(f"<UnitTest id='{id}' name='{id}'><TestMethod className='C' name='{id}'/></UnitTest>" for id in "ab")
    entries = "".join(f"<TestEntry testId='{id}' executionId='{id}'/>" for id in "ab")
    return trx(results, f"<TestDefinitions>{definitions}</TestDefinitions><TestEntries>{entries}</TestEntries>{trx_summary(counters=counters)}")


def nunit_beside(suite, attributes=""):
    """A suite of NUnit with another suite beside it."""
    return nunit().replace("</test-run>", f"<test-suite name='B' fullname='N.B' type='TestFixture' {attributes}>{suite}</test-suite></test-run>")


def jest_file(**more):
    test = {"title": "t", "ancestorTitles": [], "status": "passed", "failureMessages": []}
    return jest(testResults=[{"name": "a.js", "status": "passed", "message": "", "assertionResults": [test], **more}])


REASON = "<reason><message>No suitable constructor was found</message></reason>"
ASSERTION = '<test-case name="t" fullname="s.t" result="%s"><assertions><assertion result="%s"><message>no</message></assertion></assertions></test-case>'
BEHAVE = cucumber().replace('"keyword": "Feature"', '"keyword": "Feature", "status": "failed"')
THREE = 'tests="3"'

# Reports that claim more than they contain: name, file, text.
CLAIMS = [
    ("JUnit counts 3 tests", "a.xml", junit_claims('tests="3"')),
    ("JUnit counts 3 tests in all suites", "a.xml", f'<testsuites tests="3">{junit_claims("")}</testsuites>'),
    ("JUnit counts 3 tests in an inner suite", "a.xml", f'<testsuites><testsuite name="o">{junit_claims(THREE)}</testsuite></testsuites>'),
    ("JUnit counts a failure", "a.xml", junit_claims('tests="1" failures="1"')),
    ("JUnit counts an error", "a.xml", junit_claims('tests="1" errors="1"')),
    ("JUnit suite is failed", "a.xml", junit_claims('tests="1" status="failed"')),
    ("JUnit suite of no test counts 2", "a.xml", f'<testsuites>{junit_claims("")}<testsuite name="e" tests="2"/></testsuites>'),
    *((f"JUnit suite says {claim}", "a.xml", junit_claims(f'tests="1" {claim}'))
      for claim in ('aborted="1"', 'crashed="1"', 'timedout="2"', 'cancelled="1"', 'interrupted="true"', 'exitcode="3"')),
    *((f"JUnit suite has the property {name}", "a.xml",
       junit_claims("", f'<properties><property name="{name}" {value}</properties><testcase name="a"/>'))
      for name, value in (("exitCode", 'value="2"/>'), ("exit_code", 'value="-1"/>'), ("exit-code", ">2</property>"), ("exit_status", 'value="2"/>'))),
    ("JUnit suites have the property exitCode", "a.xml",
     f'<testsuites><properties><property name="exitCode" value="1"/></properties>{junit_claims("")}</testsuites>'),
    ("CTest could not run a test", "a.xml",
     junit_claims('tests="2"', '<testcase name="a" status="run"/><testcase name="b" status="notrun"><skipped message=""/></testcase>')),
    ("NUnit counts 5 tests", "a.xml", nunit(counts="total='5' failed='0'")),
    ("NUnit counts a failure", "a.xml", nunit(counts="total='1' failed='1'")),
    ("NUnit run is Failed", "a.xml", nunit(run="Failed")),
    ("NUnit suite is Failed", "a.xml", nunit(suite="Failed")),
    *((f"NUnit fixture that is {result} could not run", "a.xml", nunit_beside(REASON, f"runstate='NotRunnable' result='{result}'"))
      for result in ("Passed", "Skipped", "Inconclusive", "Failed")),
    ("NUnit fixture could not run, without a reason", "a.xml", nunit_beside("", "runstate='NotRunnable' result='Skipped'")),
    ("NUnit assembly could not be loaded", "a.xml", nunit_beside("", "runstate='NotRunnable' testcasecount='0'")),
    ("NUnit test could not run", "a.xml", nunit('<test-case name="t" fullname="s.t" result="Skipped" runstate="NotRunnable"/><test-case name="u" fullname="s.u" result="Passed"/>')),
    *((f"NUnit test that is {result} has an assertion that is {word}", "a.xml", nunit(ASSERTION % (result, word)))
      for result, word in (("Passed", "Failed"), ("Warning", "Failed"), ("Passed", "Error"), ("Passed", "Warning"))),
    ("NUnit suite that passed describes a failure", "a.xml", nunit("<failure><message>no</message></failure>" + '<test-case name="t" fullname="s.t" result="Passed"/>')),
    ("NUnit counts 5 tests that passed", "a.xml", nunit(counts="total='1' passed='5' failed='0'")),
    ("NUnit counts an inconclusive test", "a.xml", nunit(counts="total='1' failed='0' skipped='0' inconclusive='1'")),
    ("NUnit 2 test has the result Success and no success", "a.xml", old_nunit('<test-case name="s.t" executed="True" success="False" result="Success"/>')),
    ("NUnit 2 counts 5 tests", "a.xml", old_nunit(counts="total='5'")),
    ("NUnit 2 counts a failure", "a.xml", old_nunit(counts="total='1' failures='1'")),
    ("NUnit 2 counts an invalid test", "a.xml", old_nunit(counts="total='1' invalid='1'")),
    ("NUnit 2 suite without success", "a.xml", old_nunit(suite="False")),
    ("NUnit 2 describes a failure", "a.xml", old_nunit('<test-case name="s.t" executed="True"><failure><message>no</message></failure></test-case>')),
    ("NUnit 2 could not run a test", "a.xml", old_nunit('<test-case name="s.t" executed="False" result="NotRunnable"/><test-case name="s.u" executed="True" success="True"/>')),
    ("xUnit.net counts 4 tests", "a.xml", xunit(counts="total='4'")),
    ("xUnit.net counts a failure", "a.xml", xunit(counts="total='1' failed='1'")),
    ("xUnit.net counts an error", "a.xml", xunit(counts="total='1' failed='0' errors='1'")),
    ("xUnit.net has an error", "a.xml", xunit(errors="<errors><error type='assembly-cleanup'><failure><message>no</message></failure></error></errors>")),
    ("TRX counts 9 tests", "a.trx", trx(TRX_PASSED, trx_summary(counters="total='9'"))),
    ("TRX counts a failure", "a.trx", trx(TRX_PASSED, trx_summary(counters="total='2' failed='1'"))),
    ("TRX counts a test that ran out of time", "a.trx", trx(TRX_PASSED, trx_summary(counters="total='2' timeout='1'"))),
    ("TRX counts 5 tests that passed", "a.trx", trx(TRX_PASSED, trx_summary(counters="total='2' passed='5'"))),
    ("TRX counts an inconclusive test", "a.trx", trx(TRX_PASSED, trx_summary(counters="total='2' inconclusive='1'"))),
    ("TRX defines a test that has no result", "a.trx", planned_trx("<UnitTestResult testId='a' testName='a' outcome='Passed'/>")),
    ("TRX has an unknown outcome", "a.trx", trx(TRX_PASSED, trx_summary("Broken"))),
    ("TRX is Failed", "a.trx", trx(TRX_PASSED, trx_summary("Failed"))),
    ("TRX is Error", "a.trx", trx(TRX_PASSED, trx_summary("Error"))),
    ("TRX tells of a crash", "a.trx", trx(TRX_PASSED, trx_summary(more="<RunInfos><RunInfo outcome='Error'><Text>Host crashed</Text></RunInfo></RunInfos>"))),
    ("xUnit.net describes the failure of a test that passed", "a.xml", xunit('<test name="t" result="Pass"><failure><message>no</message></failure></test>')),
    ("Robot counts 3 tests", "a.xml", robot(passed=3)),
    ("Robot counts a failure", "a.xml", robot(failed=1)),
    ("Robot suite is FAIL", "a.xml", robot(suite="FAIL")),
    ("CTRF counts 5 tests", "a.json", ctrf(tests=5)),
    ("CTRF counts 5 passed", "a.json", ctrf(tests=5, passed=5)),
    ("CTRF counts a failure", "a.json", ctrf(failed=1)),
    ("CTRF counts 3 of other outcomes", "a.json", ctrf(tests=4, other=3)),
    *((f"CTRF test that passed is {word} for its tool", "a.json", ctrf([{"name": "a", "status": "passed", "rawStatus": word}]))
      for word in ("failed", "timedOut", "broken", "error", "FAILED", "timed out")),
    ("CTRF test that was skipped is failed for its tool", "a.json",
     ctrf([{"name": "a", "status": "passed"}, {"name": "b", "status": "skipped", "rawStatus": "failed"}], tests=2, skipped=1)),
    ("Mocha counts 5 tests", "a.json", mocha(tests=5)),
    ("Mocha counts 5 passes", "a.json", mocha(tests=5, passes=5)),
    ("Mocha counts a failure", "a.json", mocha(failures=1)),
    ("Mocha counts 2 tests that a hook skipped", "a.json", mocha(skipped=2)),
    ("Jest file that passed could not be run", "a.json", jest(testResults=[{"name": "a.js", "status": "passed", "message": "Test suite failed to run", "assertionResults": [{"title": "t", "ancestorTitles": [], "status": "passed", "failureMessages": []}]}])),
    ("Jest has an error of a file", "a.json", jest(testResults=[{"name": "a.js", "status": "passed", "message": "", "testExecError": {"message": "boom"}, "assertionResults": [{"title": "t", "ancestorTitles": [], "status": "passed", "failureMessages": []}]}])),
    ("Jest snapshots failed", "a.json", jest(snapshot={"failure": True, "unchecked": 1})),
    ("Jest snapshots failed without success", "a.json", jest(snapshot={"failure": True, "unmatched": 1}, success=False)),
    ("Vitest hook failed in a file that passed", "a.json", jest_file(message="afterAll failed")),
    ("Jest has an error of the run", "a.json", jest(runExecError={"message": "boom"})),
    ("Jest counts 4 tests", "a.json", jest(numTotalTests=4)),
    ("Jest counts a failure", "a.json", jest(numFailedTests=1)),
    ("Jest counts a failed suite", "a.json", jest(numFailedTestSuites=1)),
    ("Jest counts a suite that did not run", "a.json", jest(numRuntimeErrorTestSuites=1)),
    ("Jest has no success", "a.json", jest(success=False)),
    ("Playwright test has no result", "a.json", playwright(results=())),
    ("Playwright test that is flaky has no result", "a.json", playwright("flaky", results=(), flaky=1)),
    ("Playwright test that passed has an error", "a.json", playwright(results=[{"status": "passed", "errors": [{"message": "no"}]}])),
    ("Playwright counts 3 tests", "a.json", playwright(expected=3)),
    ("Playwright counts an unexpected test", "a.json", playwright(unexpected=1)),
    ("Playwright test ended otherwise than it should", "a.json", playwright().replace('"status": "passed"', '"status": "timedOut"')),
    ("Playwright test is not ok", "a.json", playwright(ok=False)),
    ("Playwright has an error", "a.json", playwright(errors=[{"message": "no server"}])),
    ("Behave feature is failed", "a.json", BEHAVE),
    ("ESLint counts 3 errors", "a.json", eslint(errorCount=3)),
    ("ESLint counts a fatal error", "a.json", eslint(fatalErrorCount=1)),
    ("ESLint counts 2 warnings", "a.json", eslint(warningCount=2)),
    ("TAP plans 5 tests", "a.tap", "1..5\nok 1\nok 2\n"),
    ("TAP plans 5 tests behind them", "a.tap", "ok 1\nok 2\n1..5\n"),
    ("TAP counts a failure", "a.tap", "1..2\nok 1\nok 2\n# tests 2\n# pass 1\n# fail 1\n"),
    ("TAP counts a canceled test", "a.tap", "1..2\nok 1\nok 2\n# tests 2\n# pass 1\n# fail 0\n# cancelled 1\n"),
    ("TAP of Bats ran 1 of 2 tests", "a.tap", "1..1\nok 1\n# bats warning: Executed 1 instead of expected 2 tests\n"),
    ("TAP has a failed test behind output", "a.tap", "1..2\nok 1\n...not ok 2 - b\nok 2 - c\n"),
    ("TAP has a command of TeamCity", "a.tap", "1..1\nok 1\n##teamcity[testFailed name='x' message='y']\n"),
    ("TAP has a command of Azure Pipelines", "a.tap", "1..1\nok 1\n##vso[task.complete result=Failed;]x\n"),
    ("TAP has a test twice in place of another", "a.tap", "1..3\nok 1\nok 2\nok 2\n"),
    ("JUnit counts a skipped test", "a.xml", junit_claims('tests="1" skipped="1"')),
    ("JUnit holds a test in an unknown element", "a.xml", junit_claims("", '<testcase name="a"/><group><testcase name="b"><failure/></testcase></group>')),
    ("xUnit.net counts 2 skipped tests", "a.xml", xunit(counts="total='1' skipped='2'")),
    ("xUnit.net has an unknown result", "a.xml", xunit('<test name="t" result="Pass"/><test name="u" result="Lost"/>', counts="total='2'")),
    ("NUnit counts 2 skipped tests", "a.xml", nunit(counts="total='1' failed='0' skipped='2'")),
    ("TRX counts 3 tests that did not run", "a.trx", trx(TRX_PASSED, trx_summary(counters="total='2' notExecuted='3'"))),
    ("Go package that passed says FAIL", "a.jsonl", gotest(("run", 1), ("pass", 1)) + '{"Package":"p","Action":"output","Output":"FAIL\\n"}\n' + gotest(("pass", 0))),
    ("Go package that passed says that a test failed", "a.jsonl", gotest(("run", 1), ("pass", 1)) + '{"Package":"p","Action":"output","Output":"--- FAIL: U (0.00s)\\n"}\n' + gotest(("pass", 0))),
    *((f"Go says '{line}'", "a.jsonl", gotest(("run", 1), ("pass", 1), ("pass", 0)) + line + "\n")
      for line in ("no Go files in /x", "SIGQUIT: quit", "*** Test killed with quit: ran too long (11m0s).", "open /x/cover.out: permission denied",
                   "context deadline exceeded", "pattern ./...: directory prefix . does not contain main module",
                   "no required module provides package example.org/x; to add it:")),
    *((f"Go says '{line}'", "a.jsonl", gotest(("run", 1), ("pass", 1), ("pass", 0)) + line + "\n")
      for line in ("# example.org/b\n./b.go:3:1: undefined: x", "b.go:4:2: no required module provides package x; to add it:", "go.mod:3: unknown directive: x")),
    ("Go event is unknown", "a.jsonl", gotest(("run", 1), ("pass", 1), ("crash", 0), ("pass", 0))),
    ("Go event is cut off", "a.jsonl", gotest(("run", 1), ("pass", 1)) + '{"Package":"p","Action":"fa\n' + gotest(("pass", 0))),
    ("dbt status is unknown", "a.json", dbt("success").replace("]", ', {"unique_id": "model.shop.b", "status": "lost"}]')),
    ("Checkstyle counts 3 errors of a file", "a.xml", '<checkstyle><file name="a.c" errors="3"/></checkstyle>'),
    ("Checkstyle finding is unknown", "a.xml", '<checkstyle><file name="a.c"><violation line="3" message="no"/></file></checkstyle>'),
    ("Trivy list is unknown", "a.json", text({"SchemaVersion": 2, "ArtifactName": "x", "Results": [{"Target": "x", "Malware": [{"Severity": "HIGH"}]}]})),
]

# The reports of tools that were killed, crashed or did nothing: name, file, text.
KILLED = [
    ("JUnit of no test", "a.xml", "<testsuites/>"),
    ("JUnit of skipped tests alone", "a.xml", junit_claims('tests="1"', '<testcase name="a"><skipped/></testcase>')),
    ("JUnit of a suite that could not start", "a.xml", '<testsuite name="s"><system-err>boom</system-err></testsuite>'),
    ("pytest that was interrupted", "a.xml", '<testsuite name="pytest" tests="1"><testcase time="1"/></testsuite>'),
    ("pytest that could not collect", "a.xml", '<testsuite name="pytest" tests="1" errors="1"><testcase name="t"><error message="collection failure"/></testcase></testsuite>'),
    ("NUnit that was cancelled", "a.xml", nunit().replace("result='Passed' total", "result='Passed' label='Cancelled' total")),
    ("NUnit list of tests", "a.xml", "<test-run id='1' testcasecount='1'><test-suite name='s' fullname='s' runstate='Runnable'>"
     "<test-case name='t' fullname='s.t' runstate='Runnable'/></test-suite></test-run>"),
    ("NUnit of no test", "a.xml", nunit("", counts="total='0'")),
    ("xUnit.net of no test", "a.xml", xunit("", counts="total='0'")),
    ("TRX that was aborted", "a.trx", trx(TRX_PASSED, trx_summary("Aborted"))),
    ("TRX that ran out of time", "a.trx", trx(TRX_PASSED, trx_summary("Timeout"))),
    ("TRX that was disconnected", "a.trx", trx(TRX_PASSED, trx_summary("Disconnected"))),
    ("TRX that is in progress", "a.trx", trx(TRX_PASSED, trx_summary("InProgress"))),
    ("Robot test without a status", "a.xml", robot('<test name="t"></test>')),
    ("CTRF of no test", "a.json", ctrf((), tests=0, passed=0)),
    ("Jest that was interrupted", "a.json", jest(wasInterrupted=True)),
    ("Jest file that could not be run", "a.json", jest(testResults=[{"name": "a.js", "status": "failed", "message": "boom", "assertionResults": []}], numTotalTests=0, numPassedTests=0)),
    ("Playwright of no test", "a.json", text({"config": {}, "suites": [], "errors": [], "stats": {"expected": 0}})),
    ("Cucumber of steps that are not written", "a.json", cucumber("undefined")),
    ("Cucumber of skipped steps", "a.json", cucumber("skipped")),
    ("dbt model that was skipped", "a.json", dbt("skipped")),
    ("dbt model that warns", "a.json", dbt("warn")),
    ("ESLint of no file", "a.json", "[]"),
    ("SARIF of a tool that failed", "a.sarif", sarif(executionSuccessful=False)),
    ("SARIF of a tool that was killed", "a.sarif", sarif(exitSignalName="SIGKILL")),
    ("SARIF of a tool that was killed by a signal's number", "a.sarif", sarif(exitSignalNumber=9)),
    ("SARIF of a tool that could not start", "a.sarif", sarif(processStartFailureMessage="no")),
    ("SARIF of no run", "a.sarif", text({"version": "2.1.0", "runs": []})),
    ("Checkstyle that crashed", "a.xml", '<checkstyle><file name="a"><exception>boom</exception></file></checkstyle>'),
    ("Go package that did not end", "a.jsonl", gotest(("start", 0), ("run", 1), ("pass", 1))),
    ("Go test that did not end", "a.jsonl", gotest(("start", 0), ("run", 1))),
    ("Go package that failed without a test", "a.jsonl", gotest(("start", 0), ("run", 1), ("pass", 1), ("fail", 0))),
    ("TAP that bailed out", "a.tap", "1..2\nok 1\nok 2\nBail out! no disk\n"),
    ("TAP without a plan", "a.tap", "TAP version 13\nok 1\n"),
    ("TAP of a script that died", "a.tap", "1..2\nok 1\nok 2\n# Looks like your test exited with 255 just after 2.\n"),
    ("TAP of a program that crashed", "a.tap", "1..2\nok 1\nok 2\nSegmentation fault (core dumped)\n"),
    ("JSON Lines without an end", "a.jsonl", '{"run": {"started": "2026-11-20T03:00:00Z"}}\n'),
    ("dataset of a failed run", "a.json", text({"version": 1, "title": "t", "run": {"status": "failed"}, "messages": []})),
    ("dataset of no run", "a.json", text({"version": 1, "title": "t", "messages": []})),
]


def damaged():
    """Each whole report, damaged: name, file, bytes."""
    for name, (file, whole) in WHOLE.items():
        data = whole.encode()
        for tenth in range(1, 11):
            yield f"{name}, cut off at {tenth} of 11", file, data.rstrip()[:len(data.rstrip()) * tenth // 11]
        yield f"{name}, empty", file, b""
        yield f"{name}, blank", file, b"\n \n"
        yield f"{name}, NUL bytes in its place", file, bytes(len(data))
        yield f"{name}, NUL bytes from the middle on", file, data[:len(data) // 2] + bytes(len(data) - len(data) // 2)
        yield f"{name}, in EBCDIC", file, whole.encode("cp500")
        yield f"{name}, compressed and cut off", file + ".gz", gzip.compress(data, mtime=0)[:-9]


def joined():
    """Two reports in one file: name, file, bytes."""
    failing = '<testsuite name="s"><testcase name="f"><failure message="no"/></testcase></testsuite>'
    findings = eslint([{"severity": 2, "message": "m", "ruleId": "r", "line": 1}])
    for name, (file, whole) in WHOLE.items():
        yield f"{name}, a failing JUnit report behind it", file, f"{whole}\n{failing}\n".encode()
        yield f"{name}, findings of ESLint behind it", file, f"{whole}\n{findings}\n".encode()
        yield f"{name}, behind the end of a log", file, f"make: *** [Makefile:5: b] Error 1\na.c:1:2: error: no\n{whole}".encode()


# Reports with a failing element between « and ».
FAILING = {
    "JUnit": ("a.xml", '<testsuites><testsuite name="s" tests="3" failures="1"><testcase classname="C" name="a"/>'
              '«<testcase classname="C" name="b"><failure message="no">at a.c:3</failure></testcase>»<testcase classname="C" name="c"/></testsuite></testsuites>'),
    "NUnit 3": ("a.xml", nunit('<test-case name="a" fullname="s.a" result="Passed"/>«<test-case name="b" fullname="s.b" result="Failed"><failure><message>no</message></failure></test-case>»',
                               run="Failed", suite="Failed", counts="total='2' failed='1'")),
    "NUnit 2": ("a.xml", old_nunit('<test-case name="s.a" executed="True" success="True"/>«<test-case name="s.b" executed="True" success="False"><failure><message>no</message></failure></test-case>»',
                                   counts="total='2' failures='1'", suite="False")),
    "xUnit.net": ("a.xml", xunit('<test name="a" result="Pass"/>«<test name="b" result="Fail"><failure><message>no</message></failure></test>»', counts="total='2' failed='1'")),
    "TRX": ("a.trx", trx(TRX_PASSED + '«<UnitTestResult testName="c" outcome="Failed"><Output><ErrorInfo><Message>no</Message></ErrorInfo></Output></UnitTestResult>»',
                         trx_summary("Failed", "total='3' passed='2' failed='1'"))),
    "Robot": ("a.xml", robot(ROBOT_PASSED + '«<test name="u"><kw name="k"><status status="FAIL"/></kw><status status="FAIL">no</status></test>»', "FAIL", 1, 1)),
    "Checkstyle": ("a.xml", '<checkstyle version="8"><file name="/w/a.c">«<error line="3" severity="error" message="no" source="PSR1.x"/>»</file><file name="/w/b.c"></file></checkstyle>'),
    "TAP": ("a.tap", "TAP version 13\n1..3\nok 1 - a\n«not ok 2 - b\n»ok 3 - c\n"),
    "Go": ("a.jsonl", gotest(("start", 0), ("run", 1)) + '«{"Package":"p","Test":"T","Action":"fail"}\n»' + gotest(("fail", 0))),
}


def marked_json(whole, element):
    """A report in which an element is marked: the object that has the text `element` in it."""
    place = whole.index(element)
    begin = whole.rindex("{", 0, place)
    depth, end = 0, begin
    while True:
        depth += {"{": 1, "}": -1}.get(whole[end], 0)
        end += 1
        if depth == 0:
            return whole[:begin] + "«" + whole[begin:end] + "»" + whole[end:]


FAILING |= {
    "CTRF": ("a.json", marked_json(ctrf([{"name": "a", "status": "passed"}, {"name": "b", "status": "failed"}], tests=2, failed=1), '"name": "b"')),
    "Jest": ("a.json", marked_json(jest("failed"), '"title": "t"')),
    "Playwright": ("a.json", marked_json(playwright("unexpected", ok=False), '"title": "t"')),
    "Cucumber": ("a.json", marked_json(cucumber("failed"), '"type": "scenario"')),
    "dbt": ("a.json", marked_json(dbt("error"), '"unique_id"')),
    "ESLint": ("a.json", marked_json(eslint([{"severity": 2, "message": "m", "ruleId": "r", "line": 1}]), '"filePath"')),
    "SARIF": ("a.sarif", marked_json(sarif([{"ruleId": "R", "level": "error", "message": {"text": "no"}}]), '"ruleId"')),
}
