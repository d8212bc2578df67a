import ImportSupport
import Model
import Testing

@testable import Formats

/// Lines that say failure and are no part of the format that a file is read in.
@Suite struct FailureSignTests {
  private static let deaths = [
    "Segmentation fault (core dumped)", "run.sh: line 3: 4711 Killed                  ./app",
    "Aborted (core dumped)", "Bus error", "Killed", "Terminated", "zsh: killed     ./app",
    "[1]+  Killed                  ./app", "Out of memory: Killed process 4711 (app)",
    "Program received signal SIGSEGV, Segmentation fault.", "command terminated by signal 9",
    "terminate called after throwing an instance of 'std::bad_alloc'", "exited with code 137",
    "java.lang.OutOfMemoryError: Java heap space", "Illegal instruction: 4",
    "==12==ERROR: AddressSanitizer: heap-use-after-free",
    "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
    "##[error]The operation was canceled.", "The job was canceled.",
    "thread 'main' has overflowed its stack", "==1==WARNING: MemorySanitizer: use-of-uninitialized",
  ]
  private static let failures = [
    "error: no such option", "Error: Cannot find module 'x'", "npm ERR! code ELIFECYCLE",
    "npm error Lifecycle script failed", "Traceback (most recent call last):",
    "TypeError: x is not a function", "java.lang.IllegalStateException: no",
    "thread 'main' panicked at src/main.rs:3:5:", "panic: runtime error", "[ERROR] BUILD FAILURE",
    "BUILD FAILED in 3s", "--- FAIL: TestA (0.00s)", "FAIL\texample.org/a\t0.003s",
    "test result: FAILED. 1 passed; 1 failed; 0 ignored", "FAILED (failures=1, skipped=1)",
    "2 failed, 1 passed in 0.04s", "  2 failing", "Failures: 1", "3 errors",
    "2026-11-20 03:12:00 [main] ERROR shop.Orders - lost", "level=error msg=\"lost\"",
    "> Task :compileJava FAILED", "ERROR: Job failed: exit code 1", "fatal: not a git repository",
    "bash: foo: command not found", "Process finished with exit code 3", "not ok: the rest",
    "│ Error: Unsupported argument", "E: Unable to locate package x", "curl: (22) no",
    "** (RuntimeError) no", "a.rb:3:in 'f': undefined method 'g' (NoMethodError)", "ERRORS!",
    "Finished: FAILURE", "tar: a: No space left on device", "3 of 4 tests failed",
    "100% tests passed, 1 tests failed out of 3", "The following tests FAILED:",
    "app: a.c:3: main: Assertion `x' failed.", "Dubious, test returned 255",
    #"{"level":"error","msg":"lost"}"#, #"{"level":50,"msg":"lost"}"#,
    #"{"PRIORITY":"3","MESSAGE":"lost"}"#, #"{"Action":"fail","Package":"a","Test":"T"}"#,
    #"{"type":"test","event":"failed","name":"a"}"#, #"{"urgency":"error","title":"lost"}"#,
    #"<testcase name="a"><failure message="no"/></testcase>"#, #"<error line="3"/>"#,
    #"<testsuite name="s" tests="2" failures="1">"#, #"  "errorCount": 2,"#,
    #"<test-case name="a" result="Failed">"#, #"<status status="FAIL">"#, #"  "status": "failed","#,
    "INTERNALERROR> boom", "Test run aborted after timeout of 3600 s", "There was 1 failure:",
    "a.c:3:5: runtime error: index 5 out of bounds",
    "There were 2 failures:", "There were 3 errors:", "bash: ./x: Permission denied",
    "sh: 1: ./x: Permission denied", "./run.sh: line 3: ./x: Permission denied",
    "bash: ./x: No such file or directory", "SUMMARY: ThreadSanitizer: data race a.c:3 in f",
    "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior a.c:3:5",
    "ThreadSanitizer: reported 1 warnings", "3 runs, 3 assertions, 1 failures, 0 errors, 0 skips",
    "1/1 Test #1: x ...***Failed    0.00 sec", "1/1 Test #1: x ...***Timeout   1.50 sec",
    "The command '/bin/sh -c x' returned a non-zero code: 1", "cp: a: Disk quota exceeded",
    "dpkg: error processing package x (--configure):", "Host key verification failed.",
    "wget: unable to resolve host address 'x'",
    "ssh: connect to host x port 22: Connection refused",
    "Automatic merge failed; fix conflicts and then commit the result.",
    "error Command \"x\" not found.", "Error from server (NotFound): pods \"x\" not found",
    "host : ok=1 changed=0 unreachable=1 failed=0", "No tests found, exiting with code 1",
    "!!!!!!! Interrupted: 1 error during collection !!!!!!!", "no tests ran in 0.01s",
    "'x' is not recognized as an internal or external command,",
    "x : The term 'x' is not recognized as the name of a cmdlet, function, script file",
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find module 'x'", "fish: Unknown command: x",
    "Coverage failure: total of 1 is less than fail-under=2", "! LaTeX Error: File x not found.",
    "Jest: \"global\" coverage threshold for lines (80%) not met: 1%", "%Error: a.v:1:1: x",
    "cc1plus: all warnings being treated as errors", "nginx: [emerg] x in a.conf:1",
    "➤ YN0000: · Failed with errors in 1s", "./a.sh: line 1: x: unbound variable",
    "An error occurred (AccessDenied) when calling the X operation: no",
    "Nov 25 13:00:00 host cron[12]: error: can not open /etc/x",
    "[03/Oct/2022:09:15:21 +0000] error: bad", "2026-11-20 03:00:00 [main] fatal: no disk",
    "AssertionError [ERR_ASSERTION]: x",
    "<3>app: bad", "<27>Oct 11 22:14:15 host app: bad", "WARNING: DATA RACE",
    "WARNING: ThreadSanitizer: data race (pid=1)",
    "Found 1 data race(s)", "Died at t/login.t line 3.", "✗ login works",
    "  ✘ login works", "✖ 2 problems", "❌ deploy", "✕ signs in",
    "outcome='Error'", #"{"filePath": "a.js", "errorCount": 1}"#, #""numFailedTests":3,"#,
  ]

  @Test(arguments: deaths)
  func aDeathIsSeen(line: String) {
    #expect(FailureSign(line[...]) == .death)
  }

  @Test(arguments: failures)
  func aFailureIsSeen(line: String) {
    #expect(FailureSign(line[...]) == .failure)
  }

  @Test(arguments: [
    "0 errors", "0 failed, 3 passed", "Failures: 0", "FAIL: 0", "# FAIL:  0",
    "error handling works",
    "cc -Werror -c error.c", "XFAIL: known", "FAIL_FAST=1", "errors.go", "exit code 0",
    "exited with code 0", "testing error: recovery", "404 error pages", "no errors found",
    "the job was killed politely", "killed 3 mutants", "abort button is shown",
    "all 3 tests passed",
    #"<testsuite name="s" tests="2" failures="0" errors="0">"#, #""errorCount": 0"#, "<errors>",
    #"<test result="Passed">"#, #""status": "passed","#, #"expect(state).toBe("failed")"#,
    "strategy='error'", #""logLevel": "error","#, #"  "on_missing": "fail","#,
    "usage: x <error-code>",
    "the word 'error'",
    "PASS: error-handling.sh", "checking for std::terminate... yes", "okay", "not okay",
    #"{"level":"info","msg":"error rate 0"}"#, #"{"Action":"pass","Package":"a"}"#,
    #"{"failed":0,"success":true}"#, "make: *** is a comment", "Terminated normally",
    "0 of 3 tests failed", "100% tests passed, 0 tests failed out of 3",
    "tests of (Error handling)",
    "404 error: see below", "host : ok=1 changed=0 unreachable=0 failed=0", "exiting with code 0",
    "ls: x: Permission denied", "a.conf: line x: No such file or directory", "FAIL: 0.",
    "3 runs, 3 assertions, 0 failures, 0 errors, 0 skips", "-- ThreadSanitizer: off",
    "✖ 0 problems", "❌ Failed: 0", "✗ failed=0", "info  warning  error  fatal", "no error: fine",
    "a test died at night",
    "<6>app: started", "<30>app: ready", "<1> the first callout", "<3 is a heart",
    " <1><2d>: Abbrev Number: 1 (DW_TAG_compile_unit)", "<0>Click here</0> to continue", "<999>no",
    "<b>3</b>", "no data race in 3 tests", "waiting at the station line 3.",
    "Use of uninitialized value $x in addition (+) at t/a.t line 3.",
    "Subroutine f redefined at lib/A.pm line 12.", "f is deprecated at lib/A.pm line 12.",
    "Argument \"x\" isn't numeric in addition (+) at t/a.t line 3.",
    "errors=0 warnings=2", "failures: 0, errors: 0", "build finished without failures",
  ])
  func otherLinesAreNoSigns(line: String) {
    #expect(FailureSign(line[...]) == nil)
  }

  // MARK: Reports

  private static let tap = "1..2\nok 1 - a\nok 2 - b\n"
  private static let go =
    #"{"Action":"run","Package":"q","Test":"T"}"# + "\n"
    + #"{"Action":"pass","Package":"q","Test":"T"}"# + "\n" + #"{"Action":"pass","Package":"q"}"#
    + "\n"
  private static let messages =
    #"{"urgency":"information","title":"x"}"# + "\n" + #"{"run":{"status":"completed"}}"# + "\n"

  @Test(arguments: [tap, go, messages], deaths + failures)
  func aReportBesideSuchALineIsNotWell(text: String, line: String) {
    for text in [
      text + line + "\n", text.replacing("\n", with: "\n" + line + "\n", maxReplacements: 1),
    ] {
      let report = TextReport(text)
      #expect(!report.looksWell)
    }
  }

  @Test func theShortfallNamesTheFirstLine() {
    let report = TextReport(Self.tap + "fine\nfatal: no\n2 failed\n", as: "tap")
    #expect(
      report.shortfalls == ["2 lines say that something failed, the first is line 5: fatal: no"])
    let dead = TextReport(Self.tap + "Segmentation fault\n", as: "tap")
    #expect(dead.shortfalls == ["Line 4 says that something failed: Segmentation fault"])
  }

  @Test func aSecretInSuchALineIsHidden() {
    let report = TextReport(
      "::add-mask::s3cret-long\n" + Self.tap + "error: s3cret-long\n", as: "tap")
    #expect(report.shortfalls.count == 1)
    #expect(!"\(report.shortfalls)".contains("s3cret"))
  }

  @Test func aFailedTestExplainsSuchLinesButNoDeath() {
    let failed = "1..2\nok 1 - a\nnot ok 2 - b\nnpm ERR! Test failed.\n"
    #expect(TextReport(failed, as: "tap").status == .completed)
    #expect(TextReport(failed + "Segmentation fault\n", as: "tap").status == nil)
  }

  @Test func findingsBesideTestsAreMessages() {
    let report = TextReport(
      """
      cc -c src/tls.c
      src/tls.c:41:7: error: undeclared 'ctx'
      src/tls.c:50:7: warning: unused
      ::error file=a.c,line=3::broken
      error[E0425]: no value `x`
        --> src/main.rs:2:5
      helper.js:3: something
      1..1
      ok 1
      """)
    #expect(
      report.titles == [
        "error: undeclared 'ctx'", "warning: unused", "error: broken", "error: no value `x`",
      ])
    #expect(report.counts == "Tests 1, Passed 1")
  }

  @Test func aFailedBuildFailsTheRunOfItsTests() {
    let report = TextReport("1..1\nok 1\nmake: *** [Makefile:5: b] Error 1\n")
    #expect(report.status == .failed)
    #expect(report.dataset.run?.reason == "make: *** [Makefile:5: b] Error 1")
  }

  @Test func failedTAPBesideGoTestIsNotWell() {
    let report = TextReport("1..1\nnot ok 1 - a\n" + Self.go)
    #expect(TextReport.format(of: "1..1\nnot ok 1 - a\n" + Self.go) == "gotest")
    #expect(!report.looksWell)
  }
}
