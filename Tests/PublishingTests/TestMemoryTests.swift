import Composing
import Datasets
import Diagnostics
import Foundation
import Model
import Testing
import Text

@testable import Publishing

/// A project's memory of its tests while runs are published.
@Suite struct TestMemoryTests {
  private func fingerprint(_ name: String) -> String { "test:Suite\u{1F}\(name)" }

  /// A dataset as a report of these tests gives it. `!` marks a failure, `-` a skipped test.
  private func dataset(_ tests: [String], knowsResults: Bool = true) -> Dataset {
    var dataset = Dataset()
    dataset.title = "Nightly"
    dataset.run = Dataset.Run(status: .completed)
    var ran: [UInt64] = []
    var skipped: [UInt64] = []
    for test in tests {
      let name = test.trimmingCharacters(in: ["!", "-"])
      let digest = TestDigests.digest(of: fingerprint(name))
      if test.hasSuffix("-") { skipped.append(digest) } else { ran.append(digest) }
      if test.hasSuffix("!") {
        var message = Message(
          urgency: .error, title: name, text: "\(name) broke", fingerprint: fingerprint(name))
        message.textFormat = .plain
        dataset.messages.append(message)
      }
      guard knowsResults else { continue }
      dataset.testNames.insert(fingerprint(name).utf8)
      let outcome: TestResults.Outcome =
        test.hasSuffix("!") ? .failed : test.hasSuffix("-") ? .skipped : .passed
      dataset.testResults.insert(digest, outcome, seconds: 1.5)
    }
    dataset.scope = RunScope([
      RunScope.Part(tests: TestDigests(ran)),
      RunScope.Part(tests: TestDigests(skipped), isSkipped: true),
    ])
    return dataset
  }

  private func publish(
    _ day: Int, _ tests: [String], to site: TestSite, id: String? = nil, keep: Int? = nil
  ) throws -> Publisher.Outcome {
    var options = PublishOptions()
    options.keep = keep
    return try site.publisher("core", options).publish(
      dataset(tests), id: id ?? "r\(day)", context: try site.context(day))
  }

  /// The outcomes of a test in the runs of the window.
  private func outcomes(_ name: String, _ site: TestSite) throws -> String {
    let memory = TestMemory(try site.history())
    let digest = TestDigests.digest(of: fingerprint(name))
    return try memory.runs.map { run in
      for shard in memory.shards where shard.rowsOfDigests[digest] != nil {
        guard let (block, column) = shard.column(of: run.id) else { return "?" }
        let outcome = shard.entries(of: block, column)[digest]?.outcome ?? .none
        return switch outcome {
        case .none: "·"
        case .passed: "."
        case .failed, .error: "x"
        case .skipped, .todo: "-"
        case .flaky: "o"
        }
      }
      try #require(Bool(false), "no test \(name)")
      return ""
    }.joined()
  }

  @Test func eachRunIsAColumn() throws {
    let site = try TestSite()
    _ = try publish(1, ["a", "b"], to: site)
    _ = try publish(2, ["a!", "b-"], to: site)
    _ = try publish(4, ["a"], to: site)
    #expect(try outcomes("a", site) == ".x.")
    #expect(try outcomes("b", site) == ".-·")
    // An earlier run is inserted at its place.
    _ = try publish(3, ["a!", "b!"], to: site)
    #expect(try outcomes("a", site) == ".xx.")
    // Another report takes the place of a run.
    _ = try publish(3, ["a", "b!"], to: site, id: "r3")
    #expect(try outcomes("a", site) == ".x..")
    #expect(try outcomes("b", site) == ".-x·")
    // Expired runs leave.
    _ = try publish(5, ["a!"], to: site, keep: 2)
    #expect(try outcomes("a", site) == ".x")
  }

  @Test func aTestWithoutAResultDidNotRun() throws {
    let results = RunResults(dataset(["a", "b!"], knowsResults: false))
    #expect(results.tests[TestDigests.digest(of: fingerprint("a"))]?.outcome == .passed)
    #expect(results.tests[TestDigests.digest(of: fingerprint("b"))]?.outcome == .failed)
    #expect(results.tests[TestDigests.digest(of: fingerprint("c"))] == nil)
    // A message alone is no test that ran, and what did not run has not passed.
    var dataset = dataset(["b!"], knowsResults: false)
    dataset.scope = RunScope([
      RunScope.Part(tests: TestDigests([TestDigests.digest(of: fingerprint("a"))]), isExcept: true)
    ])
    let others = RunResults(dataset)
    #expect(others.tests[TestDigests.digest(of: fingerprint("a"))]?.outcome == .skipped)
    #expect(others.tests[TestDigests.digest(of: fingerprint("b"))] == nil)
  }

  @Test func aDamagedShardIsMadeAgainFromTheRuns() throws {
    let site = try TestSite()
    for day in 1...3 { _ = try publish(day, ["a", day == 2 ? "b!" : "b"], to: site) }
    let path = site.path + "/core/tests/all.js"
    #expect(FileManager.default.createFile(atPath: path, contents: Data("testShard(2,".utf8)))
    let outcome = try publish(4, ["a", "b"], to: site)
    #expect(outcome.problems.map(\.id).contains("damaged-memory"))
    #expect(try outcomes("b", site) == ".x..")
    #expect(try publish(5, ["a", "b!"], to: site).problems.isEmpty)
    #expect(try outcomes("b", site) == ".x..x")
  }

  @Test func aShardOfAnotherVersionIsNotCalledDamaged() throws {
    let site = try TestSite()
    for day in 1...3 { _ = try publish(day, ["a", day == 2 ? "b!" : "b"], to: site) }
    let path = site.path + "/core/tests/all.js"
    let file = try String(contentsOfFile: path, encoding: .utf8)
    let old = file.replacing("testShard(2,", with: "testShard(1,")
    try old.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(try publish(4, ["a", "b"], to: site).problems.isEmpty)
    #expect(try outcomes("b", site) == ".x..")
  }

  @Test func aCopyOfAnotherShardIsDamaged() throws {
    let site = try TestSite()
    let many = (0..<900).map { "t\($0)" }
    for day in 1...2 { _ = try publish(day, many, to: site) }
    let folder = site.path + "/core/tests/"
    let copy = try Data(contentsOf: URL(fileURLWithPath: folder + "5.js"))
    try copy.write(to: URL(fileURLWithPath: folder + "4.js"))
    let problems = try site.publisher().rebuild(try site.context(3))
    #expect(problems.map(\.id) == ["damaged-memory"])
    for name in many { #expect(try outcomes(name, site) == "..") }
    #expect(try site.publisher().rebuild(try site.context(3)).isEmpty)
  }

  @Test func rebuildingFindsLostTests() throws {
    let site = try TestSite()
    for day in 1...3 { _ = try publish(day, ["a", day == 2 ? "b!" : "b"], to: site) }
    // A valid memory that has lost a test of its runs.
    var memory = TestMemory(try site.history())
    let shard = memory.shards[0]
    var lossy = TestShard()
    for run in memory.runs {
      let (block, column) = try #require(shard.column(of: run.id))
      var entries = shard.entries(of: block, column)
      entries[TestDigests.digest(of: fingerprint("b"))] = nil
      _ = lossy.add(block.runs[column], entries, block.environments)
    }
    lossy.rows[0] = shard.rows[0]
    let file = lossy.file(name: "all")
    let bytes = try #require(file)
    let path = site.path + "/core/tests/all.js"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    memory = TestMemory(try site.history())
    #expect(memory.shards[0].rows.map(\.name) == ["Suite.a"])
    _ = try site.publisher().rebuild(try site.context(4))
    #expect(try outcomes("b", site) == ".x.")
    #expect(try outcomes("a", site) == "...")
    #expect(TestMemory(try site.history()).shards[0].rows.map(\.name) == ["Suite.a", "Suite.b"])
    let mended = try Data(contentsOf: URL(fileURLWithPath: path))
    _ = try site.publisher().rebuild(try site.context(4))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == mended)
  }

  @Test func aSiteWithoutMemoryLearnsItsRuns() throws {
    let site = try TestSite()
    for day in 1...3 { _ = try publish(day, ["a", day == 2 ? "b!" : "b"], to: site) }
    try FileManager.default.removeItem(atPath: site.path + "/core/tests")
    let outcome = try publish(4, ["a"], to: site)
    #expect(outcome.problems.isEmpty)
    #expect(try outcomes("b", site) == ".x.·")
  }

  @Test func aProjectWithoutTestsHasNoMemory() throws {
    let site = try TestSite()
    _ = try site.publish(1, ["a finding"])
    #expect(try site.files().keys.allSatisfy { !$0.contains("core/tests") })
    _ = try publish(2, ["a"], to: site)
    #expect(try site.text("tests/index.html").contains("Suite"))
  }

  @Test func theNumberOfShardsFollowsTheTests() throws {
    let site = try TestSite()
    let many = (0..<900).map { "t\($0)" }
    _ = try publish(1, ["a!"] + many.prefix(20), to: site)
    #expect(TestMemory(try site.history()).digits == 0)
    _ = try publish(2, ["a"] + many, to: site)
    var memory = TestMemory(try site.history())
    #expect(memory.digits == 1)
    #expect(try outcomes("a", site) == "x.")
    #expect(try outcomes("t3", site) == "..")
    #expect(try outcomes("t800", site) == "·.")
    let names = try FileManager.default.contentsOfDirectory(atPath: site.path + "/core/tests")
    #expect(names.count == 17 && !names.contains("all.js"))
    let digest = TestDigests.digest(of: fingerprint("t800"))
    let shard = memory.shards[TestMemory.shard(of: digest, 1)]
    #expect(shard.rows[try #require(shard.rowsOfDigests[digest])].name == "Suite.t800")
    // Few tests are left when the others have been gone for long.
    for day in 3...103 { _ = try publish(day, ["a"], to: site) }
    memory = TestMemory(try site.history())
    #expect(memory.digits == 0)
    #expect(memory.shards[0].rows.map(\.name) == ["Suite.a"])
    #expect(memory.shards[0].rows[0].failures == 1)
  }

  @Test func aRenamedTestNamesItsEarlierName() throws {
    let site = try TestSite()
    _ = try publish(1, ["keeps", "sortsNames"], to: site)
    _ = try publish(2, ["keeps", "sortsTheNames", "quite other"], to: site)
    let rows = TestMemory(try site.history()).shards[0].rows
    let earlier = Dictionary(rows.map { ($0.name, $0.earlier) }) { first, _ in first }
    #expect(earlier["Suite.sortsTheNames"] == TestDigests.digest(of: fingerprint("sortsNames")))
    #expect(earlier["Suite.quite other"] == .some(nil))
    let old = try #require(rows.first { $0.name == "Suite.sortsNames" })
    #expect(old.later == TestDigests.digest(of: fingerprint("sortsTheNames")))
  }

  @Test func aRenamedTestIsListedOnce() throws {
    let site = try TestSite()
    _ = try publish(1, ["keeps", "sortsNames!"], to: site)
    func lists() throws -> TestLists {
      let memory = TestMemory(try site.history())
      return TestLists(memory.shards, memory.runs.map(\.id), latest: memory.latestComplete)
    }
    #expect(try lists().items.map(\.kind) == [.failing])
    _ = try publish(2, ["keeps", "sortsTheNames!"], to: site)
    #expect(try lists().items.map(\.test.name) == ["Suite.sortsTheNames"])
    #expect(try lists().items.map(\.failed) == [2])
    #expect(try lists().items.map(\.causes) == [["sortsTheNames broke", "sortsNames broke"]])
    #expect(try lists().count == 2)
    // Its failures under the earlier name are its own.
    _ = try publish(3, ["keeps", "sortsTheNames"], to: site)
    #expect(try lists().items.map(\.kind) == [.earlier])
    #expect(try lists().items.map(\.failed) == [2])
  }

  @Test func branchesDoNotCount() throws {
    let site = try TestSite()
    _ = try publish(1, ["a"], to: site)
    var publisher = site.publisher()
    let commits = String(repeating: "1", count: 40) + "\n"
    let ancestry: CommitAncestry = try #require(
      CommitAncestry.read(Array(commits.utf8), name: "commits").0)
    publisher.ancestry = ancestry
    var branch = dataset(["a!"])
    branch.run?.commit = String(repeating: "2", count: 40)
    _ = try publisher.publish(branch, id: "b", context: try site.context(2))
    #expect(try outcomes("a", site) == ".")
  }
}
