import Composing
import Model
import TestSupport
import Testing
import Text

/// The tests that were added, removed and renamed (N7).
@Suite struct TestChangesTests {
  /// A run of tests that passed, such as `s/C/adds`.
  private func run(
    _ tests: [String], skipped: [String] = [], named: Bool = true, complete: Bool = false,
    status: Dataset.Run.Status = .completed, failed: [Message] = []
  ) -> Dataset {
    func fingerprint(_ test: some StringProtocol) -> String {
      "test:" + test.split(separator: "/").joined(separator: "\u{1F}")
    }
    var run = dataset(failed, run: status)
    var ran = TestDigests([TestDigests.digest(ofSuite: "test:")])
    for test in tests {
      ran.insert(TestDigests.digest(of: fingerprint(test)))
      var place = test[...]
      while let slash = place.lastIndex(of: "/") {
        place = place[..<slash]
        ran.insert(TestDigests.digest(ofSuite: fingerprint(place)))
      }
    }
    if named { for test in tests + skipped { run.testNames.insert(fingerprint(test).utf8) } }
    let left = TestDigests(skipped.map { TestDigests.digest(of: fingerprint($0)) })
    run.scope = RunScope([
      .init(tests: ran), .init(tests: left, isExcept: complete, isSkipped: !complete),
    ])
    return run
  }

  private func compared(_ before: Dataset, _ now: Dataset) throws -> (Report, [String]) {
    let report = try report(now, settings(baseline: before))
    let comparison = try #require(report.comparison)
    return (report, comparison.tests.lines(report.locale, naming: 10))
  }

  private let old = (0..<20).map { "s/a.C/case\($0)x" }

  @Test func replacedTestsAreCountedAndNamed() throws {
    let (report, lines) = try compared(run(old), run(old.dropLast(2) + ["s/a.C/fresh"]))
    #expect(
      lines == ["1 test added: C.fresh", "2 tests removed: C.case18x, C.case19x"])
    #expect(report.comparison?.text == "2 tests removed, 1 test added")
    #expect(report.comparison?.headline?.text.hasPrefix("All clear, 2 tests removed") == true)
    #expect(report.comparison?.hasNews == true)
  }

  @Test func nothingHasChangedIfTheTestsAreTheSame() throws {
    let (report, lines) = try compared(run(old), run(old))
    #expect(lines.isEmpty && report.comparison?.text == "nothing has changed")
  }

  @Test func skippedTestsAreNeitherAddedNorRemoved() throws {
    let some = Array(old.dropLast())
    for (before, now) in [
      (run(old), run(some, skipped: [old[19]])), (run(some, skipped: [old[19]]), run(old)),
    ] {
      #expect(try compared(before, now).1.isEmpty)
    }
  }

  @Test func removedTestsAreCountedWhereTheirNamesAreNotKnown() throws {
    let (report, lines) = try compared(run(old, named: false), run(Array(old.dropLast(2))))
    #expect(lines.isEmpty && report.comparison?.text == "2 tests removed")
  }

  @Test func testsOfAClassThatDidNotRunAreNotRemoved() throws {
    let other = ["s/b.D/one", "s/b.D/two"]
    for named in [true, false] {
      #expect(try compared(run(old + other, named: named), run(old)).1.isEmpty)
      #expect(
        try compared(run(old + other, named: named), run(old)).0.comparison?.testsRemoved == 0)
    }
    #expect(
      try compared(run(old + other), run(old, complete: true)).1
        == ["2 tests removed: D.one, D.two"])
  }

  @Test func aRunThatDidNotCompleteRemovesNothing() throws {
    let now = run(Array(old.dropLast(2)), status: .failed)
    #expect(try compared(run(old), now).1.isEmpty)
    #expect(try compared(now, run(old)).1.isEmpty)
  }

  @Test func aSuiteWithAnotherNameChangesNoTest() throws {
    let moved = old.map { $0.replacing("s/", with: "t/") }
    for named in [true, false] {
      #expect(try compared(run(old, named: named), run(moved)).1.isEmpty)
    }
    #expect(
      try compared(run(old), run(moved.dropLast() + ["t/a.C/fresh"])).1
        == ["1 test added: C.fresh", "1 test removed: C.case19x"])
  }

  @Test(arguments: [
    ("s/a.C/test_login", "s/a.C/test_logins", true),
    ("s/a.C/test_logs_in_by_mail", "s/a.C/test_logs_in_by_email", true),
    ("s/a.C/test_login", "s/b.D/test_login", true), ("s/a.C/test_login", "s/a.C/test_pay", false),
    ("s/a.C/test_1", "s/a.C/test_2", false), ("s/a.C/test_x[a]", "s/a.C/test_x[b]", false),
    ("s/a.C/test_login", "s/b.D/test_logins", false),
  ])
  func renamedTestsArePaired(before: String, now: String, isRenamed: Bool) throws {
    let rest = old + ["s/b.D/other"]
    let (report, lines) = try compared(run(rest + [before]), run(rest + [now]))
    #expect(report.comparison?.testsRenamed == (isRenamed ? 1 : 0))
    #expect(report.comparison?.testsAdded == (isRenamed ? 0 : 1))
    #expect(lines.contains { $0.contains(" → ") } == isRenamed)
  }

  @Test func aClassWithAnotherNameIsRenamedAsAWhole() throws {
    let (one, other) = (["s/b.D/pays", "s/b.D/ships"], ["s/b.E/pays", "s/b.E/ships"])
    #expect(
      try compared(run(old + one), run(old + other)).1
        == ["2 tests renamed: D.pays → E.pays, D.ships → E.ships"])
    // A class that did not run, and another that has one test of the same name.
    #expect(
      try compared(run(old + one), run(old + ["s/b.E/pays"])).1 == ["1 test added: E.pays"])
  }

  @Test func aWholeRunAfterAPartOfOneAddsNothing() throws {
    let all = (0..<300).map { "s/a.D/case\($0)" }
    #expect(try compared(run(old), run(old + all)).1.isEmpty)
  }

  @Test func aRemovedFailureIsCountedOnceAndNamedOnASite() throws {
    let failure = try message(
      .error, "C.case19x", fingerprint: "test:s\u{1F}a.C\u{1F}case19x")
    let (report, lines) = try compared(
      run(old, named: false, failed: [failure]), run(Array(old.dropLast())))
    #expect(report.comparison?.text == "1 test removed (1 failed)")
    #expect(lines == ["1 test removed: C.case19x"])
  }

  @Test(arguments: [
    ("90.0 %", 90.0, "60.0 %", 60.0, true), ("90.0 %", 90.0, "89.5 %", 89.5, false),
  ])
  func coverageThatFellIsCoveringLess(
    before: String, was: Double, now: String, number: Double, isLess: Bool
  ) throws {
    func run(_ value: String, _ number: Double) -> Dataset {
      var run = dataset([], run: .completed)
      run.run?.facts = [.init(title: "Coverage", value: value, number: number, kind: .coverage)]
      return run
    }
    let (report, _) = try compared(run(before, was), run(now, number))
    #expect(report.comparison?.text == "nothing new, nothing fixed")
    #expect(report.comparison?.hasNews == isLess)
    #expect(
      report.scopeNote
        == (isLess ? "Covered less than the previous run: Coverage 60.0% (was 90.0%)" : nil))
  }
}
