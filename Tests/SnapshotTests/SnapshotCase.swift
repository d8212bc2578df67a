import Foundation
import Publishing
import Testing

/// One folder of Tests/Snapshots: `arguments` (a word a line; `OUT` is the folder that is written
/// to) and its inputs, beside `expected/`.
struct SnapshotCase: Sendable, CustomStringConvertible {
  let name: String

  var description: String { name }
  private var folder: URL { Self.root.appending(path: name) }
  private var expected: URL { folder.appending(path: "expected") }
  private var arguments: URL { folder.appending(path: "arguments") }

  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let root = package.appending(path: "Tests/Snapshots")
  static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"

  static let all: [SnapshotCase] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map(SnapshotCase.init)
  }()

  var hasArguments: Bool { FileManager.default.fileExists(atPath: arguments.path) }

  /// What the program made of the case: its files, what it printed and said, and its exit status.
  func run() async throws -> [String: String] {
    let temporary = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let output = temporary.appending(path: "out")
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: temporary) }

    let words = try String(contentsOf: arguments, encoding: .utf8)
      .split(whereSeparator: \.isNewline).map { $0 == "OUT" ? output.path : String($0) }
    let process = Process()
    process.executableURL = Self.program
    process.arguments = words
    process.currentDirectoryURL = folder
    var environment = ["PATH": "/usr/bin:/bin", "LANG": "C"]
    environment["TZDIR"] = ProcessInfo.processInfo.environment["TZDIR"]
    process.environment = environment
    let printed = temporary.appending(path: "printed")
    let said = temporary.appending(path: "said")
    for stream in [printed, said] {
      try Data().write(to: stream)
    }
    process.standardOutput = try FileHandle(forWritingTo: printed)
    process.standardError = try FileHandle(forWritingTo: said)
    process.standardInput = FileHandle.nullDevice
    try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in end.resume() }
      do { try process.run() } catch { end.resume(throwing: error) }
    }

    var files = try Self.texts(in: output)
    for (name, text) in files where name.hasSuffix(".html") && !keepsStyle {
      files[name] = Self.folded(text)
    }
    files["status"] = "\(process.terminationStatus)\n"
    for stream in [printed, said] {
      let text = try String(contentsOf: stream, encoding: .utf8)
      if !text.isEmpty { files[stream.lastPathComponent] = text }
    }
    return files
  }

  /// What was recorded of the case.
  func recorded() throws -> [String: String] {
    guard FileManager.default.fileExists(atPath: expected.path) else { return [:] }
    return try Self.texts(in: expected)
  }

  func record(_ made: [String: String]) throws {
    try? FileManager.default.removeItem(at: expected)
    try FileManager.default.createDirectory(at: expected, withIntermediateDirectories: true)
    for (name, text) in made {
      let file = expected.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  /// Every file in a folder and in those below it; what is packed is unpacked, without its ending.
  private static func texts(in folder: URL) throws -> [String: String] {
    var texts: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let file = folder.appending(path: name)
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile ?? false else {
        continue
      }
      if name.hasSuffix(".gz") {
        let bytes = try #require(
          Gzip.unpack(Array(Data(contentsOf: file)), limit: 1 << 28), "\(name) is damaged")
        texts[String(name.dropLast(3))] = String(decoding: bytes, as: UTF8.self)
      } else {
        texts[name] = try String(contentsOf: file, encoding: .utf8)
      }
    }
    return texts
  }

  /// One page is compared whole; in a hundred others the style sheet would hide what they are about.
  private var keepsStyle: Bool { name == "example-nightly" }

  /// A page with what is the same on every page folded away: its styles, scripts, hashes and icons,
  /// and the script's words.
  private static func folded(_ page: String) -> String {
    page.replacing(/<style>[^<]*<\/style>/, with: "<style>…</style>")
      .replacing(/(<script[^>]*>)(?:[^<]|<(?!\/script))*<\/script>/) { "\($0.1)…</script>" }
      .replacing(/(<template id="[a-z-]*")[^>]*>(?:[^<]|<(?!\/template))*<\/template>/) {
        "\($0.1)>…</template>"
      }
      .replacing(/'sha256-[^']*'/, with: "'sha256-…'")
      .replacing(/<symbol.*<\/symbol>/.dotMatchesNewlines(), with: "<symbol>…</symbol>")
  }

  /// The program that this package's build has just made; it lies beside the tests.
  private static let program: URL = {
    for place in Bundle.allBundles.map(\.bundleURL) + [URL(filePath: CommandLine.arguments[0])] {
      var folder = place
      for _ in 0..<4 {
        folder.deleteLastPathComponent()
        let candidate = folder.appending(path: "tidemark")
        if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      }
    }
    return package.appending(path: ".build/debug/tidemark")
  }()
}
