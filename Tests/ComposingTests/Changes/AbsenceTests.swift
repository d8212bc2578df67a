import Composing
import Model
import TestSupport
import Testing

/// Why a run does not have a message of the run before (N2).
@Suite struct AbsenceTests {
  private typealias Part = RunScope.Part

  private static func tests(_ names: String..., suites: [String] = []) -> TestDigests {
    TestDigests(
      names.map { TestDigests.digest(of: $0) } + suites.map { TestDigests.digest(ofSuite: $0) })
  }

  private func compared(
    _ before: [Message], _ scope: [RunScope.Part], status: Dataset.Run.Status = .completed,
    scopeBefore: [RunScope.Part]? = nil
  ) throws -> Report {
    var now = dataset([], run: status)
    now.scope = RunScope(scope)
    var baseline = dataset(before, run: .completed)
    baseline.scope = scopeBefore.map { RunScope($0) }
    return try report(now, settings(baseline: baseline))
  }

  /// A test that is absent although its class ran, or everything did.
  @Test(arguments: [false, true])
  func aTestIsRemovedOnlyIfTheRunKnowsAllTests(isComplete: Bool) throws {
    func change(_ now: Int, _ before: Int, _ change: (inout Dataset.Run) -> Void = { _ in }) throws
      -> [Report.Change]?
    {
      func run(_ messages: [Message], _ reports: Int) -> Dataset {
        var run = dataset(messages, run: .completed)
        let ran = Self.tests("test:s\u{1F}C\u{1F}B", suites: ["test:s\u{1F}C"])
        run.scope = RunScope([
          Part(tests: TestDigests(ran.values + TestDigests.reports(reports))),
          Part(tests: TestDigests(), isExcept: isComplete, isSkipped: !isComplete),
        ])
        return run
      }
      var new = run([], now)
      var facts = new.run ?? Dataset.Run()
      change(&facts)
      new.run = facts
      let old = run([try message(.error, "A", fingerprint: Self.ofClass[0])], before)
      return try report(new, settings(baseline: old)).comparison.map { Array($0.lost.keys) }
    }
    for (now, before) in [(1, 1), (3, 3), (4, 3)] {
      #expect(try change(now, before) == [.removed])
    }
    // A report is absent. Its tests have not run, unless the run is declared complete.
    for (now, before) in [(1, 2), (2, 3)] {
      #expect(try change(now, before) == [isComplete ? .removed : .unseen])
    }
    #expect(try change(1, 1) { $0.status = nil } == [.unseen])
    #expect(
      try change(1, 1) { $0.unread.add(Dataset.Run.UnreadInput(path: "x.json", reason: "r")) }
        == [.unseen])
  }

  @Test(arguments: [Dataset.Run.Status?.none, .completed, .failed])
  func aBrokenInputIsFixedOnceItIsRead(status: Dataset.Run.Status?) throws {
    func change(
      _ unread: [String], _ status: Dataset.Run.Status?, files: [String] = ["b.xml"]
    ) throws -> [Report.Change]? {
      var old = try message(.error, "b.xml can't be read", fingerprint: "input:b.xml")
      old.location = Message.Location(file: "b.xml")
      var now = dataset([], run: .completed)
      now.run?.status = status
      now.files = files
      now.scope = RunScope([Part(tests: Self.tests("test:s\u{1F}C\u{1F}A"))])
      for path in unread {
        now.run?.unread.add(Dataset.Run.UnreadInput(path: path, reason: "r"))
      }
      let baseline = dataset([old], run: .failed)
      return try report(now, settings(baseline: baseline)).comparison.map { Array($0.lost.keys) }
    }
    #expect(try change([], status) == [.fixed])
    #expect(try change(["c.xml"], status) == [.fixed])
    #expect(try change(["b.xml"], status) == [.unseen])
    #expect(try change([], .missing) == [.unseen])
    #expect(try change([], status, files: ["a.xml"]) == [.unseen])
  }

  private static let ofClass = ["test:s\u{1F}C\u{1F}A", "test:s\u{1F}C\u{1F}B"]

  @Test(
    arguments: [
      // Another test of the class ran.
      ([Part(tests: Self.tests(ofClass[1], suites: ["test:s\u{1F}C"]))], .completed, .removed),
      // The same where the suite, but not the class ran.
      ([Part(tests: Self.tests("test:s\u{1F}D\u{1F}A", suites: ["test:s"]))], .completed, .unseen),
      // The test exists and was skipped.
      (
        [
          Part(tests: Self.tests(ofClass[1], suites: ["test:s\u{1F}C"])),
          Part(tests: Self.tests(ofClass[0]), isSkipped: true),
        ], .completed, .unseen
      ),
      // A run that stopped half way.
      ([Part(tests: Self.tests(ofClass[1], suites: ["test:s\u{1F}C"]))], .failed, .unseen),
      // A run that says that it is complete, whatever class it has.
      (
        [
          Part(tests: Self.tests("test:t\u{1F}D\u{1F}A", suites: ["test:t"])),
          Part(tests: TestDigests(), isExcept: true),
        ], .completed, .removed
      ),
      (
        [
          Part(tests: Self.tests("test:t\u{1F}D\u{1F}A", suites: ["test:t"])),
          Part(tests: Self.tests(ofClass[0]), isExcept: true),
        ], .completed, .unseen
      ),
      // One that ran it in an environment and skipped it in another.
      (
        [
          Part(tests: Self.tests(ofClass[0], ofClass[1], suites: ["test:s\u{1F}C"])),
          Part(tests: Self.tests(ofClass[0]), isSkipped: true),
        ], .completed, .unseen
      ),
      (
        [Part(tests: Self.tests(ofClass[0])), Part(tests: Self.tests(ofClass[0]), isExcept: true)],
        .failed, .unseen
      ),
      // One that ran it in another suite.
      (
        [
          Part(
            tests: Self.tests(
              "test:t\u{1F}C\u{1F}A", ofClass[1], suites: ["test:t", "test:s\u{1F}C"]))
        ], .completed, .fixed
      ),
      // Complete and failed: only what the report shows as passed counts.
      (
        [Part(tests: Self.tests(ofClass[0])), Part(tests: TestDigests(), isExcept: true)],
        .failed, .fixed
      ),
      ([Part(tests: TestDigests()), Part(tests: TestDigests(), isExcept: true)], .failed, .unseen),
    ] as [([RunScope.Part], Dataset.Run.Status, Report.Change)])
  func aTestIsRemovedWhenItsOwnClassRanWithoutIt(
    scope: [RunScope.Part], status: Dataset.Run.Status, change: Report.Change
  ) throws {
    let before = try [message(.error, "A", fingerprint: Self.ofClass[0])]
    let composed = try compared(before, scope, status: status, scopeBefore: [Part()])
    let found = try #require(composed.comparison)
    #expect(found.lost.mapValues(\.messages.count) == [change: 1])
    #expect([found.fixed, found.removed, found.unseen].reduce(0, +) == 1)
    #expect(found.counts.allUnseen.count == (change == .unseen ? 1 : 0))
    if status == .completed, change != .unseen { #expect(composed.verdict.urgency != .error) }
  }

  private static let (a, b) = (tests(ofClass[0]), tests(ofClass[1], suites: ["test:s\u{1F}C"]))

  /// A test that failed on Windows.
  @Test(
    arguments: [
      ([Part(tests: a, environment: "linux")], .completed, .unseen),
      (
        [Part(tests: a, environment: "linux"), Part(tests: b, environment: "windows")], .completed,
        .unseen
      ),
      (
        [Part(tests: a, environment: "linux"), Part(tests: a, environment: "windows")], .completed,
        .fixed
      ),
      ([Part(tests: a, environment: "windows")], .failed, .fixed),
      ([Part(tests: a, environment: "linux")], .failed, .unseen),
      // The new run does not name where the test ran.
      ([Part(tests: a)], .completed, .fixed),
      // The test ran nowhere.
      (
        [Part(tests: b, environment: "linux"), Part(tests: b, environment: "windows")], .completed,
        .removed
      ),
      // It was skipped elsewhere.
      (
        [Part(tests: a, environment: "windows"), Part(tests: a, isSkipped: true)], .completed,
        .fixed
      ),
      (
        [Part(tests: a, environment: "linux"), Part(tests: a, isSkipped: true)], .completed, .unseen
      ),
      // The run is complete, so the test does not exist on Windows.
      (
        [
          Part(tests: a, environment: "linux"), Part(tests: b, environment: "windows"),
          Part(tests: TestDigests(), isExcept: true),
        ], .completed, .removed
      ),
      // It ran in another suite.
      (
        [
          Part(
            tests: tests("test:t\u{1F}C\u{1F}A", suites: ["test:t"]), environment: "windows")
        ], .completed, .fixed
      ),
      (
        [Part(tests: tests("test:t\u{1F}C\u{1F}A", suites: ["test:t"]), environment: "linux")],
        .completed, .unseen
      ),
    ] as [([RunScope.Part], Dataset.Run.Status, Report.Change)])
  func aFailureIsFixedOnlyInItsOwnEnvironment(
    scope: [RunScope.Part], status: Dataset.Run.Status, change: Report.Change
  ) throws {
    for isMarked in [false, true] {
      var failure = try message(
        .error, "A", fingerprint: isMarked ? "test:s\u{1F}C\u{1F}[windows] A" : Self.ofClass[0])
      failure.environment = "windows"
      let found = try compared([failure], scope, status: status, scopeBefore: [Part()]).comparison
      #expect(found?.lost.mapValues(\.messages.count) == [change: 1], "\(scope)")
    }
  }

  @Test func theNextVersionOfAnEnvironmentReplacesIt() throws {
    var failure = try message(.error, "A", fingerprint: Self.ofClass[0])
    failure.environment = "python 3.10"
    func change(now: [String], before: [String]) throws -> [Report.Change]? {
      func parts(_ names: [String]) -> [Part] { names.map { Part(tests: Self.a, environment: $0) } }
      return try compared([failure], parts(now), scopeBefore: parts(before)).comparison.map {
        Array($0.lost.keys)
      }
    }
    let before = ["python 3.10", "python 3.11"]
    #expect(try change(now: ["python 3.11", "python 3.12"], before: before) == [.fixed])
    #expect(try change(now: ["python 3.11"], before: before) == [.unseen])
    #expect(try change(now: ["python 3.11", "linux"], before: before) == [.unseen])
  }

  @Test func ofTwoFailuresOfATestTheOneOfTheSameEnvironmentIsMatched() throws {
    func failures(_ environments: String...) throws -> [Message] {
      try environments.map {
        var failure = try message(.error, $0, fingerprint: Self.ofClass[0])
        failure.environment = $0
        return failure
      }
    }
    var now = dataset(try failures("windows"), run: .completed)
    now.scope = RunScope([Part(tests: Self.a, environment: "windows")])
    let before = dataset(try failures("linux", "windows"), run: .completed)
    let found = try report(now, settings(baseline: before)).comparison
    #expect(found?.lost[.unseen]?.messages.map(\.title) == ["[linux] linux"])
  }

  @Test(arguments: [Dataset.Run.Status.completed, .failed])
  func aFindingThatIsLeftOutIsNotFixed(status: Dataset.Run.Status) throws {
    let findings = try ["f:AAAA", "f:BBBB"].map { try message(.error, $0, fingerprint: $0) }
    let found = try compared(
      findings,
      [
        Part(kind: .finding, categories: ["sarif:*"]), Part(kind: .finding, categories: [""]),
        Part(kind: .finding, tests: Self.tests("f:AAAA"), isSkipped: true),
      ], status: status
    ).comparison
    #expect(found?.lost[.gone]?.messages.map(\.title) == ["f:AAAA"])
    #expect(
      found?.lost[status == .completed ? .fixed : .unseen]?.messages.map(\.title) == ["f:BBBB"])
  }

  /// A file may have a suppressed finding beside one that is fixed.
  @Test(arguments: [(0, 1), (1, 0)])
  func onlyFindingsThatAreNewlyLeftOutAreNotFixed(before: Int, leftOut: Int) throws {
    func parts(_ count: Int) -> [Part] {
      let digest = TestDigests.digest(of: "f:AAAA")
      let digests = (0..<count).map { TestDigests.digest(digest, occurrence: $0) }
      return [Part(), Part(kind: .finding, tests: TestDigests(digests), isSkipped: true)]
    }
    let findings = try [message(.error, "a", fingerprint: "f:AAAA")]
    let found = try compared(findings, parts(1), scopeBefore: parts(before)).comparison
    #expect(found?.lost[.gone]?.messages.count ?? 0 == leftOut)
    #expect(found?.fixed == 1 - leftOut)
  }

  @Test func aRemovedTestIsSaidAndKeepsNothingFromBeingGreen() throws {
    var tonight = dataset([], run: .completed)
    tonight.scope = RunScope([
      Part(tests: Self.tests(Self.ofClass[1], suites: ["test:s\u{1F}C"]))
    ])
    let baseline = try dataset(
      [message(.error, "A", fingerprint: Self.ofClass[0])], run: .completed)
    let composed = try report(tonight, settings(baseline: baseline))
    #expect(composed.verdict.kind == .allClear)
    #expect(composed.comparison?.text == "1 test removed (1 failed)")
    #expect(composed.comparison?.headline?.text == "All clear, 1 test removed (1 failed)")
    #expect(composed.changeLists(pastLimit: nil).map(\.kind) == [.removed])
    #expect(composed.reconcile() == nil)
  }

  @Test(arguments: [
    ("test:s\u{1F}C\u{1F}A", "test:s\u{1F}C"), ("test:C\u{1F}A", "test:C"),
    ("test:s\u{1F}\u{1F}A\u{1F}f.js", "test:s"),
    ("test:s\u{1F}s\u{1F}A\u{1F}chromium", "test:s\u{1F}s"),
    ("test:s\u{1F}adds\u{1F}Cart adds", "test:s"), ("test:\u{1F}A", nil), ("test:A", nil),
  ])
  func theContainerOfATestIsItsClassOrItsInnermostSuite(test: String, container: String?) {
    #expect(
      TestDigests.container(of: test) == container.map { TestDigests.digest(ofSuite: $0) })
  }

  @Test(arguments: [
    ("collection", true), ("initializationError", true), ("Test suite failed to run", true),
    ("\"before all\" hook for \"adds\"", true), ("\"after all\" hook for \"adds\"", false),
    ("hidden failures", false), ("classMethod", false),
  ])
  func aModuleThatRanWasLoadedEvenInARunThatFailed(problem: String, isFixed: Bool) throws {
    let before = try message(.error, "p", fingerprint: "test:s\u{1F}C\u{1F}\u{1E}\(problem)")
    let ran = Self.tests("test:s\u{1F}C\u{1F}A", suites: ["test:s", "test:s\u{1F}C"])
    let composed = try compared([before], [Part(tests: ran)], status: .failed)
    #expect(composed.comparison?.fixed == (isFixed ? 1 : 0))
    let other = Self.tests("test:s\u{1F}D\u{1F}A", suites: ["test:s", "test:s\u{1F}D"])
    #expect(try compared([before], [Part(tests: other)], status: .failed).comparison?.fixed == 0)
  }

  @Test(
    arguments: [
      ("collection", .fixed), ("Test suite failed to run", .fixed),
      ("initializationError", .unseen),
      ("\"before all\" hook for \"adds\"", .unseen), ("classMethod", .unseen),
    ] as [(String, Report.Change)])
  func aModuleWhoseTestsAreAllSkippedWasLoaded(problem: String, change: Report.Change) throws {
    let before = try message(.error, "p", fingerprint: "test:s\u{1F}C\u{1F}\u{1E}\(problem)")
    let skipped = Self.tests("test:s\u{1F}C\u{1F}A", suites: ["test:s", "test:s\u{1F}C"])
    let ran = Self.tests("test:s\u{1F}D\u{1F}A", suites: ["test:s", "test:s\u{1F}D"])
    for kind in [Part(tests: skipped, isSkipped: true), Part(tests: skipped, isExcept: true)] {
      let composed = try compared([before], [Part(tests: ran), kind])
      #expect(composed.comparison?.lost.mapValues(\.messages.count) == [change: 1])
    }
  }

  /// A report of pytest with ten modules of one test each, without those that are left out.
  private static func modules(without left: Set<String> = [], also: [UInt64] = []) -> RunScope {
    var digests = TestDigests([TestDigests.digest(ofSuite: "test:")] + also)
    let names =
      (0..<8).map { "tests.unit.test_\($0)" } + ["tests.unit.test_8.TestX", "tests.e2e.test_9"]
    for name in names where !left.contains(name) {
      digests.insert(TestDigests.digest(of: "test:\(name)\u{1F}a"))
      let parts = name.split(separator: ".")
      for count in 1...parts.count {
        let module = parts.prefix(count).joined(separator: ".")
        digests.insert(TestDigests.digest(ofSuite: "test:" + module))
      }
    }
    return RunScope([Part(tests: digests)])
  }

  @Test(
    arguments: [
      // Its neighbours ran.
      (["tests.unit.test_0"], "tests.unit.test_0", [], .completed, .removed),
      // A class and its module.
      (["tests.unit.test_8.TestX"], "tests.unit.test_8.TestX", [], .completed, .removed),
      // Its folder has nothing else.
      (["tests.e2e.test_9"], "tests.e2e.test_9", [], .completed, .unseen),
      // More is missing than one class.
      (["tests.unit.test_0", "tests.unit.test_1"], "tests.unit.test_0", [], .completed, .unseen),
      (["tests.unit.test_0"], "tests.unit.test_0", [], .failed, .unseen),
      // One of several reports may be absent.
      (
        ["tests.unit.test_0"], "tests.unit.test_0", [TestDigests.severalReports], .completed,
        .unseen
      ),
    ] as [(Set<String>, String, [UInt64], Dataset.Run.Status, Report.Change)])
  func aClassIsRemovedWhenARunIsWholeWithoutIt(
    left: Set<String>, name: String, also: [UInt64], status: Dataset.Run.Status,
    change: Report.Change
  ) throws {
    let before = try message(.error, "a", fingerprint: "test:\(name)\u{1F}a")
    let composed = try compared(
      [before], Self.modules(without: left, also: also).parts, status: status,
      scopeBefore: Self.modules().parts)
    #expect(composed.comparison?.lost.mapValues(\.messages.count) == [change: 1])
    #expect((composed.comparison?.counts.testsRemoved ?? 0) == (change == .removed ? 1 : 0))
  }

  @Test(
    arguments: [
      ("test:com.x.Cart\u{1F}com.x.Cart\u{1F}adds", ["test:com.x"]),
      ("test:src/a.test.js\u{1F}adds", ["test:src/"]),
      ("test:a.js\u{1F}cart\u{1F}adds", ["test:a.js"]),
      ("test:m/pay\u{1F}m/pay\u{1F}TestVisa", ["test:m/"]), ("test:cart\u{1F}adds", []),
      ("test:tests.test_a.TestX\u{1F}a", ["test:tests.test_a", "test:tests"]), ("test:a", []),
    ] as [(String, [String])])
  func aClassIsEnclosedByItsPackageItsFolderOrItsSuite(test: String, enclosing: [String]) {
    #expect(
      TestDigests.enclosing(of: test) == enclosing.map { TestDigests.digest(ofSuite: $0) })
  }
}
