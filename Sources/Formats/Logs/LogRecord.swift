internal import Inputs
internal import JSON
internal import Text
internal import Time
internal import ToolReports

/// A record of a structured log. Keys are paths: `log.level` is the member with this name, or
/// `level` of the member `log`.
struct LogRecord {
  private let object: JSONValue

  init(_ object: JSONValue) {
    self.object = object
  }

  /// The first of the keys for which the record has a text or a number.
  func first(_ keys: [String]) -> (key: String, value: JSONValue)? {
    for key in keys {
      if let value = Self.value(at: key[...], in: object), value.written != nil {
        return (key, value)
      }
    }
    return nil
  }

  func text(_ keys: [String]) -> String? {
    for key in keys {
      if let text = Self.value(at: key[...], in: object)?.string, !text.isEmpty { return text }
    }
    return nil
  }

  private static func value(at path: Substring, in object: JSONValue) -> JSONValue? {
    if let value = object[String(path)] { return value }
    // The name of a member may contain points.
    for point in path.indices where path[point] == "." {
      if let inner = object[String(path[..<point])],
        let value = value(at: path[path.index(after: point)...], in: inner)
      {
        return value
      }
    }
    return nil
  }

  // MARK: Keys of loggers

  static let messages = [
    "msg", "message", "event", "@m", "@message", "@mt", "body", "Body", "short_message", "Message",
    "RenderedMessage", "MessageTemplate", "fields.message", "record.message", "textPayload",
    "jsonPayload.message",
  ]
  /// Messages with the names of members in braces, as Serilog writes them.
  private static let templates = ["@mt", "MessageTemplate"]
  private static let times = [
    "time", "ts", "timestamp", "@timestamp", "@t", "asctime", "Timestamp", "datetime",
    "record.time.timestamp", "instant.epochSecond", "t.$date",
  ]
  private static let names = [
    "logger", "logger_name", "loggerName", "log.logger", "name", "component", "SourceContext",
    "Category", "target", "@module", "record.name",
  ]
  private static let errors = [
    "err.message", "error.message", "err", "error", "exception.message", "thrown.message",
  ]
  private static let traces = [
    "err.stack", "error.stack_trace", "error.stack", "exception", "exc_info", "stack_trace",
    "stacktrace", "stack", "@x", "exception.stacktrace", "thrown.extendedStackTrace",
  ]
  private static let files = [
    "caller", "source.file", "pathname", "log.origin.file.name",
    "logging.googleapis.com/sourceLocation.file", "sourceLocation.file", "record.file.path", "file",
    "filename",
  ]
  private static let lines = [
    "source.line", "lineno", "log.origin.file.line", "logging.googleapis.com/sourceLocation.line",
    "sourceLocation.line", "record.line", "line", "line_number",
  ]

  var message: String? {
    template.map(rendered) ?? text(Self.messages)
  }

  /// The message before values are inserted; nil if there is another message.
  var template: String? {
    text(Self.messages.filter { !Self.templates.contains($0) }) == nil ? text(Self.templates) : nil
  }

  /// A template with the values of members inserted, except objects: `{Name}`, `{@Name:format}`.
  private func rendered(_ template: String) -> String {
    var output = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{") {
      output += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}") else { break }
      let hole = rest[...close]
      let name = hole.dropFirst().drop { "@$".contains($0) }
        .prefix { $0 != "}" && $0 != ":" && $0 != "," }
      output += object[String(name)]?.written ?? String(hole)
      rest = rest[close...].dropFirst()
    }
    return output + rest
  }

  /// The name of the logger.
  var name: String? { text(Self.names) }

  var time: TimePoint? {
    guard let (_, value) = first(Self.times) else { return nil }
    if let number = value.number { return ReportedTime.time(number) }
    // Python writes a comma before the milliseconds.
    return value.string.flatMap { ReportedTime.time($0.replacing(",", with: ".")) }
  }

  /// The error in a few words.
  var error: String? { text(Self.errors) }

  /// The error and its trace.
  var details: String? {
    let error = error
    guard let trace = text(Self.traces) else { return error == message ?? error ? nil : error }
    guard let error, !trace.contains(error) else { return trace }
    return error + "\n" + trace
  }

  /// The place in the sources. Some loggers write the line after the file.
  var place: (file: String, line: Int?)? {
    guard let file = text(Self.files) else { return nil }
    if let (_, value) = first(Self.lines), let line = value.written.flatMap({ Int($0) }) {
      return (file, line)
    }
    guard let colon = file.lastIndex(of: ":"), let line = Int(file[file.index(after: colon)...])
    else { return (file, nil) }
    return (String(file[..<colon]), line)
  }
}
