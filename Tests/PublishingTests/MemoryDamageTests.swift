import Composing
import Diagnostics
import Files
import Foundation
import Model
import Testing
import Text

@testable import Publishing

/// Damaged files of a run's memory: each is named with what becomes of it, and nothing fails.
@Suite struct MemoryDamageTests {
  private func found(_ title: String) -> Message {
    var message = Message(
      urgency: .warning, title: title, location: Message.Location(file: "a.c", line: 3))
    message.location?.context = Message.Context(lines: ["{", "  int \(title) = value(1);", "}"])
    return message
  }

  private func dataset(_ titles: [String], status: Dataset.Run.Status = .completed) -> Dataset {
    var dataset = Dataset()
    dataset.title = "Nightly"
    dataset.run = Dataset.Run(status: status)
    dataset.messages = titles.map(found)
    return dataset
  }

  /// A site whose last run has not looked for "b", which only earlier ones had.
  private func site(_ options: PublishOptions = PublishOptions()) throws -> TestSite {
    let site = try TestSite()
    for day in 1...3 {
      let dataset = day < 3 ? dataset(["a", "b"]) : dataset(["a"], status: .failed)
      _ = try site.publisher("core", options).publish(
        dataset, id: "r\(day)", context: try site.context(day))
    }
    return site
  }

  @Test(arguments: [
    (["2026-03", "2026-04"], true), (["2026-04", "2026-04"], false),
    (["2026-05", "2026-04"], false),
  ])
  func anIndexHasEachMonthOnceInOrder(months: [String], isWhole: Bool) {
    let listed = months.map { #"{"month": "\#($0)", "nights": 12, "worst": "error"}"# }
    let text = #"{"version": 1, "months": [\#(listed.joined(separator: ","))]}"#
    #expect((ProjectIndex(Array(text.utf8)) != nil) == isWhole)
  }

  private func spoil(_ file: String, of site: TestSite, _ bytes: [UInt8] = [0x1F, 0x8B, 7]) {
    #expect(
      FileManager.default.createFile(
        atPath: site.path + "/core/" + file, contents: Data(bytes)))
  }

  private func publish(_ titles: [String], to site: TestSite) throws -> Publisher.Outcome {
    try site.publisher().publish(dataset(titles), id: "r4", context: try site.context(4))
  }

  @Test(arguments: ["seen.json.gz", "kept.json.gz"])
  func memoryIsComputedAgainFromTheRunsBefore(file: String) throws {
    let site = try site()
    spoil("runs/r3/" + file, of: site)
    let outcome = try publish(["a"], to: site)
    #expect(outcome.problems.map(\.id) == ["damaged-memory"])
    #expect(outcome.problems.first?.summary.contains("'r3'") == true)
    #expect(outcome.problems.first?.summary.hasSuffix("from these runs") == true)
    #expect(outcome.problems.first?.help.isEmpty == false)
    #expect(outcome.report?.comparison?.counts.fixed == 1)
    #expect(outcome.report?.histories.map(\.runs) == [4])
    // The next run asks the files of this one, which are whole.
    #expect(try site.publish(5, ["a"]).problems.isEmpty)
  }

  /// As a program before the first release wrote it.
  @Test func aTrackerOfAnotherVersionIsDamaged() throws {
    let site = try site()
    let text = #"{"version":1,"nights":3,"messages":{}}"#
    spoil("runs/r3/seen.json.gz", of: site, try #require(Gzip.pack(Array(text.utf8))))
    let outcome = try publish(["a"], to: site)
    #expect(outcome.problems.map(\.id) == ["damaged-memory"])
    #expect(outcome.report?.histories.map(\.runs) == [4])
  }

  /// A tracker may be too large to be kept; without a part it is damaged.
  @Test(arguments: [
    ("seen.json.gz", []), ("kept.json.gz", ["damaged-memory"]),
    ("lines.json.gz", ["damaged-memory"]),
  ])
  func absentAndDamagedAreTwoThings(file: String, problems: [String]) throws {
    let site = try site()
    try FileManager.default.removeItem(atPath: site.path + "/core/runs/r3/" + file)
    let outcome = try publish(["a"], to: site)
    #expect(outcome.problems.map(\.id) == problems)
    #expect(outcome.report?.comparison?.counts.fixed == 1)
  }

  @Test func whatOnlyRemovedRunsHadIsSaidToBeLost() throws {
    var options = PublishOptions()
    options.keep = 1
    let site = try site(options)
    spoil("runs/r3/kept.json.gz", of: site)
    let outcome = try publish(["a"], to: site)
    #expect(outcome.problems.map(\.id) == ["damaged-memory"])
    #expect(outcome.problems.first?.summary.hasSuffix("are lost") == true)
    // What is left says since when.
    #expect(outcome.report?.histories.map(\.runs) == [4])
  }

  @Test(arguments: [nil, "version", "dataset", "lines"])
  func linesOfOtherMessagesAreNotTaken(member: String?) throws {
    let site = try site()
    let file = "runs/r3/lines.json.gz"
    var bytes: [UInt8] = [7]
    if let member {
      let packed = try #require(try site.files()["core/" + file])
      let text = try #require(Gzip.unpack(Array(packed), limit: 10_000))
      let changed = String(decoding: text, as: UTF8.self)
        .replacingOccurrences(of: "\"\(member)\":", with: "\"x\":")
        .replacingOccurrences(of: "\"x\":\"", with: "\"\(member)\":\"A")
      bytes = try #require(Gzip.pack(Array(changed.utf8)))
    }
    spoil(file, of: site, bytes)
    let outcome = try publish(["a", "b"], to: site)
    #expect(outcome.problems.map(\.id) == ["damaged-memory"])
    #expect(outcome.problems.first?.summary.contains("lines.json.gz") == true)
    #expect(outcome.report?.comparison?.counts.new == 0)
    #expect(outcome.report?.histories.map(\.runs) == [4, 3])
  }

  @Test func publishingTheRunAgainRestoresItsMemory() throws {
    let whole = try site()
    for file in ["seen.json.gz", "kept.json.gz", "lines.json.gz"] {
      let spoiled = try site()
      spoil("runs/r3/" + file, of: spoiled)
      _ = try spoiled.publisher().publish(
        dataset(["a"], status: .failed), id: "r3", context: try spoiled.context(3))
      #expect(try spoiled.files() == whole.files())
    }
  }

  @Test func aComparisonOfTwoRunsUsesTheirLines() throws {
    let site = try TestSite()
    for (day, text) in ["value(1)", "value( 1 )"].enumerated() {
      var dataset = dataset([])
      // Two of a rule that only their lines tell apart.
      dataset.messages = (0..<2).map { index in
        var message = Message(
          urgency: .warning, title: "Unused",
          location: Message.Location(file: day == 0 ? "a.c" : "b/a.c", line: 9 - index))
        message.location?.context = Message.Context(
          lines: ["", "  long\((index + day) % 2) = other_\(text);", ""])
        return message
      }
      _ = try site.publisher().publish(
        dataset, id: "r\(day)", context: try site.context(day + 1))
    }
    let history = try site.history()
    defer { withExtendedLifetime(site) {} }
    let runs = try ["r0", "r1"].map { try #require(history.run($0)) }
    let datasets = try runs.map { try #require(history.dataset(of: $0)) }
    #expect(datasets.flatMap(\.messages).allSatisfy { $0.location?.context != nil })
    let matches = MessageMatches(datasets[0], datasets[1])
    #expect(matches.origins == [1, 0])
  }

  @Test func linesReadFromTheSourcesAreRemembered() throws {
    let site = try TestSite()
    var dataset = dataset(["a", "b", "c"])
    dataset.messages[1].location?.context?.isRead = true
    dataset.messages.append(Message(urgency: .error, title: "no place"))
    _ = try site.publisher().publish(dataset, id: "r1", context: try site.context(1))
    let history = try site.history()
    defer { withExtendedLifetime(site) {} }
    let messages = history.tracker(at: history.latest).baseline?.messages
    #expect(messages?.map { $0.location?.context?.isRead } == [false, true, false, nil])
  }
}
