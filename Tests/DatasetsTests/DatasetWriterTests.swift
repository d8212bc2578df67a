import Diagnostics
import Foundation
import ImportSupport
import JSON
import Model
import Testing

@testable import Datasets

/// A written dataset reads back as the same dataset.
@Suite struct DatasetWriterTests {
  private static let examples = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Examples")

  private func read(_ bytes: [UInt8]) throws -> Dataset {
    var merger = InputMerger()
    merger.read(file: "x.json", from: ByteSource(bytes: bytes))
    let (dataset, log) = merger.finish()
    #expect(!log.hasErrors, "\(log.diagnostics)")
    return try #require(dataset)
  }

  @Test func anOwnerIsWrittenUnlessItIsEmpty() throws {
    let text = """
      { "version": 1, "messages": [ { "urgency": "error", "title": "A", "owner": "@storage-team" },
        { "urgency": "error", "title": "B", "owner": "" } ] }
      """
    let dataset = try read(Array(text.utf8))
    #expect(dataset.messages.map(\.owner) == ["@storage-team", nil])
    #expect(try read(DatasetWriter.bytes(dataset)).messages.map(\.owner) == ["@storage-team", nil])
  }

  @Test func bothPlacesOfAFailureAreReadAndWritten() throws {
    let text = """
      { "version": 1, "messages": [{ "urgency": "error", "title": "A",
        "location": { "file": "shop.py", "line": 3 },
        "testLocation": { "file": "test_shop.py", "line": 9, "context": ["a", "b", "c"] } }] }
      """
    let first = try read(Array(text.utf8))
    for dataset in [first, try read(DatasetWriter.bytes(first))] {
      #expect(dataset.messages.first?.location?.file == "shop.py")
      #expect(dataset.messages.first?.testLocation?.file == "test_shop.py")
      #expect(dataset.messages.first?.testLocation?.line == 9)
      #expect(dataset.messages.first?.testLocation?.context?.lines == ["a", "b", "c"])
    }
  }

  @Test(
    arguments: MessageField.allCases.filter { if case .part = $0.content { false } else { true } })
  func aFieldOfTheTableIsReadAndWritten(field: MessageField) throws {
    let value: (written: String, text: String) =
      switch field.shape {
      case .seconds: ("1.5", "1.5")
      case .number: ("7", "7")
      default: (#""some words""#, "some words")
      }
    let text = """
      { "version": 1,
        "messages": [{ "urgency": "error", "title": "A", "\(field.key)": \(value.written) }] }
      """
    let first = try read(Array(text.utf8))
    for dataset in [first, try read(DatasetWriter.bytes(first))] {
      #expect(dataset.messages.map { field.text(of: $0) } == [value.text])
    }
  }

  @Test func environmentsOfTestsAreWritten() throws {
    let text = """
      { "version": 1,
        "messages": [ { "urgency": "error", "title": "A", "fingerprint": "test:a",
          "environment": "linux" } ],
        "scope": [ { "tests": ["test:a"], "environment": "linux" },
          { "tests": ["test:a"], "environment": "windows" } ] }
      """
    let first = try read(Array(text.utf8))
    for dataset in [first, try read(DatasetWriter.bytes(first))] {
      #expect(dataset.messages.map(\.environment) == ["linux"])
      #expect(dataset.scope?.parts.map(\.environment) == ["linux", "windows"])
    }
  }

  @Test func namesOfTestsWithoutValuesAreWritten() throws {
    var dataset = try read(Array(#"{ "version": 1, "messages": [] }"#.utf8))
    let part = RunScope.Part(
      tests: TestDigests([2, 4]), testsWithoutValues: TestDigests([6]), environment: "linux")
    dataset.scope = RunScope([part])
    #expect(try read(DatasetWriter.bytes(dataset)).scope == dataset.scope)
  }

  @Test func whatWasNotReadIsWrittenAndMergedAndNeverCompleted() throws {
    let text = """
      { "version": 1, "messages": [], "run": { "status": "completed",
        "shortfalls": [{ "input": "a.xml", "text": "3 tests, 1 shown" }],
        "unread": [{ "path": "b.json", "reason": "Bandit JSON", "help": "write SARIF" }],
        "unreadMore": 12 } }
      """
    let first = try read(Array(text.utf8))
    #expect(first.run?.status == nil)
    let run = try #require(try read(DatasetWriter.bytes(first)).run)
    #expect(run.shortfalls == [.init(input: "a.xml", text: "3 tests, 1 shown")])
    #expect(
      run.unread.listed == [.init(path: "b.json", reason: "Bandit JSON", help: "write SARIF")])
    #expect(run.unread.count == 13)
    var merger = InputMerger()
    merger.read(file: "x.json", from: ByteSource(bytes: Array(text.utf8)))
    merger.read(file: "y.json", from: ByteSource(bytes: Array(text.utf8)))
    let merged = try #require(merger.finish().0?.run)
    #expect(merged.unread.count == 26 && merged.shortfalls.count == 2)
  }

  /// The messages without their locations, which differ.
  private func placeless(_ messages: [Message]) -> [Message] {
    messages.map { message in
      var message = message
      message.source = SourceMark()
      return message
    }
  }

  @Test(arguments: ["gallery", "incident", "nightly", "quiet", "release", "rtl", "single"])
  func aWrittenDatasetReadsBackTheSame(example: String) throws {
    let folder = Self.examples.appending(path: example)
    let data =
      FileManager.default.contents(atPath: folder.appending(path: example + ".json").path)
      ?? FileManager.default.contents(atPath: folder.appending(path: example + ".json5").path)
    let first = try read(Array(try #require(data)))
    let bytes = DatasetWriter.bytes(first)
    let second = try read(bytes)
    #expect(placeless(second.messages) == placeless(first.messages))
    #expect(second.run == first.run)
    #expect(second.timeline?.entries.map(\.when) == first.timeline?.entries.map(\.when))
    #expect(second.timeline?.entries.map(\.statuses) == first.timeline?.entries.map(\.statuses))
    #expect(second.categories == first.categories)
    #expect(second.sort == first.sort)
    #expect(DatasetWriter.bytes(second) == bytes)
  }

  @Test(arguments: [
    (#"["own"]"#, ["own"]), (#"["", "own line", ""]"#, ["", "own line", ""]),
    (#"["a\nb", "own\r\n", "c\n"]"#, ["a b", "own", "c"]),
  ])
  func contextsAreReadAndWritten(json: String, lines: [String]) throws {
    let text =
      #"{"version": 1, "messages": [{"urgency": "error", "title": "a", "location": "#
      + #"{"file": "f", "line": 2, "context": \#(json)}}]}"#
    let first = try read(Array(text.utf8))
    #expect(first.messages.first?.location?.context?.lines == lines)
    let second = try read(DatasetWriter.bytes(first))
    #expect(second.messages.first?.location?.context?.lines == lines)
  }
}
