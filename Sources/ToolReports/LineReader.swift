// Unsafe pointers: lines of large logs are passed on without a copy.

package import Diagnostics
internal import Files
package import JSON

/// Reads a text line by line. A very long line is cut.
package struct LineReader: ~Copyable {
  package static let longestLine = 1 << 20

  package let file: String
  package private(set) var log: DiagnosticLog
  /// The number of the last line that was read, from 1.
  package private(set) var number = 0
  package private(set) var hasFailed = false
  /// Whether the last line ends with a line feed.
  package private(set) var endsWithNewline = true

  /// Whether the last line was cut.
  package private(set) var isLineCut = false

  private let source: ByteSource
  private var window = [UInt8](repeating: 0, count: 64 << 10)
  private var start = 0
  private var end = 0
  private var hasEnded = false
  /// The last line: a range of the window, or `line` if it began in an earlier window.
  private var place: Range<Int>?
  private var line: [UInt8] = []

  package init(file: String, source: ByteSource, log: DiagnosticLog) {
    self.file = file
    self.source = source
    self.log = log
    self.log.open(file: file)
  }

  /// The next line without its end; nil if there is none.
  package mutating func next() -> String? {
    advance() ? withLine { String(decoding: $0, as: UTF8.self) } : nil
  }

  /// Reads the next line; false if there is none.
  package mutating func advance() -> Bool {
    line.removeAll(keepingCapacity: true)
    (place, isLineCut) = (nil, false)
    var hasBytes = false
    while true {
      if start == end {
        guard refill() else { break }
      }
      let stop = lineEnd()
      let piece = start..<(stop ?? end)
      if !hasBytes, stop != nil {
        place = piece
      } else {
        let room = Self.longestLine - line.count
        isLineCut = isLineCut || piece.count > room
        line.append(contentsOf: window[piece].prefix(room))
      }
      hasBytes = true
      start = stop.map { $0 + 1 } ?? end
      endsWithNewline = stop != nil
      if stop != nil { break }
    }
    guard hasBytes else { return false }
    number += 1
    return true
  }

  /// Passes the bytes of the last line, without its end, to `body`.
  package func withLine<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    func whole(_ bytes: UnsafeBufferPointer<UInt8>) -> Result {
      let count = bytes.last == 0x0D ? bytes.count - 1 : bytes.count
      return body(UnsafeBufferPointer(rebasing: bytes[..<count]))
    }
    guard let place else { return line.withUnsafeBufferPointer(whole) }
    return window.withUnsafeBufferPointer { whole(UnsafeBufferPointer(rebasing: $0[place])) }
  }

  /// The end of the line that begins at `start`; nil if it is not in the window.
  private func lineEnd() -> Int? {
    window[start..<end].firstIndex(of: 0x0A)
  }

  /// Reports a problem of a line; nil is the last line that was read.
  package mutating func report(
    _ severity: Severity, _ id: String, line: Int? = nil, _ summary: @autoclosure () -> String,
    help: @autoclosure () -> [String] = []
  ) {
    let location = SourceLocation(file: file, line: line ?? number, column: 1)
    log.add(severity, in: file) {
      Diagnostic(severity, id, summary(), at: location, help: help())
    }
  }

  /// Ends the reading and returns the diagnostics.
  package consuming func finish() -> DiagnosticLog { log }

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
