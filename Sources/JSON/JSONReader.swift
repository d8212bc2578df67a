// Unsafe pointers: the reader scans its buffer without bounds checks; a zero byte ends it.

// Reads through pointers, since each byte of an input passes here.

package import Diagnostics
internal import Platform

/// A pull parser for JSON and JSON5 that reads through a sliding window, so that the text is never
/// held completely. Provides line and column of every key and value.
///
/// Call `enterObject`, then `nextKey` until it returns false, and take or skip exactly one value
/// after each key; `enterArray` and `nextElement` likewise. Problems go to `log`. Reading continues
/// after errors with an obvious correction (a missing comma). After any other syntax error
/// `hasFailed` is true, and every container appears to have ended.
package struct JSONReader: ~Copyable {
  package struct Position: Sendable, Hashable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  package struct Limits: Sendable {
    package var nesting = 64
    package var valueBytes = 16 << 20
    /// Whether a number that is too large is infinite instead of an error.
    package var takesHugeNumbers = false

    package init() {}
  }

  package enum Kind: UInt8, Sendable {
    case null, bool, number, string, object, array
    /// A key without a value, already reported.
    case missing
    /// An error that prevents reading on, already reported.
    case failed
  }

  struct Container {
    var isObject: Bool
    var opened: Position
  }

  struct UnknownKeys {
    var object: Position
    var keys: Set<String> = []
  }

  package let file: String
  package var log: DiagnosticLog
  package internal(set) var hasFailed = false
  /// The position of the key found by `nextKey`.
  package internal(set) var keyPosition = Position(line: 1, column: 1)
  /// The position of the value announced last.
  package internal(set) var valuePosition = Position(line: 1, column: 1)

  let source: ByteSource
  let limits: Limits

  // The window: bytes `cursor..<end` are unread. `slack` zero bytes follow, so that a scan can read
  // whole words and stops at a NUL.
  var base: UnsafeMutablePointer<UInt8>
  var capacity: Int
  var cursor = 0
  var end = 0
  var sourceHasEnded = false
  /// The number of bytes that have left the window.
  var passed = 0
  static var slack: Int { 16 }

  var line = 1
  /// The start of the line in the window (possibly before it), increased by each UTF-8 continuation
  /// byte, so that a subtraction yields the column.
  var lineStart = 0

  var containers: [Container] = []
  /// For each depth, the unknown keys of the last object that has any.
  var unknownKeys: [Int: UnknownKeys] = [:]
  /// The names of skipped values that may hold findings.
  package internal(set) var unread: Set<String> = []
  /// Whether the last item of the container is complete, so that a comma must follow.
  var isAfterItem = false
  var lastItemWasString = false
  var awaitsColon = false
  /// The value announced by `peek` and not yet read.
  var peeked: Kind?
  var peekedBool = false
  var peekedNumber: Double?

  var textStart = 0
  var textCount = 0

  package init(
    file: String, source: ByteSource, log: DiagnosticLog = DiagnosticLog(),
    limits: Limits = Limits(), windowSize: Int = 128 << 10
  ) {
    self.file = file
    self.source = source
    self.log = log
    self.limits = limits
    self.log.open(file: file)
    // For a short source, one and a half times its size, so that its end is found without moving
    // bytes. At least 4 KiB, because some files are larger than the system reports.
    let needed = source.expectedCount.map { max(min($0, windowSize) * 3 / 2, 4 << 10) }
    capacity = max(min(windowSize, needed ?? windowSize), 64)
    base = .allocate(capacity: capacity + Self.slack)
    base.initialize(repeating: 0, count: capacity + Self.slack)
    checkEncoding()
  }

  deinit {
    base.deallocate()
  }

  /// The unescaped bytes of the last key or string; valid until the reader moves on.
  package var text: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + textStart, count: textCount)
  }

  /// `text` as a string, with U+FFFD for invalid UTF-8.
  package var textString: String {
    String(decoding: text, as: UTF8.self)
  }

  /// The number of bytes of the source that have been read.
  package var offset: Int { passed + cursor }

  /// Extrapolates `count` items read so far to the whole source; at least `count`. Nil if the
  /// length is unknown.
  package func expectedTotal(of count: Int) -> Int? {
    guard let total = source.expectedCount, offset > 0 else { return nil }
    let share = Double(total) / Double(offset)
    return share > 1 && share < 1e6 ? Int(exactly: (Double(count) * share).rounded(.up)) : nil
  }

  package func location(_ position: Position) -> SourceLocation {
    SourceLocation(file: file, line: position.line, column: position.column)
  }
}

extension JSONReader {
  func position(at index: Int) -> Position {
    Position(line: line, column: index - lineStart + 1)
  }

  var isAtEnd: Bool { sourceHasEnded && cursor == end }

  /// Reads more bytes after `end`, keeping those from `start`. Returns the distance by which the
  /// content of the window moved to the left; `sourceHasEnded` is set at the end.
  mutating func refill(keeping start: Int) -> Int {
    var moved = 0
    if capacity - end < capacity / 4 {
      moved = start
      let count = end - start
      if count > capacity / 2 {
        grow(to: capacity * 2, keeping: start)
      } else if moved > 0 {
        memmove(base, base + start, count)
      }
      end = count
      passed += moved
      cursor -= moved
      lineStart -= moved
    }
    if !sourceHasEnded {
      let free = UnsafeMutableRawBufferPointer(start: base + end, count: capacity - end)
      let count = source.fill(free)
      if count <= 0 {
        sourceHasEnded = true
        if count < 0 { failReading(-count) }
      } else {
        end += min(count, free.count)
      }
    }
    (base + end).update(repeating: 0, count: Self.slack)
    return moved
  }

  /// Enlarges the window. Leaves the bytes after `end` uninitialized; `refill` writes the slack.
  private mutating func grow(to larger: Int, keeping start: Int) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + Self.slack)
    memcpy(memory, base + start, end - start)
    base.deallocate()
    base = memory
    capacity = larger
  }

  /// Ensures that `count` bytes are available from `cursor`, unless the source ends.
  mutating func ensure(_ count: Int) {
    while end - cursor < count, !sourceHasEnded {
      _ = refill(keeping: cursor)
    }
  }

  // MARK: Problems

  package mutating func report(
    _ severity: Severity, _ id: String, at position: Position,
    _ summary: @autoclosure () -> String, help: @autoclosure () -> [String] = []
  ) {
    let location = location(position)
    log.add(severity, in: file) {
      Diagnostic(severity, id, summary(), at: location, help: help())
    }
  }

  /// Reports an error that makes the rest of the file unreadable.
  mutating func fail(
    _ id: String, at position: Position, _ summary: @autoclosure () -> String,
    help: @autoclosure () -> [String] = []
  ) {
    guard !hasFailed else { return }
    report(.error, id, at: position, summary(), help: help())
    hasFailed = true
    peeked = .failed
  }

  private mutating func failReading(_ code: Int) {
    let reason = String(cString: strerror(Int32(truncatingIfNeeded: code)))
    fail("unreadable-file", at: Position(line: 0, column: 0), "the file can't be read: \(reason)")
  }

  /// Reports that the file ends within an open string or container.
  mutating func failTruncated(inside thing: String, opened: Position) {
    let others = containers.reversed().filter { $0.opened != opened }.prefix(3).map {
      "the \($0.isObject ? "object" : "array") opened at \($0.opened.line):\($0.opened.column)"
    }
    fail(
      "truncated-file", at: position(at: end),
      "the file ends inside the \(thing) opened at \(opened.line):\(opened.column)",
      help: others.isEmpty ? [] : ["still open: " + others.joined(separator: ", ")])
  }
}
