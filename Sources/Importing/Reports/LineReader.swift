internal import Basics
internal import Diagnostics
internal import JSON

/// Reads a text line by line. Of a very long line the beginning is kept.
struct LineReader: ~Copyable {
  static let longestLine = 1 << 20

  let file: String
  private(set) var log: DiagnosticLog
  /// The number of the line that was read last, from 1.
  private(set) var number = 0
  private(set) var hasFailed = false
  /// Whether the last line has an end.
  private(set) var endsWithNewline = true

  private let source: ByteSource
  private var window = [UInt8](repeating: 0, count: 64 << 10)
  private var start = 0
  private var end = 0
  private var hasEnded = false

  init(file: String, source: ByteSource, log: DiagnosticLog) {
    self.file = file
    self.source = source
    self.log = log
    self.log.open(file: file)
  }

  /// The next line without its end; nil when there is none.
  mutating func next() -> String? {
    var line: [UInt8] = []
    var hasBytes = false
    while true {
      if start == end {
        guard refill() else { break }
      }
      hasBytes = true
      let rest = window[start..<end]
      let stop = rest.firstIndex(of: 0x0A)
      let piece = rest[..<(stop ?? end)]
      line.append(contentsOf: piece.prefix(Self.longestLine - line.count))
      start = stop.map { $0 + 1 } ?? end
      endsWithNewline = stop != nil
      if stop != nil { break }
    }
    guard hasBytes else { return nil }
    number += 1
    if line.last == 0x0D { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  /// Reports what is wrong with a line; nil is the one that was read last.
  mutating func report(
    _ severity: Severity, _ id: String, line: Int? = nil, _ summary: @autoclosure () -> String,
    help: @autoclosure () -> [String] = []
  ) {
    let location = SourceLocation(file: file, line: line ?? number, column: 1)
    log.add(severity, in: file) {
      Diagnostic(severity, id, summary(), at: location, help: help())
    }
  }

  /// Ends the reading and returns all that was found.
  consuming func finish() -> DiagnosticLog { log }

  private mutating func refill() -> Bool {
    guard !hasEnded else { return false }
    let source = source
    let count = window.withUnsafeMutableBytes { source.fill($0) }
    if count < 0 {
      hasFailed = true
      let reason = FileError(.read, file, code: Int32(truncatingIfNeeded: -count)).reason
      log.add(
        Diagnostic(
          .error, "unreadable-file", "the file can't be read: \(reason)",
          at: SourceLocation(file: file)))
    }
    if count <= 0 { hasEnded = true }
    (start, end) = (0, max(count, 0))
    return end > 0
  }
}
