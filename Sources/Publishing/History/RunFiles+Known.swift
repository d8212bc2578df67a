import Files
import JSON

/// The number of consecutive runs without a match of each known issue: a run's `known.json.gz`.
extension RunFiles {
  private static let known = "known.json.gz"

  /// The numbers of runs, by the digest of the condition.
  func idleRuns(_ id: String) -> [String: Int] {
    let bytes = staging.unpack(path(id, Self.known), .seen)
    let root = bytes.flatMap { JSONValue.parse($0, file: Self.known).0 }
    var runs: [String: Int] = [:]
    for member in root?["idle"]?.members ?? [] { runs[member.key] = member.value.count }
    return runs
  }

  /// Stages the numbers; removes the file if there are none.
  func write(_ idle: [String: Int], _ id: String) throws(FileError) {
    guard !idle.isEmpty else {
      if staging.kind(of: path(id, Self.known)) != nil { staging.remove(path(id, Self.known)) }
      return
    }
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("version", 1)
      writer.key("idle")
      writer.object { writer in
        for (digest, runs) in idle.sorted(by: { $0.key < $1.key }) { writer.member(digest, runs) }
      }
    }
    let bytes = writer.bytes + [UInt8(ascii: "\n")]
    if bytes.count <= FileLimit.seen.bytes {
      try staging.pack(bytes, to: path(id, Self.known), .seen)
    }
  }
}
