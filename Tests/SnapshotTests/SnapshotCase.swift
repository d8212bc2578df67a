import Foundation

/// One folder of Tests/Snapshots: `arguments` and its inputs beside `expected/`.
struct SnapshotCase: Sendable, CustomStringConvertible {
  let name: String

  var description: String { name }
  var folder: URL { Self.root.appending(path: name) }
  var expected: URL { folder.appending(path: "expected") }

  static let root = package.appending(path: "Tests/Snapshots")
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"

  static let all: [SnapshotCase] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map(SnapshotCase.init)
  }()

  /// What the program made of the case: its files, what it said and its exit status.
  func run() throws -> [String: String] {
    let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: output) }

    let words = try String(contentsOf: folder.appending(path: "arguments"), encoding: .utf8)
      .split(whereSeparator: \.isNewline).map { String($0) }
    let process = Process()
    process.executableURL = Self.program
    process.arguments = words.map { $0 == "OUT" ? output.path : $0 }
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin", "LANG": "C"]
    let said = output.appending(path: ".said")
    FileManager.default.createFile(atPath: said.path, contents: nil)
    process.standardError = try FileHandle(forWritingTo: said)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()

    var files: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: output.path)
    where !name.hasPrefix(".") {
      let text = try String(contentsOf: output.appending(path: name), encoding: .utf8)
      files[name] = name.hasSuffix(".html") && !keepsStyle ? Self.folded(text) : text
    }
    files["status"] = "\(process.terminationStatus)\n"
    let words2 = try String(contentsOf: said, encoding: .utf8)
    if !words2.isEmpty { files["said"] = words2 }
    return files
  }

  /// The examples keep their style sheet; in a hundred edge cases it would hide what they are about.
  private var keepsStyle: Bool { name.hasPrefix("example-nightly") }

  /// A page with its style sheet, its hash and its icons folded away.
  private static func folded(_ page: String) -> String {
    page.replacing(/<style>[^<]*<\/style>/, with: "<style>…</style>")
      .replacing(/'sha256-[^']*'/, with: "'sha256-…'")
      .replacing(/<symbol.*<\/symbol>/.dotMatchesNewlines(), with: "<symbol>…</symbol>")
  }

  /// The program that this package's build has just made.
  private static let program: URL = {
    let tests = Bundle.allBundles.map(\.bundleURL) + [URL(filePath: CommandLine.arguments[0])]
    for place in tests {
      var folder = place.deletingLastPathComponent()
      for _ in 0..<3 {
        let candidate = folder.appending(path: "tidemark")
        if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
        folder.deleteLastPathComponent()
      }
    }
    return package.appending(path: ".build/debug/tidemark")
  }()
}
