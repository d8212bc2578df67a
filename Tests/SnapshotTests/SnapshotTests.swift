import Foundation
import Testing

/// Whole outputs of the real program, for the examples and for every edge case.
@Suite struct SnapshotTests {
  @Test(arguments: CaseList.chosen)
  func rendersAsRecorded(_ snapshot: SnapshotCase) async throws {
    let made = try await snapshot.run()
    if CaseList.isRecording {
      try snapshot.record(made)
      return
    }
    let recorded = try snapshot.recorded()
    for name in Set(made.keys).union(recorded.keys).sorted() {
      switch (recorded[name], made[name]) {
      case (let old?, let new?) where old != new:
        Issue.record("\(snapshot)/\(name):\n\(Differences(from: old, to: new).description)")
      case (nil, _?): Issue.record("\(snapshot)/\(name) is made, but not recorded")
      case (_?, nil): Issue.record("\(snapshot)/\(name) is recorded, but nothing makes it any more")
      default: break
      }
    }
  }

  @Test func recordingNeverPasses() {
    #expect(!CaseList.isRecording, "recorded; read the diff and run again without RECORD")
  }

  @Test func theChosenNameIsThatOfACase() {
    #expect(
      !CaseList.chosen.isEmpty,
      "no case of Tests/Snapshots begins with '\(CaseList.chosenPrefix ?? "")'")
  }

  @Test func everyFolderListsItsCases() {
    #expect(CaseList.all.mistakes == [])
  }

  @Test func everyRecordedFolderBelongsToACase() throws {
    if CaseList.isRecording, CaseList.chosenPrefix == nil {
      for folder in CaseList.all.staleRecordings {
        try FileManager.default.removeItem(at: SnapshotCase.root.appending(path: folder))
      }
    }
    #expect(CaseList.all.staleRecordings == [])
  }

  @Test func everyInputIsUsedByACase() {
    #expect(CaseList.all.unusedInputs == [])
  }

  @Test func everyExampleIsACase() throws {
    let examples = SnapshotCase.package.appending(path: "Examples")
    let cases = Set(CaseList.all.cases.map(\.description))
    let files = try FileManager.default.subpathsOfDirectory(atPath: examples.path)
    // A dataset is named for its folder; a folder without one holds something else.
    let names = files.map { $0.split(separator: "/") }
      .filter { $0.count == 2 && $0[1].hasPrefix($0[0] + ".json") }.map { $0[0] }
    #expect(!names.isEmpty)
    for name in names {
      #expect(cases.contains("examples/\(name)"), "the example '\(name)' has no snapshot")
    }
  }

  @Test func showsWhatDiffersWithALittleAroundIt() {
    let old = "a\nb\nc\nd\ne\nf\ng"
    let new = "a\nb\nc\nD\ne\nf\ng\nh"
    #expect(
      Differences(from: old, to: new).description
        == "@@ 2\n  b\n  c\n- d\n+ D\n  e\n  f\n  g\n+ h")
    let long = String(repeating: "x", count: 500)
    let shown = Differences(from: long + "a" + long, to: long + "b" + long).description
    #expect(shown.contains("xa") && shown.contains("xb"))
    #expect(shown.count < 400)
  }
}
