import Datasets
import Diagnostics
import ImportSupport
import JSON
import Model
import Testing

/// What becomes of the facts of several inputs.
@Suite struct FactSumsTests {
  private func text(_ facts: String, messages: String = "") -> String {
    "{version: 1, messages: [\(messages)], run: {status: 'completed', facts: [\(facts)]}}"
  }

  private func facts(_ texts: String...) throws -> [Dataset.Run.Fact] {
    let files = texts.map { Array(text($0).utf8) }
    return try #require(Import(files: files).dataset?.run).facts
  }

  @Test(arguments: [
    ("'1200 lines', number: 1200", "'300 lines', number: 300", "1500 lines"),
    ("'1,200', number: 1200", "'300', number: 300", "1500"),
    ("'1.5 s', number: 1.5", "'2.50 s', number: 2.5", "4 s"),
    ("'0.1 s', number: 0.1", "'0.2 s', number: 0.2", "0.3 s"),
    ("'-2', number: -2", "'5', number: 5", "3"),
  ])
  func numbersWithOneUnitAddUp(left: String, right: String, sum: String) throws {
    let facts = try facts("{title: 'T', value: \(left)}", "{title: 'T', value: \(right)}")
    #expect(facts.map(\.value) == [sum])
    #expect(facts[0].origins.map(\.input) == ["f", "f2"])
  }

  @Test(arguments: [
    ("'83.4 %', number: 83.4", "'71 %', number: 71"),
    ("'12 MB/s', number: 12", "'13 MB/s', number: 13"),
    ("'0.83', number: 0.83", "'0.71', number: 0.71"),
    ("'12 s', number: 12", "'1 min', number: 1"),
    ("'12', number: 13", "'13', number: 14"),
    ("'12'", "'13'"), ("'Python 3.12'", "'Python 3.13'"),
  ])
  func sharesRatesAndTextsStayOnePerInput(left: String, right: String) throws {
    let facts = try facts("{title: 'T', value: \(left)}", "{title: 'T', value: \(right)}")
    #expect(facts.count == 2)
    #expect(facts.map { $0.origins.map(\.input) } == [["f"], ["f2"]])
  }

  @Test func equalTextsStandOnce() throws {
    let fact = "{title: 'Machine', value: 'amd64'}"
    let facts = try facts(fact, fact, fact)
    #expect(facts.map(\.value) == ["amd64"])
    #expect(facts[0].origins.map(\.input) == ["f", "f2", "f3"])
  }

  @Test func factsOfAKindSayTheirOrigins() throws {
    let facts = try facts(
      "{kind: 'tests', title: 'Tests', value: '2', number: 2}",
      "{kind: 'tests', title: 'Tests', value: '3', number: 3}")
    #expect(facts.map(\.value) == ["5"])
    #expect(facts[0].origins.map(\.value) == ["2", "3"])
  }

  @Test func aSingleInputSaysNoOrigins() throws {
    let dataset = try #require(
      Import(
        text("{title: 'T', value: '1', number: 1}", messages: "{urgency: 'error', title: 'm'}")
      )
      .dataset)
    #expect(dataset.run?.facts.first?.origins == [])
    #expect(dataset.messages.first?.input == nil)
  }

  @Test func messagesKnowTheirInputWithoutTheFoldersOfAll() throws {
    var merger = InputMerger()
    for name in ["/ci/42/out/a/r.json", "/ci/42/out/b/r.json"] {
      let bytes = Array(text("", messages: "{urgency: 'error', title: 'm'}").utf8)
      merger.read(file: name, from: ByteSource(bytes: bytes))
    }
    let dataset = try #require(merger.finish().dataset)
    #expect(dataset.messages.map(\.input) == ["a/r.json", "b/r.json"])
    let again = Import(files: [DatasetWriter.bytes(dataset)]).dataset
    #expect(again?.messages.map(\.input) == ["a/r.json", "b/r.json"])
  }

  @Test func originsAreKeptInADataset() throws {
    let facts = [
      text("{title: 'T', value: '1', number: 1}"), text("{title: 'T', value: '2', number: 2}"),
    ]
    let dataset = try #require(Import(files: facts.map { Array($0.utf8) }).dataset)
    let again = try #require(Import(files: [DatasetWriter.bytes(dataset)]).dataset)
    #expect(again.run == dataset.run)
    #expect(again.run?.facts.first?.origins.count == 2)
  }

  @Test func templatesOfCommitsAreKeptAndWrongOnesLeftOut() throws {
    let good = "https://git.example/c/{commit}"
    let result = Import(
      members: "run: {commit: 'abc', commitURL: '\(good)', compareURL: 'x/{from}'}")
    #expect(result.dataset?.run?.links == CommitLinks(commit: good))
    #expect(result.diagnostics.map(\.id) == ["bad-commit-url"])
    let kept = Import(files: [DatasetWriter.bytes(try #require(result.dataset))]).dataset
    #expect(kept?.run?.links == CommitLinks(commit: good))
  }
}
