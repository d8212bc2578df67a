import Composing
import Model
import TestSupport
import Testing

/// Tests that ran in several environments (I4).
@Suite struct EnvironmentTests {
  private typealias Part = RunScope.Part

  private static let name = "test:s\u{1F}C\u{1F}t"

  /// A run of a test: where it passed, and where it failed.
  private func run(
    passed: [String?] = [], failed: [String?] = [], name: String = name, isListed: Bool = true
  ) throws -> Dataset {
    let failures = try failed.map { environment in
      var failure = try message(.error, "t", fingerprint: name)
      failure.environment = environment
      return failure
    }
    var run = dataset(failures, run: .completed)
    run.testNames.insert(Array(name.utf8))
    guard isListed else { return run }
    let digests = TestDigests([
      TestDigests.digest(of: name), TestDigests.digest(ofSuite: "test:s\u{1F}C"),
    ])
    let value = TestDigests.digest(withoutValues: Array(name.utf8)).map { TestDigests([$0]) }
    run.scope = RunScope(
      Set(passed + failed).map {
        Part(tests: digests, testsWithoutValues: value, environment: $0)
      })
    return run
  }

  /// The changes by titles: "[linux] t fixed".
  private func changes(_ now: Dataset, after before: Dataset) throws -> [String] {
    let made = try report(now, settings(baseline: before))
    #expect(made.reconcile() == nil)
    var found = zip(made.messages, made.changes).map { "\($0.title) \($1.rawValue)" }
    for (change, lost) in made.comparison?.lost ?? [:] {
      found += lost.messages.map { "\($0.title) \(change.rawValue)" }
    }
    return found.sorted()
  }

  @Test func aFailureThatMovesIsFixedAndNew() throws {
    let before = try run(passed: ["windows"], failed: ["linux"])
    let now = try run(passed: ["linux"], failed: ["windows"])
    #expect(try changes(now, after: before) == ["[linux] t fixed", "[windows] t new"])
  }

  @Test func aFailureThatIsThereInBothStays() throws {
    let before = try run(failed: ["linux", "windows"])
    #expect(
      try changes(run(passed: ["linux"], failed: ["windows"]), after: before)
        == ["[linux] t fixed", "[windows] t still"])
    #expect(
      try changes(before, after: run(passed: ["windows"], failed: ["linux"]))
        == ["[linux] t still", "[windows] t new"])
  }

  @Test(arguments: [("worker-a", "worker-b"), ("ubuntu-22.04", "ubuntu-24.04")])
  func anEnvironmentOfOneRunMayBeThatOfTheOther(before: String, now: String) throws {
    #expect(
      try changes(run(failed: [now]), after: run(failed: [before])) == ["t still"])
    #expect(
      try changes(run(failed: ["mac", now]), after: run(failed: ["mac", before]))
        == ["[\(now)] t still", "[mac] t still"].sorted())
  }

  /// The environment is unknown for one of the runs, such as one of an earlier version.
  @Test func aFailureOfAnUnknownEnvironmentMayBeAny() throws {
    #expect(try changes(run(failed: ["linux"]), after: run(failed: [nil])) == ["t still"])
    #expect(
      try changes(run(failed: ["linux"]), after: run(failed: [nil], isListed: false))
        == ["t still"])
    // A message does not name the machine of a run that had only one.
    var before = try run(failed: ["worker-a"])
    before.messages[0].environment = nil
    #expect(
      try changes(run(passed: ["worker-b"], failed: ["worker-a"]), after: before)
        == ["[worker-a] t still"])
    #expect(
      try changes(run(passed: ["worker-a"], failed: ["worker-b"]), after: before)
        == ["[worker-b] t new", "t fixed"])
  }

  @Test func titlesNameAnEnvironmentOnlyBesideOthersOfTheSameTests() throws {
    func titles(_ dataset: Dataset) throws -> [String] { try report(dataset).messages.map(\.title) }
    #expect(try titles(run(failed: ["linux"])) == ["t"])
    #expect(try titles(run(passed: ["mac"], failed: ["linux"])) == ["[linux] t"])
    #expect(
      try titles(run(failed: ["mac", "linux"], isListed: false)) == ["[mac] t", "[linux] t"])
    // Two suites, each in an environment of its own.
    var both = try run(failed: ["node"])
    let other = try run(failed: ["python"], name: "test:p\u{1F}D\u{1F}u")
    both.messages += other.messages
    both.scope?.parts += other.scope?.parts ?? []
    #expect(try titles(both) == ["t", "t"])
    var marked = try run(passed: ["mac"], failed: ["linux"])
    marked.messages[0].title = "[linux] t"
    #expect(try titles(marked) == ["[linux] t"])
  }

  @Test func aFailureHasItsResultInEachEnvironment() throws {
    func results(_ dataset: Dataset) throws -> [String] {
      let made = try report(dataset)
      return made.messages.map { message in
        made.environmentResults.results(of: message).map { "\($0.name) \($0.outcome.rawValue)" }
          .joined(separator: ", ")
      }
    }
    let both = "linux failed, mac passed, windows failed"
    #expect(try results(run(passed: ["mac"], failed: ["linux", "windows"])) == [both, both])
    // It is known from only one environment, or its environment is unknown.
    #expect(try results(run(failed: ["linux"])) == [""])
    #expect(try results(run(passed: ["mac", "linux"], failed: [nil])) == [""])
    var other = try run(passed: ["mac"], failed: ["linux"])
    let more = try run(passed: ["bsd"], failed: ["mac"], name: "test:s\u{1F}C\u{1F}u")
    other.messages += more.messages
    other.scope?.parts += more.scope?.parts ?? []
    #expect(
      try results(other)
        == ["bsd notRun, linux failed, mac passed", "bsd passed, linux notRun, mac failed"])
  }

  @Test func aTestIsOneRowOfAShortSection() throws {
    let made = try report(run(failed: ["linux", "mac"]))
    #expect(made.sections[0].groups.map(\.title) == ["[linux, mac] t"])
    var never = try settings()
    never.settings.groupBeyond = 0
    #expect(try report(run(failed: ["linux", "mac"]), never).sections[0].groups.isEmpty)
    let news = try report(run(failed: ["linux", "mac"]), settings(baseline: dataset([])))
    #expect(news.comparison?.alikeNews.values.map(\.count) == [2])
  }

  @Test func titlesNameTheWordsThatDistinguishEnvironments() throws {
    func titles(_ dataset: Dataset) throws -> [String] { try report(dataset).messages.map(\.title) }
    #expect(
      try titles(run(passed: ["chrome linux"], failed: ["firefox linux"])) == ["[firefox] t"])
    #expect(
      try titles(run(passed: ["linux python 3.12"], failed: ["linux python 3.11"]))
        == ["[python 3.11] t"])
    // The report of the test named it in part.
    var marked = try run(passed: ["chrome linux"], failed: ["firefox linux"])
    marked.messages[0].title = "[firefox] t"
    #expect(try titles(marked) == ["[firefox] t"])
  }

  @Test func titlesNameSuitesThatAreEnvironments() throws {
    func failure(_ suite: String, title: String = "C.t") throws -> Message {
      try message(.error, title, fingerprint: "test:\(suite)\u{1F}C\u{1F}t")
    }
    func titles(_ messages: [Message], passed: [String] = []) throws -> [String] {
      var run = dataset(messages, run: .completed)
      for name in passed { run.testNames.insert(Array("test:\(name)\u{1F}C\u{1F}t".utf8)) }
      return try report(run).messages.map(\.title)
    }
    #expect(
      try titles([failure("chrome"), failure("firefox")]) == ["[chrome] C.t", "[firefox] C.t"])
    #expect(
      try titles([failure("Chrome 120 on Linux")], passed: ["Firefox 115 on Linux"])
        == ["[Chrome 120 on Linux] C.t"])
    #expect(try titles([failure("chrome")]) == ["C.t"])
    #expect(try titles([failure("chrome")], passed: ["unit"]) == ["C.t"])
    #expect(
      try titles([failure("chrome", title: "chrome › t"), failure("firefox", title: "firefox › t")])
        == ["chrome › t", "firefox › t"])
  }

  @Test func anAbsentEnvironmentStandsInTheTitleOfItsFailures() throws {
    let before = try run(passed: ["linux"], failed: ["windows"])
    #expect(try changes(run(passed: ["linux"]), after: before) == ["[windows] t unseen"])
    var later = try run(passed: ["linux"])
    later.messages = before.messages
    #expect(try changes(run(passed: ["linux"]), after: later) == ["[windows] t unseen"])
  }

  @Test func aTestIsOneGroupInALongReport() throws {
    var long = try run(failed: ["linux", "windows", "mac"])
    long.messages += try (0..<20).map { number in
      let letter = Character(UnicodeScalar(UInt8(97 + number)))
      return try message(.error, String(repeating: letter, count: 9))
    }
    let section = try #require(report(long).sections.first)
    #expect(section.groups.map(\.title) == ["[linux, mac, windows] t"])
    #expect(section.groups.map(\.likeness) == [.environment])
    var none = try settings()
    none.settings.groupBeyond = 0
    #expect(try report(long, none).sections.allSatisfy { $0.groups.isEmpty })
  }

  // MARK: Values in names

  private static let (old, new) = (
    "test:s\u{1F}C\u{1F}at 0x7ffe1234", "test:s\u{1F}C\u{1F}at 0x7ffe5678"
  )

  @Test func aTestWithAnotherValueIsFixed() throws {
    let before = try run(failed: ["linux"], name: Self.old)
    #expect(
      try changes(run(passed: ["linux"], name: Self.new), after: before) == ["t fixed"])
    #expect(
      try changes(run(passed: ["mac"], name: Self.new), after: before) == ["[linux] t unseen"])
    #expect(
      try report(run(passed: ["linux"], name: Self.new), settings(baseline: before)).comparison?
        .text == "1 fixed")
  }

  @Test func anIncompleteRunFixesATestWithAnotherValue() throws {
    let before = try run(failed: [nil], name: Self.old)
    var now = try run(passed: [nil], name: Self.new)
    now.run?.status = .failed
    #expect(try changes(now, after: before) == ["t fixed"])
  }

  @Test func aTestWithAnotherValueIsNotFixedIfItsNameIsNotUnique() throws {
    func withoutValues(_ run: Dataset) -> Dataset {
      var run = run
      run.scope?.parts[0].testsWithoutValues = nil
      return run
    }
    let before = try run(failed: [nil], name: Self.old)
    let now = try run(passed: [nil], name: Self.new)
    for (one, other) in [(withoutValues(before), now), (before, withoutValues(now))] {
      #expect(try !changes(other, after: one).contains("t fixed"))
    }
    // The old name is there, too, and was skipped.
    var skipped = now
    skipped.scope?.parts.append(
      Part(tests: TestDigests([TestDigests.digest(of: Self.old)]), isSkipped: true))
    #expect(try changes(skipped, after: before) == ["t unseen"])
  }
}
