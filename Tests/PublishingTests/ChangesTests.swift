import Composing
import Model
import Publishing
import Testing

@Suite("Change counts of a run") struct ChangesTests {
  private func run(_ members: String) throws -> PublishedRun {
    let text =
      #"{"id":"a","time":0,"offset":0,"status":"failed","urgency":"error","counts":{}"#
      + members + "}"
    return try #require(PublishedRun(Array(text.utf8)))
  }

  @Test func writtenCountsAreReadBack() throws {
    var counts = ChangeCounts(run: RunChange(from: nil, to: .failed))
    (counts.new, counts.worse, counts.better, counts.still) = (1, 2, 3, 4)
    counts.gone = 6
    counts.newlyUnseen = UnseenCount(tests: 5, others: 1)
    (counts.stillUnseen, counts.forgotten) = (UnseenCount(others: 3), UnseenCount(tests: 1))
    (counts.newSuccesses, counts.coversLess) = (1, true)
    var run = try run("")
    #expect(run.changes == nil)
    run.changes = counts
    let read = PublishedRun(run.bytes)
    #expect(read == run)
    run.changes?.run = RunChange(from: .completed, to: .failed)
    #expect(PublishedRun(run.bytes) == run)
  }

  @Test func anUnknownStatusIsIgnored() throws {
    #expect(try run(#","new":1,"still":5,"fixed":2,"better":0,"was":"x""#).changes?.run == nil)
  }
}
