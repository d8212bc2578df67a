import Foundation
import Time

@testable import TidemarkCLI

/// The program, run in this process with an environment of its own.
struct Session {
  let folder: URL
  var environment: [String: String] = [:]
  var isTerminal = false
  /// The time of the clock, in seconds since 1970.
  var clock: Int64 = 1_795_166_000

  struct Outcome {
    var status: Int32
    var output: String
    var said: String
  }

  /// Runs `body` with a temporary folder.
  static func open<Result>(_ body: (inout Session) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var session = Session(folder: folder)
    return try body(&session)
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: folder.appending(path: name))
    return path(name)
  }

  func read(_ name: String) -> String? {
    try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  func run(_ arguments: String...) throws -> Outcome {
    try run(arguments)
  }

  func run(_ arguments: [String]) throws -> Outcome {
    var host = host(arguments)
    let output = try stream(".output")
    let said = try stream(".said")
    host.standardOutput = output.fileDescriptor
    host.standardError = said.fileDescriptor
    let status = Program.run(host)
    try output.close()
    try said.close()
    return Outcome(status: status, output: read(".output") ?? "", said: read(".said") ?? "")
  }

  func host(_ arguments: [String] = []) -> ProcessEnvironment {
    var host = ProcessEnvironment(
      arguments: arguments, environment: environment, clock: { [clock] in Instant(seconds: clock) },
      errorIsTerminal: isTerminal, outputIsTerminal: isTerminal)
    host.settingsFile = path("tidemark.json")
    return host
  }

  private func stream(_ name: String) throws -> FileHandle {
    try write("", to: name)
    return try FileHandle(forWritingTo: folder.appending(path: name))
  }
}

/// A dataset with one error and one warning.
let smallDataset = """
  {"version": 1, "title": "Night", "now": "2026-11-20T09:30:00Z", "messages": [
    {"urgency": "error", "title": "Broken"}, {"urgency": "warning", "title": "Odd"}]}
  """

extension Arguments {
  func values(_ option: String) -> [Setting] { settings[option] ?? [] }
  func value(_ option: String) -> String? { values(option).last?.value }
  func flag(_ option: String) -> Bool { value(option) == "true" }
}
