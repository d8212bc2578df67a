import Composing
import Datasets
import Files
import JSON
import Model

/// The contents of a stored file, which may be absent or damaged. A file that can't be read is
/// neither: it prevents writing (`Staging.check`).
enum Stored<Value> {
  case absent, damaged
  case whole(Value)
}

/// The files of a run's tracker: `seen.json.gz`, `kept.json.gz` with the messages of earlier runs
/// that may still exist and with the reference if it is an earlier run, and `lines.json.gz` with the
/// digests of the lines around all messages.
extension RunFiles {
  static let seen = "seen.json.gz"
  static let kept = "kept.json.gz"
  static let lines = "lines.json.gz"

  /// The contents of `seen.json.gz`.
  func seen(_ id: String) -> Stored<JSONValue> { json(id, Self.seen) }

  func json(_ id: String, _ file: String) -> Stored<JSONValue> {
    switch unpack(id, file, .seen) {
    case .absent: .absent
    case .damaged: .damaged
    case .whole(let bytes): JSONValue.parse(bytes, file: file).0.map { .whole($0) } ?? .damaged
    }
  }

  private func unpack(_ id: String, _ file: String, _ limit: FileLimit) -> Stored<[UInt8]> {
    guard let bytes = staging.read(path(id, file), limit) else {
      return staging.kind(of: path(id, file)) == .file ? .damaged : .absent
    }
    return Gzip.unpack(bytes, limit: limit.bytes).map { .whole($0) } ?? .damaged
  }

  /// The messages of earlier runs that may still exist as of a run, without their lines, and the
  /// earlier run that is still the reference; nil if they are damaged.
  ///
  /// - Parameter companions: The digests in the tracker's file.
  func kept(_ id: String, _ companions: MessageTracker.Companions) -> Dataset? {
    switch unpack(id, Self.kept, .dataset) {
    case .absent: return companions.kept == nil ? Dataset() : nil
    case .damaged: return nil
    case .whole(let bytes):
      if companions.kept != PublishedRun.digest(bytes) { return nil }
      return read(bytes, path(id, Self.kept))
    }
  }

  /// The context of each message of a run, then of each kept message; nil if it has none.
  func contexts(of run: PublishedRun) -> Stored<[Message.Context?]> {
    let root: JSONValue
    switch json(run.id, Self.lines) {
    case .absent: return .absent
    case .damaged: return .damaged
    case .whole(let found): root = found
    }
    let length = ContextDigest.writtenCount
    guard root["version"]?.count == 1, let text = root["lines"]?.string,
      root["dataset"]?.string == run.digest, text.utf8.count % length == 0
    else { return .damaged }
    let characters = Array(text.utf8)
    var areRead = (root["read"]?.elements ?? []).map { $0.count ?? 0 }[...]
    var (isRead, left) = (false, areRead.popFirst() ?? .max)
    var contexts: [Message.Context?] = []
    for start in stride(from: 0, to: characters.count, by: length) {
      let written = characters[start..<start + length]
      guard let digest = ContextDigest(written: written) else {
        if written.contains(where: { $0 != UInt8(ascii: ".") }) { return .damaged }
        contexts.append(nil)
        continue
      }
      while left == 0 {
        isRead.toggle()
        left = areRead.popFirst() ?? .max
      }
      left -= 1
      var context = Message.Context(digest: digest)
      context.isRead = isRead
      contexts.append(context)
    }
    return .whole(contexts)
  }

  /// Stages the files of a run's tracker. If one would be too large, removes them all; the tracker
  /// is then computed from the datasets each time.
  func write(_ tracker: MessageTracker, of run: PublishedRun) throws(FileError) {
    let files = TrackerFiles(tracker, of: run)
    for (file, bytes, limit) in files.all {
      try write(files.fit ? bytes : nil, run.id, file, limit)
    }
  }

  /// Whether a run's files store this tracker.
  func holds(_ tracker: MessageTracker, of run: PublishedRun) -> Bool {
    TrackerFiles(tracker, of: run).all.allSatisfy { file, bytes, limit in
      staging.unpack(path(run.id, file), limit) == bytes
    }
  }

  func removeTracker(_ id: String) throws(FileError) {
    for file in [Self.seen, Self.kept, Self.lines] { try write(nil, id, file, .seen) }
  }

  /// Stages a file; without bytes, stages its removal.
  func write(
    _ bytes: [UInt8]?, _ id: String, _ file: String, _ limit: FileLimit
  ) throws(FileError) {
    if let bytes {
      try staging.pack(bytes, to: path(id, file), limit)
    } else if staging.kind(of: path(id, file)) != nil {
      staging.remove(path(id, file))
    }
  }
}

/// The contents of a tracker's files; nil for those that are not needed.
private struct TrackerFiles {
  let all: [(name: String, bytes: [UInt8]?, limit: FileLimit)]

  var fit: Bool { all.allSatisfy { $0.bytes?.count ?? 0 <= $0.limit.bytes } }

  init(_ tracker: MessageTracker, of run: PublishedRun) {
    let kept = Self.bytes(of: tracker.kept, tracker.reference)
    let lines = Self.bytes(linesOf: tracker.baseline?.messages ?? [], of: run)
    let seen = tracker.bytes(
      beside: MessageTracker.Companions(
        dataset: run.digest, kept: kept.map(PublishedRun.digest),
        lines: lines.map(PublishedRun.digest)))
    all = [
      (RunFiles.seen, seen, .seen), (RunFiles.kept, kept, .dataset), (RunFiles.lines, lines, .seen),
    ]
  }

  private static func bytes(
    of kept: ArraySlice<Message>, _ reference: CoverageReference?
  ) -> [UInt8]? {
    if kept.isEmpty, reference == nil { return nil }
    var dataset = Dataset()
    dataset.messages = Array(kept)
    dataset.reference = reference
    return DatasetWriter.bytes(dataset, hasContext: false)
  }

  private static func bytes(linesOf messages: [Message], of run: PublishedRun) -> [UInt8]? {
    if messages.allSatisfy({ $0.location?.context == nil }) { return nil }
    let none = [UInt8](repeating: UInt8(ascii: "."), count: ContextDigest.writtenCount)
    var text: [UInt8] = []
    // Alternating counts: contexts not read from the sources, then contexts read from them.
    var (areRead, isRead) = ([0], false)
    for message in messages {
      guard let context = message.location?.context else {
        text += none
        continue
      }
      text += context.digest.written
      if context.isRead != isRead {
        isRead = context.isRead
        areRead.append(0)
      }
      areRead[areRead.count - 1] += 1
    }
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("version", 1)
      writer.member("dataset", run.digest)
      if areRead.count > 1 {
        writer.key("read")
        writer.array { writer in for count in areRead { writer.value(count) } }
      }
      writer.member("lines", String(decoding: text, as: UTF8.self))
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}
