import Composing
import JSON
import Model
import Publishing
import Testing

@Suite("What a site keeps of changes") struct ChangesTests {
  private func night(_ members: String) throws -> PublishedRun {
    let text =
      #"{"id":"a","time":0,"offset":0,"status":"failed","urgency":"error","counts":{}"#
      + members + "}"
    return try #require(JSONValue.parse(text, file: "run.json").0.flatMap(PublishedRun.init))
  }

  @Test func ofAnOlderProgramHasWhatWasWorseAmongWhatWasStillThere() throws {
    let changes = try night(#","new":1,"still":5,"fixed":2,"worse":2"#).changes
    #expect(changes?.worse == 2 && changes?.still == 3 && changes?.better == 0)
    #expect(changes?.run == nil)
  }

  @Test func isReadAsItWasWritten() throws {
    var counts = ChangeCounts(run: RunChange(from: nil, to: .failed))
    (counts.new, counts.worse, counts.better, counts.still) = (1, 2, 3, 4)
    (counts.unseen, counts.gone) = (5, 6)
    var night = try night("")
    #expect(night.changes == nil)
    night.changes = counts
    let read = JSONValue.parse(night.bytes, file: "run.json").0.flatMap(PublishedRun.init)
    #expect(read == night)
    night.changes?.run = RunChange(from: .completed, to: .failed)
    #expect(JSONValue.parse(night.bytes, file: "run.json").0.flatMap(PublishedRun.init) == night)
  }

  @Test func knowsNoStatusThatThereIsNot() throws {
    #expect(try night(#","new":1,"still":5,"fixed":2,"better":0,"was":"x""#).changes?.run == nil)
  }
}
