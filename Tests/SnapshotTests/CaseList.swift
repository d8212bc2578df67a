import Foundation

/// The snapshot cases in Tests/Snapshots and those of them that a run is about.
///
/// In each folder the file `cases` lists them, one a line: a name, a colon and the program's
/// arguments, with spaces between them. A line that begins with `whole:` belongs to the case above
/// it and names the files that are compared whole, the others by a digest. `#` begins a comment.
struct CaseList: Sendable {
  let cases: [SnapshotCase]
  /// What is wrong with the lists themselves.
  let mistakes: [String]

  static let all = CaseList()

  private init() {
    var cases: [SnapshotCase] = []
    var mistakes: [String] = []
    for topic in Self.names(in: SnapshotCase.root) {
      let list = SnapshotCase.root.appending(path: "\(topic)/cases")
      guard let text = try? String(contentsOf: list, encoding: .utf8) else {
        mistakes.append("\(topic) has no file 'cases'")
        continue
      }
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        guard let first = words.first, !first.hasPrefix("#") else { continue }
        let rest = Array(words.dropFirst())
        if first == "whole:", let last = cases.popLast() {
          cases.append(
            SnapshotCase(
              topic: last.topic, name: last.name, arguments: last.arguments,
              wholeFiles: last.wholeFiles.union(rest)))
        } else if first.hasSuffix(":"), !rest.isEmpty {
          cases.append(
            SnapshotCase(
              topic: topic, name: String(first.dropLast()), arguments: rest, wholeFiles: []))
        } else {
          mistakes.append("\(topic)/cases: '\(line)' is not 'NAME: ARGUMENTS'")
        }
      }
    }
    let counts = Dictionary(grouping: cases, by: \.description).filter { $1.count > 1 }
    self.mistakes = mistakes + counts.keys.sorted().map { "\($0) is listed twice" }
    self.cases = cases
  }

  // MARK: - Choosing

  private static let environment = ProcessInfo.processInfo.environment
  /// `RECORD=1` records every case, `RECORD=NAME` those whose name begins so.
  private static let recording = environment["RECORD"].flatMap { $0.isEmpty ? nil : $0 }

  static var isRecording: Bool { recording != nil }
  /// The beginning of the names of the cases that are run; `nil` is all.
  static let chosenPrefix: String? =
    recording.flatMap { $0 == "1" ? nil : $0 }
    ?? environment["SNAPSHOT"].flatMap { $0.isEmpty ? nil : $0 }

  /// The cases that `RECORD` and `SNAPSHOT` name.
  static let chosen: [SnapshotCase] = {
    guard let chosenPrefix else { return all.cases }
    return all.cases.filter { $0.description.hasPrefix(chosenPrefix) }
  }()

  // MARK: - Files

  /// The names in a folder, sorted; empty if there is no such folder.
  static func names(in folder: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Recorded folders, as `TOPIC/expected/NAME`, that belong to no case.
  var staleRecordings: [String] {
    let known = Set(cases.map { "\($0.topic)/expected/\($0.name)" })
    return Self.names(in: SnapshotCase.root)
      .flatMap { topic in
        Self.names(in: SnapshotCase.root.appending(path: "\(topic)/expected"))
          .map { "\(topic)/expected/\($0)" }
      }
      .filter { !known.contains($0) }
  }

  /// Inputs, as `TOPIC/FILE`, that no case and no input of the same topic names.
  var unusedInputs: [String] {
    var unused: [String] = []
    for topic in Self.names(in: SnapshotCase.root) {
      let folder = SnapshotCase.root.appending(path: topic)
      let files = ((try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? [])
        .filter { !$0.hasPrefix("expected") && $0 != "cases" && $0.contains(".") }
      let ownTexts = files.compactMap {
        try? String(contentsOf: folder.appending(path: $0), encoding: .utf8)
      }
      for file in files {
        let isNamed =
          cases.contains { $0.topic == topic && $0.arguments.contains(file) }
          || cases.contains { $0.arguments.contains("../\(topic)/\(file)") }
          || ownTexts.contains { $0.contains("\"\(file)\"") }
        if !isNamed { unused.append("\(topic)/\(file)") }
      }
    }
    return unused
  }
}
