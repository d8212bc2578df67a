internal import ToolReports

/// A command of a job to its build service: `::error file=a.c,line=3::text`, `##[error]text`,
/// `##vso[task.logissue type=error;sourcepath=a.c]text`.
enum WorkflowCommand {
  /// A finding of a job about its sources or about itself.
  struct Issue {
    var level: String
    var urgency: SourceLine.Severity
    var title: String?
    var file: String?
    var line: Int?
    var column: Int?
    var code: String?
    var text: String
  }

  case issue(Issue)
  /// A value that is hidden from here on.
  case mask(String)
  /// Lines up to `::token::` are not commands.
  case stop(token: String)
  /// A task of Azure Pipelines ends and has failed.
  case failure
  /// Any other command, such as a group or a debug line.
  case other

  private static let others: Set<String> = [
    "debug", "group", "endgroup", "echo", "set-output", "save-state", "set-env", "add-path",
    "add-matcher", "remove-matcher", "section", "command", "complete",
  ]

  init?(_ line: Substring) {
    let line = PlainText.trimmedLine(line)
    if line.utf8.starts(with: "::".utf8) {
      self.init(colons: Substring(line.utf8.dropFirst(2)))
    } else if line.utf8.starts(with: "##[".utf8) {
      self.init(brackets: Substring(line.utf8.dropFirst(3)))
    } else if line.utf8.starts(with: "##vso[".utf8) {
      self.init(azure: Substring(line.utf8.dropFirst(6)))
    } else {
      return nil
    }
  }

  private init?(colons rest: Substring) {
    guard let end = Self.colons(in: rest) else { return nil }
    let header = rest[..<end]
    let data = Substring(rest.utf8[end...].dropFirst(2))
    let name = Self.name(header)
    switch name {
    case "add-mask": self = .mask(Self.decoded(data))
    case "stop-commands": self = .stop(token: String(data))
    case _ where Self.others.contains(name): self = .other
    default:
      let properties = Self.properties(header.dropFirst(name.count), separator: ",")
      self.init(name, properties, Self.decoded(data))
    }
  }

  /// The first of two colons in a row.
  private static func colons(in text: Substring) -> String.Index? {
    var previous: String.Index?
    for index in text.utf8.indices {
      guard text.utf8[index] == UInt8(ascii: ":") else {
        previous = nil
        continue
      }
      if let previous { return previous }
      previous = index
    }
    return nil
  }

  private static func name(_ header: Substring) -> String {
    Substring(header.utf8.prefix(64).prefix { $0 != 0x20 }).lowercased()
  }

  private init?(brackets rest: Substring) {
    guard let end = rest.utf8.prefix(64).firstIndex(of: UInt8(ascii: "]")) else { return nil }
    let name = rest[..<end].lowercased()
    if Self.others.contains(name) {
      self = .other
    } else {
      self.init(name, [:], String(rest[end...].dropFirst()))
    }
  }

  private init?(azure rest: Substring) {
    guard let end = rest.utf8.firstIndex(of: UInt8(ascii: "]")) else { return nil }
    let header = rest[..<end]
    let name = Self.name(header)
    let properties = Self.properties(header.dropFirst(name.count), separator: ";")
    guard name == "task.logissue" else {
      let hasFailed = name == "task.complete" && properties["result"]?.lowercased() == "failed"
      self = hasFailed ? .failure : .other
      return
    }
    self.init(
      properties["type"]?.lowercased() ?? "", properties, Self.decoded(rest[end...].dropFirst()))
  }

  private init?(_ level: String, _ properties: [String: String], _ text: String) {
    let urgency: SourceLine.Severity
    switch level {
    case "error": urgency = .error
    case "warning": urgency = .warning
    case "notice": urgency = .information
    default: return nil
    }
    func first(_ keys: String...) -> String? {
      keys.lazy.compactMap { properties[$0] }.first { !$0.isEmpty }
    }
    self = .issue(
      Issue(
        level: level, urgency: urgency, title: first("title"), file: first("file", "sourcepath"),
        line: first("line", "linenumber").flatMap { Int($0) },
        column: first("col", "columnnumber").flatMap { Int($0) }, code: first("code"),
        text: text))
  }

  private static func properties(
    _ text: Substring, separator: Character
  ) -> [String: String] {
    var properties: [String: String] = [:]
    for part in text.split(separator: separator) {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let key = PlainText.trimmedLine(part[..<equals]).lowercased()
      properties[key] = decoded(part[equals...].dropFirst())
    }
    return properties
  }

  private static let escapes: [(StaticString, UInt8)] = [
    ("%0D", 0x0D), ("%0A", 0x0A), ("%3A", UInt8(ascii: ":")), ("%2C", UInt8(ascii: ",")),
    ("%3B", UInt8(ascii: ";")), ("%5D", UInt8(ascii: "]")), ("%25", UInt8(ascii: "%")),
    ("%AZP25", UInt8(ascii: "%")),
  ]

  /// Decodes the escapes of commands in one pass from left to right.
  private static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var output: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      let escape =
        byte != UInt8(ascii: "%")
        ? nil
        : escapes.first { escape in
          escape.0.withUTF8Buffer { mark in
            rest.count >= mark.count
              && zip(mark, rest).allSatisfy { $0 == $1 || $0 == $1 & ~0x20 }
          }
        }
      output.append(escape?.1 ?? byte)
      rest = rest.dropFirst(escape?.0.utf8CodeUnitCount ?? 1)
    }
    return String(decoding: output, as: UTF8.self)
  }
}
