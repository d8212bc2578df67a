import Foundation
import Testing

/// Whole outputs of the real program, for the examples and for every edge case.
@Suite struct SnapshotTests {
  @Test(arguments: SnapshotCase.all)
  func rendersAsRecorded(_ snapshot: SnapshotCase) throws {
    let made = try snapshot.run()
    if SnapshotCase.isRecording {
      try record(made, for: snapshot)
      return
    }
    let recorded = try read(snapshot.expected)
    for name in Set(made.keys).union(recorded.keys).sorted() {
      guard let new = made[name] else {
        Issue.record("\(snapshot.name)/\(name) is recorded, but nothing makes it any more")
        continue
      }
      guard let old = recorded[name] else {
        Issue.record("\(snapshot.name)/\(name) is made, but not recorded")
        continue
      }
      if old != new { Issue.record("\(snapshot.name)/\(name):\n\(difference(old, new))") }
    }
  }

  @Test func recordingNeverPasses() {
    #expect(!SnapshotCase.isRecording, "recorded; read the diff and run again without RECORD")
  }

  @Test func everyFolderIsACase() {
    #expect(!SnapshotCase.all.isEmpty)
    for snapshot in SnapshotCase.all {
      let arguments = snapshot.folder.appending(path: "arguments").path
      #expect(
        FileManager.default.fileExists(atPath: arguments), "\(snapshot.name) has no 'arguments'")
    }
  }

  private func read(_ folder: URL) throws -> [String: String] {
    var files: [String: String] = [:]
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names {
      files[name] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    return files
  }

  private func record(_ made: [String: String], for snapshot: SnapshotCase) throws {
    try? FileManager.default.removeItem(at: snapshot.expected)
    try FileManager.default.createDirectory(
      at: snapshot.expected, withIntermediateDirectories: true)
    for (name, text) in made {
      try Data(text.utf8).write(to: snapshot.expected.appending(path: name))
    }
  }

  /// The lines that differ, with where they stand: enough to see what happened.
  private func difference(_ old: String, _ new: String) -> String {
    let before = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let after = new.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let changes = after.difference(from: before)
    let lines = changes.sorted { Self.place($0) < Self.place($1) }.prefix(40).map { change in
      switch change {
      case .remove(let offset, let line, _): "  \(offset + 1) - \(line.prefix(300))"
      case .insert(let offset, let line, _): "  \(offset + 1) + \(line.prefix(300))"
      }
    }
    let rest = changes.count - lines.count
    return lines.joined(separator: "\n") + (rest > 0 ? "\n  and \(rest) more lines" : "")
  }

  private static func place(_ change: CollectionDifference<String>.Change) -> Int {
    switch change {
    case .remove(let offset, _, _): offset * 2
    case .insert(let offset, _, _): offset * 2 + 1
    }
  }
}
