import Diagnostics
import ImportSupport
import JSON
import Model
import TestSupport
import Testing

struct HostileTests {
  static let sample = """
    {"version": 1, "title": "Nächtlich 😀", "run": {"status": "completed", "facts": [{"title": "a", "value": "b",
     "number": 1.5}]}, // note\r
     "categories": [{"id": "c", "title": "C"}], "messages": [
      {"id": "1", "urgency": "error", "category": "c", "title": "A \\u00e9\\ud83d\\ude00", "text": "two\\nlines",
       "location": {"file": "Sources/Some/Long/Path.swift", "line": 3}, "actions": [{"title": "R", "role": "cancel"}]},
      {"kind": "progress", "title": "p", "progress": {"done": 1, "of": 4}, "time": "2026-11-20T03:12:00+01:00"}],
     "timeline": {"order": "ascending", "entries": [{"start": "2026-11-20", "end": "2026-11-21", "title": "e",
      "statuses": [{"text": "t", "tone": "critical"}], "attributes": ["x"]}]}, "filters": {"fast": ["urgency"]}}
    """

  private static let tenMistakes = """
    {
      "version": "1",
      "titel": "Nightly",
      "now": "2026-02-30",
      "messages": [
        { "urgency": "eror", "title": "a" },
        { "title": "b" },
        { "urgency": "error", "title": "ü😀", "location": { "file": "f", "line": -3 } },
        { "urgency": "error" "title": "c" },
        { "urgency": "error", "title": "d", "title": "e" },
        { "urgency": "error", "title": "f", "progress": { "done": true } }
      ],
      "timeline": { "entries": [ { "title": "x", "time": "2026-11-20", "start": "2026-11-20" } ] }
    }
    """

  @Test func tenMistakesAreReportedAtTheirLocationsInOneRun() {
    let result = Import(Self.tenMistakes)
    #expect(result.dataset == nil)
    #expect(
      result.problems == [
        "2:14 error wrong-type", "3:3 warning unknown-key", "4:10 error invalid-time",
        "6:18 error unknown-urgency", "7:5 error missing-urgency", "8:77 error invalid-value",
        "9:26 error missing-comma", "10:41 error duplicate-key", "11:63 error wrong-type",
        "13:77 error time-and-start",
      ])
  }

  @Test func theSampleDatasetHasNoDiagnostics() {
    #expect(Import(Self.sample).problems.isEmpty)
  }

  @Test(arguments: [sample, tenMistakes])
  func aDatasetIsReadAlikeInPiecesOfAnySize(text: String) {
    let whole = Import(text)
    for piece in 1...64 {
      let pieces = Import(text, piece: piece)
      #expect(pieces.diagnostics == whole.diagnostics)
      #expect(pieces.dataset?.messages == whole.dataset?.messages)
      #expect(pieces.dataset?.timeline == whole.dataset?.timeline)
    }
  }

  @Test func aDatasetCutOffAnywhereIsRefused() {
    let bytes = Array(Self.sample.utf8)
    for count in bytes.indices {
      let result = Import(files: [Array(bytes[..<count])])
      #expect(result.dataset == nil, "cut at \(count)")
      #expect(result.diagnostics.contains { $0.severity == .error }, "cut at \(count)")
      #expect(
        result.diagnostics.allSatisfy { !$0.id.hasPrefix("missing-") }, "cut at \(count)")
    }
  }

  @Test func byteOrderMarkAndCarriageReturnsAreAccepted() {
    let plain = Import(Self.sample)
    let windows = Self.sample.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasSuffix("\r") ? String($0.dropLast()) : String($0) }.joined(separator: "\r\n")
    #expect(Import("\u{FEFF}" + windows).dataset?.messages == plain.dataset?.messages)
  }

  @Test(arguments: [
    ("title: 'a\u{1}b'", "2:10 error control-character"),
    ("title: 'a\0b'", "2:10 error control-character"),
    ("title: '\\ud800'", "2:9 warning lone-surrogate"),
    ("title: 'a', title: 'b'", "2:13 error duplicate-key"),
    ("summary: [[[", "2:10 error wrong-type"),
  ])
  func hostileTextHasADefinedOutcome(members: String, problem: String) {
    #expect(Import(members: members).problems.first == problem)
  }

  @Test func invalidUTF8InADatasetIsAWarning() {
    let bytes = Array("{version: 1, messages: [], title: 'a".utf8) + [0xFF] + Array("'}".utf8)
    let result = Import(files: [bytes])
    #expect(result.problems == ["1:37 warning invalid-utf8"])
    #expect(result.dataset?.title == "a\u{FFFD}")
  }

  @Test func diagnosticsBeyondFiftyAreCounted() {
    let keys = (0..<5_000).map { "k\($0): 1" }.joined(separator: ", ")
    let result = Import("{version: 1, messages: [], \(keys)}")
    #expect(result.diagnostics.count == 51)
    #expect(result.diagnostics.last?.summary == "and 4950 more problems")
    #expect(result.dataset != nil)
  }

  @Test func longValuesAreShortenedInDiagnostics() {
    let long = String(repeating: "x", count: 3_000_000)
    let text = "{version: 1, messages: [{urgency: '\(long)', title: 'a', '\(long)': 1}]}"
    let found = Import(text).diagnostics
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.summary.count < 120 })
  }

  @Test func randomlyDamagedDatasetsAreHandled() {
    var random = SeededRandom(state: 0x5EED)
    let bytes = Array(Self.sample.utf8)
    for _ in 0..<FuzzScale.rounds(5_000) {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) { random.damage(&damaged) }
      let whole = Import(files: [damaged])
      let pieces = Import(files: [damaged], piece: Int.random(in: 1...300, using: &random))
      #expect(whole.diagnostics == pieces.diagnostics)
      #expect((whole.dataset == nil) == whole.diagnostics.contains { $0.severity == .error })
    }
  }
}

extension HostileTests {
  @Test(.enabled(if: FuzzScale.isThorough)) func manyUnlistedCategoriesTakeLinearTime() {
    let listed = (0..<20_000).map { "{id: 'listed-category-\($0)', title: 't'}" }
    let used = (0..<20_000).map {
      "{urgency: 'error', title: 'a', category: 'lsited-category-\($0)'}"
    }
    let clock = CPUClock()
    let found = Import(
      """
      {version: 1, categories: [\(listed.joined(separator: ","))],
       messages: [\(used.joined(separator: ","))]}
      """
    ).diagnostics
    #expect(clock.seconds < 10)
    #expect(found.filter { $0.id == "unknown-category" }.count == 50)
    #expect(found.filter { !$0.help.isEmpty }.count == 20)
  }
}
