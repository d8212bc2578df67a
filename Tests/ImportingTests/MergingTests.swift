import Basics
import Diagnostics
import Foundation
import Importing
import JSON
import Model
import Testing

struct MergingTests {
  private static let first = """
    {version: 1, title: 'A', sort: ['time'], run: {status: 'completed', reason: 'a', branch: 'main',
     facts: [{title: 'x', value: '1'}]}, categories: [{id: 'c', title: 'C'}],
     filters: {counter: false}, timeline: {order: 'descending',
       entries: [{time: '2026-11-20', title: 'e1'}]},
     messages: [{id: '1', urgency: 'error', title: 'm1', category: 'd'}]}
    """
  private static let second = """
    {version: 1, title: 'B', subtitle: 'S', run: {status: 'failed', reason: 'b', commit: 'abc',
     branch: 'dev', facts: [{title: 'y', value: '2'}]},
     categories: [{id: 'd', title: 'D'}, {id: 'c', title: 'Other'}], timeZone: 'Asia/Tokyo',
     filters: {counter: true, threshold: 3}, timeline: {order: 'ascending', title: 'T',
       entries: [{time: '2026-11-21', title: 'e2'}]},
     messages: [{id: '1', urgency: 'warning', title: 'm2'}]}
    """

  @Test func appendsInTheOrderGivenAndKeepsTheFirstSettings() throws {
    let result = Import(Self.first, Self.second)
    #expect(result.problems.isEmpty)
    let dataset = try #require(result.dataset)
    #expect(dataset.files == ["f", "f2"])
    #expect(dataset.title == "A")
    #expect(dataset.subtitle == "S")
    #expect(dataset.sort == ["time"])
    #expect(dataset.messages.map(\.title) == ["m1", "m2"])
    #expect(dataset.messages.map { dataset.location($0.source).file } == ["f", "f2"])
    #expect(dataset.timeZoneSource.map(dataset.location)?.file == "f2")
    #expect(dataset.categories.map(\.id) == ["c", "d"])
    #expect(dataset.categories.map(\.title) == ["C", "D"])
    #expect(dataset.timeline?.entries.map(\.title) == ["e1", "e2"])
    #expect(dataset.timeline?.order == .descending)
    #expect(dataset.timeline?.title == "T")
    #expect(dataset.filters?.counter == false)
    #expect(dataset.filters?.threshold == 3)
  }

  @Test func letsTheWorstRunStatusWinWithItsReason() {
    for texts in [(Self.first, Self.second), (Self.second, Self.first)] {
      let run = Import(texts.0, texts.1).dataset?.run
      #expect(run?.status == .failed)
      #expect(run?.reason == "b")
      #expect(run?.commit == "abc")
    }
    #expect(Import(Self.first, Self.second).dataset?.run?.branch == "main")
    #expect(Import(Self.first, Self.second).dataset?.run?.facts.map(\.title) == ["x", "y"])
  }

  @Test(arguments: [
    ("completed", "canceled", "canceled"), ("failed", "canceled", "failed"),
    ("failed", "missing", "missing"), ("completed", "completed", "completed"),
  ])
  func ordersRunStatusesFromBestToWorst(left: String, right: String, worst: String) {
    func text(_ status: String) -> String {
      "{version: 1, messages: [], run: {status: '\(status)', reason: '\(status)'}}"
    }
    for run in [Import(text(left), text(right)), Import(text(right), text(left))] {
      #expect(run.dataset?.run?.status?.rawValue == worst)
      #expect(run.dataset?.run?.reason == worst)
    }
  }

  @Test func findsTheProblemsOfAllFilesInOneRun() {
    let result = Import("{version: 1, messages: [", "{version: 3, messages: []}", "[]")
    #expect(result.dataset == nil)
    #expect(
      result.diagnostics.map { "\($0.location?.description ?? "") \($0.id)" } == [
        "f:1:25 truncated-file", "f2:1:11 unsupported-version", "f3:1:1 wrong-type",
      ])
  }
}

struct InputTests {
  @Test func readsAFileByItsPath() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Examples/dataset.schema.json").path
    var importer = DatasetImporter()
    importer.read(try InputFile(path: path))
    let (dataset, log) = importer.finish()
    #expect(dataset == nil)
    #expect(log.diagnostics.first?.location?.file == path)
    #expect(log.diagnostics.contains { $0.id == "missing-version" })
  }

  @Test func saysWhyAFileCantBeReadOn() {
    var importer = DatasetImporter()
    importer.read(file: "f", from: ByteSource { _ in -5 })
    #expect(importer.finish().log.diagnostics.map(\.id) == ["unreadable-file"])
  }
}
