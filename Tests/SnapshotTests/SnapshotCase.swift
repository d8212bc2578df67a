import Files
import Foundation
import Testing
import Text

/// One command of the program and the files that it is expected to make.
///
/// A folder of Tests/Snapshots is a topic. It holds the inputs, a file `cases` (see `CaseList`) and
/// what was recorded, in `expected/NAME/`.
struct SnapshotCase: Sendable, CustomStringConvertible {
  let topic: String
  let name: String
  /// The words behind the program's name; `OUT` is the folder that it writes to.
  let arguments: [String]
  /// The files that are compared whole, the others by a digest; all of them if empty.
  let wholeFiles: Set<String>

  /// The topic and the name, as in `SNAPSHOT=timeline/all-past`.
  var description: String { "\(topic)/\(name)" }
  var folder: URL { Self.root.appending(path: topic) }
  private var expected: URL { folder.appending(path: "expected/\(name)") }

  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let root = package.appending(path: "Tests/Snapshots")

  /// What the program made of the case: its files, and as `console` what it wrote to standard
  /// output and standard error and its exit status, unless that is nothing and 0.
  func run() async throws -> [String: String] {
    let temporary = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let output = temporary.appending(path: "out")
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: temporary) }

    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments.map { $0 == "OUT" ? output.path : $0 }
    process.currentDirectoryURL = folder
    var environment = ["PATH": "/usr/bin:/bin", "LANG": "C"]
    environment["TZDIR"] = ProcessInfo.processInfo.environment["TZDIR"]
    process.environment = environment
    let streams = ["stdout", "stderr"].map { temporary.appending(path: $0) }
    for stream in streams { try Data().write(to: stream) }
    process.standardOutput = try FileHandle(forWritingTo: streams[0])
    process.standardError = try FileHandle(forWritingTo: streams[1])
    process.standardInput = FileHandle.nullDevice
    try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in end.resume() }
      do { try process.run() } catch { end.resume(throwing: error) }
    }

    var files = try Self.texts(in: output)
    for (name, text) in files where name.hasSuffix(".html") && !keepsStyle {
      files[name] = Self.folded(text)
    }
    for name in files.keys where name.contains(Self.asset) {
      files[name] = nil
      files[name.replacing(Self.asset, with: "assets/….")] = ""
    }
    replaceByDigests(&files)
    var console = try streams.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    if process.terminationStatus != 0 { console += "exit status \(process.terminationStatus)\n" }
    if !console.isEmpty { files["console"] = console }
    return files
  }

  /// The recorded files of the case.
  func recorded() throws -> [String: String] {
    guard FileManager.default.fileExists(atPath: expected.path) else { return [:] }
    return try Self.texts(in: expected)
  }

  func record(_ made: [String: String]) throws {
    try? FileManager.default.removeItem(at: expected)
    for (name, text) in made {
      let file = expected.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  /// Every file in a folder and in those below it; packed files are unpacked and lose their ending.
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

  /// Moves the files that are not compared whole into one, `digests`: a line for each, its path and
  /// the beginning of its SHA-256.
  private func replaceByDigests(_ files: inout [String: String]) {
    guard !wholeFiles.isEmpty else { return }
    var lines: [String] = []
    for (name, text) in files where !wholeFiles.contains(name) {
      files[name] = nil
      let digest = SHA256.digest(of: text).prefix(8).map { String(format: "%02x", $0) }
      lines.append("\(digest.joined())  \(name)\n")
    }
    files["digests"] = lines.sorted { $0.dropFirst(18) < $1.dropFirst(18) }.joined()
  }

  /// One page is compared whole; in the others the style sheet would hide what they are about.
  private var keepsStyle: Bool { description == "examples/nightly" }

  /// A page without what is the same on every page: its styles, scripts, hashes and icons, and the
  /// script's words.
  private static func folded(_ page: String) -> String {
    page.replacing(/<style>[^<]*<\/style>/, with: "<style>…</style>")
      .replacing(/(<script[^>]*>)(?:[^<]|<(?!\/script))*<\/script>/) { "\($0.1)…</script>" }
      .replacing(/(<template id="[a-z-]*")[^>]*>(?:[^<]|<(?!\/template))*<\/template>/) {
        "\($0.1)>…</template>"
      }
      .replacing(/'sha256-[^']*'/, with: "'sha256-…'").replacing(asset, with: "assets/….")
      .replacing(/<symbol.*<\/symbol>/.dotMatchesNewlines(), with: "<symbol>…</symbol>")
  }

  /// A file with a style or a script, which is named by its content.
  private static var asset: Regex<Substring> { /assets\/[0-9a-f]{32}\./ }

  /// The program that this package's build has just made, in the folder of the tests.
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
