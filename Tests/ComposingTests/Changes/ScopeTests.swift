import Composing
import Model
import TestSupport
import Testing

/// What a run did not look at is not run, and never fixed (N2, N6).
@Suite struct ScopeTests {
  private typealias Part = RunScope.Part

  private static func tests(_ names: String..., suites: [String] = []) -> TestDigests {
    TestDigests(
      names.map { TestDigests.digest(of: $0) } + suites.map { TestDigests.digest(ofSuite: $0) })
  }

  private func compared(
    _ before: [Message], _ scope: [RunScope.Part]?, status: Dataset.Run.Status = .completed,
    tonight: [Message] = [], scopeBefore: [RunScope.Part]? = nil
  ) throws -> Report {
    var now = dataset(tonight, run: status)
    now.scope = scope.map { RunScope($0) }
    var baseline = dataset(before, run: .completed)
    baseline.scope = scopeBefore.map { RunScope($0) }
    return try report(now, settings(baseline: baseline))
  }

  /// The titles of what is fixed, and of what is not run.
  private func lost(_ report: Report) -> [[String]] {
    [report.comparison?.fixedMessages, report.comparison?.unseenMessages].map { messages in
      (messages ?? []).map(\.title).sorted()
    }
  }

  private func before() throws -> [Message] {
    try [
      message(.error, "A", category: "tests", fingerprint: "test:s\u{1F}A"),
      message(.error, "B", category: "tests", fingerprint: "test:s\u{1F}B"),
      message(.warning, "x", category: "eslint:ESLint", file: "src/x.js", fingerprint: "f:1"),
      message(.warning, "y", category: "eslint:ESLint", file: "./lib/y.js", fingerprint: "f:2"),
      message(.warning, "none", category: "eslint:ESLint", fingerprint: "f:3"),
      message(.error, "own", category: "Backup"), message(.error, "bare"),
    ]
  }

  @Test(
    arguments: [
      (nil, ["A", "B", "bare", "none", "own", "x", "y"]), ([], []),
      ([Part(tests: Self.tests("test:s\u{1F}A"))], ["A"]),
      (
        [Part(tests: Self.tests("test:s\u{1F}A"), isExcept: true)],
        ["B", "bare", "none", "own", "x", "y"]
      ),
      ([Part(kind: .test)], ["A", "B"]), ([Part(kind: .finding)], ["none", "x", "y"]),
      ([Part(kind: .message)], ["bare", "own"]),
      ([Part(categories: ["eslint:ESLint"])], ["none", "x", "y"]),
      ([Part(categories: ["eslint:*"])], ["none", "x", "y"]),
      ([Part(categories: ["eslint:*"], files: ["src/x.js"])], ["none", "x"]),
      ([Part(categories: ["eslint:*"], files: ["src/", "lib/y.js"])], ["none", "x", "y"]),
      ([Part(files: ["sr", "src", "src/x"])], ["A", "B", "bare", "none", "own"]),
      ([Part(categories: [""])], ["bare"]), ([Part(categories: ["Back*", "*"])], []),
      ([Part(categories: ["Backup"]), Part(kind: .finding, files: [])], ["none", "own"]),
      ([Part(kind: .message, tests: Self.tests("test:s\u{1F}A"))], []),
    ] as [([RunScope.Part]?, [String])])
  func onlyWhatWasLookedAtIsFixed(scope: [RunScope.Part]?, fixed: [String]) throws {
    let composed = try compared(before(), scope)
    let all = try before().map(\.title)
    #expect(lost(composed) == [fixed, all.filter { !fixed.contains($0) }.sorted()])
    #expect(composed.comparison?.fixed == fixed.count)
    #expect(composed.comparison?.unseen == all.count - fixed.count)
  }

  @Test func aRunThatDidNotCompleteHasLookedForNothing() throws {
    let composed = try compared(before(), [Part()], status: .failed)
    #expect(composed.comparison?.unseen == 7 && composed.comparison?.fixed == 0)
  }

  @Test func whatIsThereIsThereWhateverTheScopeSays() throws {
    let composed = try compared(before(), [], tonight: before())
    #expect(composed.changes == [Report.Change](repeating: .still, count: 7))
    #expect(composed.comparison?.unseen == 0)
  }

  @Test func whatNoHeadlineCountsIsGoneInEveryScope() throws {
    let composed = try compared([message(.information, "i"), message(.success, "s")], [])
    #expect(composed.comparison?.gone == 2 && composed.comparison?.unseen == 0)
  }

  @Test func aRunWithoutAScopeHasNotLookedForReportsOfTheRunBefore() throws {
    let composed = try compared(before(), nil, scopeBefore: [Part(kind: .test)])
    #expect(lost(composed) == [["bare", "own"], ["A", "B", "none", "x", "y"]])
  }

  @Test(arguments: [
    ("test:s\u{1F}\u{1E}hidden failures\u{1F}2", true), ("test:\u{1E}hidden failures", true),
    ("test:s\u{1F}C\u{1F}\u{1E}setup", true), ("test:\u{1E}plan\u{1F}part", true),
    ("test:s", true), ("test:t\u{1F}\u{1E}package", false), ("test:t", false),
    ("test:s\u{1F}D\u{1F}\u{1E}setup", false), ("test:s\u{1F}D", false),
    ("test:s\u{1F}setup", false), ("f:\u{1E}setup", false),
  ])
  func theProblemOfASuiteIsGoneWhenATestOfTheSuiteRan(fingerprint: String, isFixed: Bool) throws {
    let composed = try compared(
      [message(.error, "p", fingerprint: fingerprint)],
      [
        Part(
          tests: Self.tests(
            "test:s\u{1F}C\u{1F}A", suites: ["test:", "test:s", "test:s\u{1F}C"]))
      ])
    #expect(composed.comparison?.fixed == (isFixed ? 1 : 0))
  }

  @Test func aTestThatPassedIsFixedEvenInARunThatFailed() throws {
    let ran = Self.tests("test:s\u{1F}A", suites: ["test:", "test:s"])
    let problem = try message(.error, "p", fingerprint: "test:s\u{1F}\u{1E}setup")
    let composed = try compared(
      before() + [problem], [Part(kind: .finding), Part(tests: ran)], status: .failed)
    #expect(lost(composed)[0] == ["A"])
    #expect(composed.comparison?.unseen == 7)
    let whole = try compared(before(), [Part(tests: ran, isExcept: true)], status: .failed)
    #expect(whole.comparison?.fixed == 0)
  }

  /// Where `C.a` ran before and tonight, by suites.
  @Test(
    arguments: [
      (["s"], ["t"], true), (["s"], ["t", "u"], false), (["s", "t"], ["t"], false),
      (["s"], [], false),
      ([], ["t"], true), (["s"], ["s", "t"], true), (["s"], [""], true),
    ] as [([String], [String], Bool)])
  func aTestOfAnotherSuiteIsTheSameIfItIsTheOnlyOne(
    before: [String], tonight: [String], isFixed: Bool
  ) throws {
    func scope(_ suites: [String]) -> [RunScope.Part] {
      let paths = suites.map { $0.isEmpty ? "test:" : "test:\($0)" }
      let digests = paths.flatMap { path in
        let test = path == "test:" ? path : path + "\u{1F}"
        return [TestDigests.digest(ofSuite: path), TestDigests.digest(of: test + "C\u{1F}a")]
      }
      let others = [TestDigests.digest(ofSuite: "test:v"), TestDigests.severalReports]
      return [Part(tests: TestDigests(digests + others))]
    }
    let composed = try compared(
      [
        message(.error, "a", fingerprint: "test:s\u{1F}C\u{1F}a"),
        message(.error, "b", fingerprint: "test:s\u{1F}C\u{1F}b"),
      ], scope(tonight), scopeBefore: scope(before))
    #expect(lost(composed) == (isFixed ? [["a"], ["b"]] : [[], ["a", "b"]]))
  }

  @Test func twoTestsOfOneNameAreNotTheSameTestOfAnotherSuite() throws {
    let before = try ["s", "u"].map {
      try message(.error, $0, fingerprint: "test:\($0)\u{1F}C\u{1F}a")
    }
    let ran = Self.tests("test:t\u{1F}C\u{1F}a", suites: ["test:t"])
    #expect(try compared(before, [Part(tests: ran)]).comparison?.unseen == 2)
  }

  @Test(arguments: [
    ("test:s\u{1F}C\u{1F}a", "test:t\u{1F}C\u{1F}a", true),
    ("test:C\u{1F}a", "test:t\u{1F}C\u{1F}a", true),
    ("test:s\u{1F}C\u{1F}a", "test:t\u{1F}D\u{1F}a", false),
    ("test:a", "test:t\u{1F}a", false),
    // Without a class the file belongs to the name, and where the suite is the class what follows.
    ("test:s\u{1F}\u{1F}a\u{1F}f.js", "test:t\u{1F}\u{1F}a\u{1F}f.js", true),
    ("test:s\u{1F}\u{1F}a\u{1F}f.js", "test:t\u{1F}x\u{1F}a\u{1F}f.js", false),
    ("test:f\u{1F}f\u{1F}a\u{1F}chromium", "test:g\u{1F}g\u{1F}a\u{1F}chromium", false),
  ])
  func theNameOfATestIsThatOfItsClassAndItsOwn(one: String, other: String, isSame: Bool) throws {
    let names = [one, other].map { TestDigests.name(of: $0) }
    #expect((names[0] != nil && names[0] == names[1]) == isSame)
  }

  @Test(arguments: [
    ("lines:build-20261119", "lines:build-20261120", true),
    ("lines:build-2026-11-19", "lines:build-2026-11-20", true),
    ("lines:build 1007", "lines:build 998", false), ("lines:node18", "lines:node20", false),
    ("lines:build-2026", "lines:lint-2026", false),
  ])
  func aLogIsTheSameUnderAnotherDate(before: String, now: String, isFixed: Bool) throws {
    let composed = try compared(
      [message(.error, "e", category: before, fingerprint: "f:1")], [Part(categories: [now])])
    #expect(composed.comparison?.fixed == (isFixed ? 1 : 0))
  }

  @Test(arguments: [
    (["lines:ga"], ["lines:gc"], true), (["lines:a", "lines:b"], ["lines:c"], false),
  ])
  func theOnlyLogIsTheSameUnderAnyName(before: [String], now: [String], isFixed: Bool) throws {
    let composed = try compared(
      [message(.error, "e", category: before[0], file: "b.c", fingerprint: "f:1")],
      [Part(kind: .finding, categories: now, files: ["b.c"])],
      scopeBefore: [Part(kind: .finding, categories: before, files: ["b.c", "c.c"])]
    )
    #expect(composed.comparison?.fixed == (isFixed ? 1 : 0))
    #expect((composed.scopeNote == nil) == isFixed)
  }

  @Test func findingsOfLogsAreFoundUnderAnotherNameOfTheLog() throws {
    func finding(_ log: String, _ line: Int, _ title: String) throws -> Message {
      var one = try message(.error, title, category: log, file: "b.c", fingerprint: "f:\(title)")
      one.location?.line = line
      return one
    }
    let composed = try compared(
      [try finding("lines:ga", 5, "line too long (93 > 88)")], nil,
      tonight: [try finding("lines:gc", 6, "line too long (97 > 88)")])
    #expect(composed.comparison?.still == 1)
  }

  // MARK: Words and gates

  @Test func whatIsNotRunIsCountedAndNeverGreen() throws {
    let composed = try compared(before(), [])
    #expect(composed.comparison?.text == "7 not run or not checked")
    #expect(composed.verdict.kind == .nothingReported && composed.verdict.urgency == .neutral)
    let success = try compared(before(), [], tonight: [message(.success, "fine")])
    #expect(success.verdict.urgency == .neutral)
    let looked = try compared(before(), nil)
    #expect(looked.verdict.kind == .allClear && looked.verdict.urgency == .success)
  }

  @Test func whatIsNotRunMeetsNoConditionAndIsNews() throws {
    let composed = try compared(before(), [])
    for condition in Gate.Condition.allCases { #expect(!composed.fails(on: condition)) }
    #expect(composed.lacksOccasion(for: .changed) == nil)
    #expect(composed.lacksOccasion(for: .new) != nil)
    #expect(composed.lacksOccasion(for: .findings) != nil)
  }

  // MARK: Less than before

  private func run(tests: Int?, skipped: Int = 0) -> Dataset.Run {
    typealias Fact = Dataset.Run.Fact
    func fact(_ kind: Fact.Kind, _ count: Int) -> Fact {
      Fact(title: kind.title, value: "\(count)", number: Double(count), kind: kind)
    }
    let facts = tests.map { [fact(.tests, $0), fact(.skipped, skipped)] } ?? []
    return Dataset.Run(status: .completed, facts: facts)
  }

  @Test(
    arguments: [
      (3_000, 0, 1_204, 0, "1,204 tests (was 3,000)"),
      (10, 0, 10, 1, "9 tests (was 10)"), (10, 1, 10, 1, nil), (10, 0, 11, 0, nil),
      (10, 0, nil, 0, "0 tests (was 10)"), (nil, 0, 10, 0, nil), (10, 9, 2, 1, nil),
    ] as [(Int?, Int, Int?, Int, String?)])
  func aRunOfFewerTestsSaysSo(
    before: Int?, skippedBefore: Int, now: Int?, skipped: Int, text: String?
  ) throws {
    var baseline = dataset()
    baseline.run = run(tests: before, skipped: skippedBefore)
    var tonight = dataset()
    tonight.run = run(tests: now, skipped: skipped)
    let composed = try report(tonight, settings(baseline: baseline))
    #expect(composed.scopeNote == text.map { "Covered less than the previous run: " + $0 })
    tonight.run?.status = .missing
    #expect(try report(tonight, settings(baseline: baseline)).scopeNote == nil)
  }

  @Test func missingToolsAndFewerFilesAreNamed() throws {
    var baseline = dataset(categories: [("eslint:ESLint", "ESLint"), ("sarif:Ruff", "Ruff")])
    baseline.scope = RunScope([
      Part(kind: .finding, categories: ["eslint:ESLint"], files: ["a", "b", "c"]),
      Part(kind: .finding, categories: ["codequality:*", "lines:build", "sarif:Ruff"]),
    ])
    var tonight = dataset()
    tonight.scope = RunScope([
      Part(kind: .finding, categories: ["eslint:ESLint"], files: ["a"]), Part(kind: .message),
    ])
    let note = try report(tonight, settings(baseline: baseline)).scopeNote
    #expect(
      note == "Covered less than the previous run: 1 file checked (was 3) · not run: build, Ruff")
    tonight.scope?.parts.append(Part(kind: .finding, categories: ["lines:*", "sarif:Ruff"]))
    #expect(
      try report(tonight, settings(baseline: baseline)).scopeNote
        == "Covered less than the previous run: 1 file checked (was 3)")
  }

  @Test func aRunOfNoTestSaysSo() throws {
    var tonight = dataset()
    tonight.run = run(tests: 4, skipped: 4)
    #expect(try report(tonight).verdict.kind == .nothingReported)
    #expect(try report(tonight).verdict.text == "No test was run")
    #expect(try report(tonight).scopeNote == nil)
    for condition in Gate.Condition.allCases {
      #expect(try report(tonight).reasons(for: Gate([condition])).lacksTests)
      #expect(try report(tonight).fails(on: condition))
    }
    tonight.messages = try [message(.warning, "w")]
    #expect(try report(tonight).verdict.text == "1 warning")
    #expect(try report(tonight).scopeNote == "No test was run")
  }

  // MARK: Any scope

  @Test func randomScopesAgreeWithThreeSets() throws {
    var random = Dice(state: 13)
    let names = (0..<12).map { "test:s\u{1F}\($0)" }
    let files = ["a/x", "a/y", "b/x", "x"]
    for _ in 0..<300 {
      let before = try names.map {
        try message(
          .error, $0, category: ["p", "q:r"].randomElement(using: &random),
          file: Bool.random(using: &random) ? files.randomElement(using: &random) : nil,
          fingerprint: $0)
      }
      let parts = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Part(
          categories: Bool.random(using: &random)
            ? ["p", "q:*", "q:r", ""].filter { _ in Bool.random(using: &random) } : nil,
          files: Bool.random(using: &random)
            ? (files + ["a/", "b/"]).filter { _ in Bool.random(using: &random) } : nil,
          tests: Bool.random(using: &random)
            ? TestDigests(
              names.filter { _ in Bool.random(using: &random) }.map { TestDigests.digest(of: $0) })
            : nil)
      }
      let expected = before.filter { message in
        parts.contains { part in
          let category = message.category ?? ""
          let isInCategory =
            part.categories.map { $0.contains(category) || category == "q:r" && $0.contains("q:*") }
            ?? true
          let file = message.location?.file
          let isInFile = part.files.map { listed in
            file.map { file in
              listed.contains { $0 == file || $0.last == "/" && file.hasPrefix($0) }
            } ?? true
          }
          let hasRun = part.tests?.values.contains(TestDigests.digest(of: message.title))
          return isInCategory && isInFile ?? true && hasRun ?? true
        }
      }
      let composed = try compared(before, parts)
      #expect(lost(composed)[0] == expected.map(\.title).sorted())
    }
  }

  @Test(.enabled(if: FuzzScale.isThorough)) func hostileScopesTakeLinearTime() throws {
    let deep = String(repeating: "a/", count: 20_000)
    let before = try (0..<200).map {
      try message(.error, "\($0)", category: "c\($0)", file: deep + "\($0)", fingerprint: "f:\($0)")
    }
    var parts = (0..<900).map { Part(kind: .test, categories: ["\($0)"]) }
    let stars = String(repeating: "*", count: 10_000)
    parts.append(Part(files: (0..<100_000).map { "\($0)/" } + [stars]))
    parts.append(Part(tests: TestDigests((0..<1_000_000).map { UInt64($0 % 7) })))
    let clock = CPUClock()
    #expect(try compared(before, parts).comparison?.unseen == 200)
    #expect(clock.seconds < 20)
  }

  @Test func manyPartsCostNoMoreThanFew() throws {
    let before = try (0..<10_000).map {
      try message(
        .error, "\($0)", category: "c\($0)", file: "d\($0)/\($0)", fingerprint: "f:\($0)")
    }
    let parts = (0..<999).map { Part(categories: ["c\($0)"], files: ["d\($0)/", "x"]) }
    let clock = CPUClock()
    var run = dataset([], run: .completed)
    run.scope = RunScope(Array(parts.prefix(1)))
    #expect(run.absences(of: before).count { $0 == .checked } == 1)
    let few = clock.seconds
    run.scope = RunScope(parts)
    #expect(run.absences(of: before).count { $0 == .checked } == 999)
    #expect(clock.seconds - few < few * 10 + 0.5)
  }

  @Test func digestsHaveFortyBitsAndDiffer() {
    let digests = Set((0..<200_000).map { TestDigests.digest(of: "test:suite\u{1F}case\($0)") })
    #expect(digests.count == 200_000 && digests.allSatisfy { $0 < 1 << 40 })
    // Sites keep digests: they stay the same in every version.
    #expect(TestDigests.digest(of: "test:s\u{1F}A") == 0x14_8375_08DC)
    let test = "test:s\u{1F}C\u{1F}A"
    let suite = TestDigests.digest(ofSuite: "test:s")
    #expect(TestDigests.isSuite(suite) && !TestDigests.isSuite(TestDigests.digest(of: test)))
    #expect(
      TestDigests.name(of: test).map { TestDigests.digest(ofName: $0, in: suite) }
        == TestDigests.digest(of: test))
  }
}

private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    let mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    return mixed ^ mixed >> 27
  }
}
