package import Inputs
internal import JSON
internal import ToolReports

extension InputFormat {
  package static let jsonLines = InputFormat(
    name: "jsonl", title: "JSON Lines of a logger or of messages",
    evidence: "lines with JSON objects that have 'urgency', or a level and a message",
    recognizes: { head in
      switch head.shape {
      case .blank, .xml: false
      // A single object with only `run` is an invalid dataset.
      case .json: JSONLines(head) != nil && (head.json("+") != nil || head.jsonKeys != ["run"])
      case .text: JSONLines(head) != nil
      }
    },
    isCertain: { JSONLines($0) == .messages }, mayBeEmpty: true,
    difference: nil,
    read: .messages { source, context, log in
      JSONLinesImporter(LineReader(file: context.path, source: source, log: log), context).read()
    })
}

/// The kind of the JSON objects on the first lines.
package enum JSONLines {
  case messages, records

  /// The most lines that are examined.
  private static let mostLines = 50

  package init?(_ head: InputHead) {
    if head.json("") == .object, head.json("+") == nil {
      // One object over several lines, or the only line.
      guard let kind = Self.kind(head) else { return nil }
      self = kind
      return
    }
    var kinds: [JSONLines] = []
    var lines = 0
    for line in head.bytes.split(separator: 0x0A) where lines < Self.mostLines {
      guard let start = line.firstIndex(where: { $0 > 0x20 }) else { continue }
      lines += 1
      guard line[start] == UInt8(ascii: "{") else { continue }
      if let kind = Self.kind(InputHead(Array(line[start...].prefix(InputStream.headSizes[0])))) {
        kinds.append(kind)
      }
    }
    // Up to half of the lines may be other output.
    guard let first = kinds.first, kinds.count * 2 >= lines else { return nil }
    self = first
  }

  private static func kind(_ line: InputHead) -> JSONLines? {
    if line.json("urgency") == .string,
      line.json("title") == .string || line.json("text") == .string || line.json("kind") == .string
    {
      return .messages
    }
    if line.jsonKeys == ["run"], line.json("run") == .object { return .messages }
    let isLogged =
      LogLevel.keys.contains { [.string, .number].contains(line.json($0)) }
      && LogRecord.messages.contains { line.json($0) == .string }
    return isLogged && hasLevel(line) ? .records : nil
  }

  /// Whether the level of a record is a logger's. Some tools write findings with an empty level. A
  /// line that is cut off counts as a logger's.
  private static func hasLevel(_ line: InputHead) -> Bool {
    guard let value = JSONValue.parse(line.bytes, file: "").0 else { return true }
    return LogLevel(LogRecord(value)).word.map { !$0.isEmpty } ?? true
  }
}
