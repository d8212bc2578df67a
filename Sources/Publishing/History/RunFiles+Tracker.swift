import Basics
import Composing
import Importing
import JSON
import Model

/// The files of a run's tracker: `seen.json.gz`, `kept.json.gz` with the messages of earlier runs that
/// may still be there, and `lines.json.gz` with the digests of the lines around all of them.
extension RunFiles {
  private static let seen = "seen.json.gz"
  private static let kept = "kept.json.gz"
  private static let lines = "lines.json.gz"

  /// What `seen.json.gz` holds; nil when it is absent or damaged.
  func seen(_ id: String) -> JSONValue? {
    staging.unpack(path(id, Self.seen), .seen).flatMap { JSONValue.parse($0, file: Self.seen).0 }
  }

  /// The messages of earlier runs that may still be there as of a run.
  ///
  /// - Parameter count: The number of messages of the run itself.
  func kept(_ id: String, after count: Int) -> [Message] {
    guard let bytes = staging.unpack(path(id, Self.kept), .dataset) else { return [] }
    var messages = read(bytes, path(id, Self.kept))?.messages ?? []
    for (index, line) in lines(id).dropFirst(count).prefix(messages.count).enumerated() {
      messages[index].location?.context = line.map(Message.Context.init(digest:))
    }
    return messages
  }

  /// The digest of each message's lines; nil for none.
  func lines(_ id: String) -> [ContextDigest?] {
    guard let bytes = staging.unpack(path(id, Self.lines), .seen),
      let root = JSONValue.parse(bytes, file: Self.lines).0, let text = root["lines"]?.string
    else { return [] }
    let characters = Array(text.utf8)
    let length = ContextDigest.writtenCount
    return stride(from: 0, to: characters.count, by: length).map {
      ContextDigest(written: characters[$0..<min($0 + length, characters.count)])
    }
  }

  /// Stages the files of a run's tracker.
  func write(_ tracker: MessageTracker, _ id: String) throws(FileError) {
    try write(tracker.bytes, id, Self.seen, .seen)
    try write(Self.bytes(of: tracker.kept), id, Self.kept, .dataset)
    try write(Self.bytes(linesOf: tracker.baseline?.messages ?? []), id, Self.lines, .seen)
  }

  /// Whether a run's files hold this tracker.
  func holds(_ tracker: MessageTracker, _ id: String) -> Bool {
    staging.unpack(path(id, Self.seen), .seen) == tracker.bytes
      && staging.unpack(path(id, Self.kept), .dataset) == Self.bytes(of: tracker.kept)
  }

  func removeTracker(_ id: String) throws(FileError) {
    for file in [Self.seen, Self.kept, Self.lines] { try write(nil, id, file, .seen) }
  }

  private static func bytes(of kept: ArraySlice<Message>) -> [UInt8]? {
    if kept.isEmpty { return nil }
    var dataset = Dataset()
    dataset.messages = Array(kept)
    return DatasetWriter.bytes(dataset, hasContext: false)
  }

  private static func bytes(linesOf messages: [Message]) -> [UInt8]? {
    if messages.allSatisfy({ $0.location?.context == nil }) { return nil }
    let none = [UInt8](repeating: UInt8(ascii: "."), count: ContextDigest.writtenCount)
    let text = messages.flatMap { $0.location?.context?.digest.written ?? none }
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("version", 1)
      writer.member("lines", String(decoding: text, as: UTF8.self))
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Stages a file, or the removal of one that is not needed, or too large to keep: then the tracker is
  /// computed from the datasets each time.
  private func write(
    _ bytes: [UInt8]?, _ id: String, _ file: String, _ limit: FileLimit
  ) throws(FileError) {
    if let bytes, bytes.count <= limit.bytes {
      try staging.pack(bytes, to: path(id, file), limit)
    } else if staging.kind(of: path(id, file)) != nil {
      staging.remove(path(id, file))
    }
  }
}
