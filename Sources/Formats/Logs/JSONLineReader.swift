// Unsafe pointers: lines of large logs are read in place.

package import Diagnostics
package import JSON
package import ToolReports

/// Reads the JSON objects of a log: one in each line, or over several lines from `{` to the next
/// line that begins with `}`. Record separators (RFC 7464) and the `data:` of server-sent events
/// may precede them. Unreadable lines are reported and left out.
package struct JSONLineReader: ~Copyable {
  private var lines: LineReader
  /// Reads the object that `next` found.
  package var json: JSONReader
  /// The number of the object's first line.
  package private(set) var number = 0
  /// Whether the text of the object ends with its bracket.
  private(set) var isClosed = false
  /// Whether the last line is an incomplete object.
  package private(set) var isCutOff = false
  /// Whether every line must be an object, as for messages. A log also has other lines.
  private let isOfObjects: Bool
  /// The signs of failure in lines that are no objects of the log.
  package private(set) var signs = FailureSigns()
  private var read = 0
  private var broken = 0
  private var hasNext = false
  /// The lines of the object if it has several, else its start in its line.
  private var joined: [UInt8] = []
  private var start: Int?

  package init(_ lines: consuming LineReader, isOfObjects: Bool = false) {
    self.isOfObjects = isOfObjects
    json = JSONReader(file: lines.file, limits: .ofReports)
    self.lines = lines
  }

  /// Finds the next object; false if there is none.
  package mutating func next() -> Bool {
    while hasNext || lines.advance() {
      hasNext = false
      number = lines.number
      switch lines.withLine(Self.kind) {
      case .other: continue
      case .opening:
        start = nil
        join()
      case .text(let start):
        self.start = start
        isClosed = lines.withLine { $0.last { $0 > 0x20 } == UInt8(ascii: "}") }
      }
      begin()
      let isObject = json.peek() == .object
      if isObject, !lines.isLineCut { return true }
      reject(isObject: isObject)
    }
    return false
  }

  /// Begins the object, even if it was read before.
  package mutating func begin() {
    if let start {
      lines.withLine { json.begin(UnsafeBufferPointer(rebasing: $0[start...]), line: number) }
    } else {
      joined.withUnsafeBufferPointer { json.begin($0, line: number) }
    }
  }

  /// Ends the object; false, with a diagnostic, if it can't be read.
  package mutating func endObject() -> Bool {
    guard json.hasReadText() else {
      reject(isObject: true)
      return false
    }
    accept()
    return true
  }

  /// Counts an object that needs no further reading.
  package mutating func accept() { read += 1 }

  /// Reports a line, or the beginning of an object, that can't be read.
  mutating func reject(isObject: Bool) {
    broken += 1
    let line = lines.withLine { String(decoding: $0, as: UTF8.self) }
    if isOfObjects || isObject && Self.looksLikeObject(line) {
      signs.addUnread(line[...], number: number)
    } else {
      signs.examine(line[...], number: number)
    }
    if !lines.endsWithNewline, !isClosed {
      isCutOff = true
      lines.report(.warning, "cut-off", line: number, "the last line is cut off")
    } else if lines.isLineCut {
      let limit = LineReader.longestLine >> 20
      lines.report(
        .warning, "broken-line", line: number,
        "the line is longer than \(limit) MiB and is left out")
    } else {
      lines.report(
        .warning, "broken-line", line: number, "the line is no JSON object and is left out")
    }
  }

  /// Whether a text begins an object, unlike a line such as `{main} started`.
  private static func looksLikeObject(_ line: String) -> Bool {
    guard let open = line.utf8.firstIndex(of: UInt8(ascii: "{")) else { return false }
    let next = line.utf8[open...].dropFirst().first { $0 > 0x20 }
    return next == nil || next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
  }

  /// Reports a problem of an object: the object in `line`, else the last one.
  package mutating func report(
    _ severity: Severity, _ id: String, line: Int? = nil, _ summary: String, help: [String] = []
  ) {
    lines.report(severity, id, line: line ?? number, summary, help: help)
  }

  /// Ends the reading and returns the diagnostics.
  package consuming func finish(_ help: String) -> DiagnosticLog {
    if broken > read {
      lines.report(
        .error, "few-objects", line: 1,
        "\(broken) of \(broken + read) lines are no JSON objects", help: [help])
    }
    return lines.finish()
  }

  private enum Kind {
    /// An object begins at an index.
    case text(Int)
    /// A bracket that begins an object of several lines.
    case opening
    /// A blank line, or a remark of `journalctl`.
    case other
  }

  private static func kind(_ line: UnsafeBufferPointer<UInt8>) -> Kind {
    var start = 0
    while start < line.count, line[start] <= 0x20 { start += 1 }
    if line[start...].starts(with: "data:".utf8) {
      start += 5
      while start < line.count, line[start] <= 0x20 { start += 1 }
    }
    let text = line[start...]
    let isRemark = text.starts(with: "-- ".utf8) && text.suffix(3).elementsEqual(" --".utf8)
    if text.isEmpty || isRemark { return .other }
    let isOpening = text.count == 1 && text.first == UInt8(ascii: "{")
    return isOpening ? .opening : .text(start)
  }

  /// Joins the lines of an object up to its last one.
  private mutating func join() {
    joined = [UInt8(ascii: "{")]
    isClosed = false
    while !isClosed, lines.advance() {
      let first = lines.withLine { $0.first }
      if first == UInt8(ascii: "{") {
        // The previous object has no end.
        hasNext = true
        break
      }
      isClosed = first == UInt8(ascii: "}")
      joined.append(0x0A)
      guard joined.count < LineReader.longestLine else { continue }
      lines.withLine { joined.append(contentsOf: $0) }
    }
  }
}
