internal import Diagnostics
internal import Files
internal import JSON
internal import ToolReports

/// Reads the rows of a table (RFC 4180). Quoted cells may contain line ends.
struct CSVReader: ~Copyable {
  /// The most bytes stored of a cell, and the most cells of a row.
  static let longestCell = 1 << 20
  static let mostCells = 10_000

  let file: String
  private(set) var log: DiagnosticLog
  /// The line in which the last row begins, from 1.
  private(set) var rowLine = 1
  private(set) var hasFailed = false

  private let source: ByteSource
  private let delimiter: UInt8
  private var skipsFirstLine: Bool
  private var window = [UInt8](repeating: 0, count: 64 << 10)
  private var index = 0
  private var end = 0
  private var hasEnded = false
  private var line = 1
  // The state of the current row.
  private var cells: [String] = []
  private var cell: [UInt8] = []
  private var rowBytes = 0
  private var isCellBlank = true

  init(
    file: String, source: ByteSource, log: consuming DiagnosticLog, _ dialect: CSVDialect
  ) {
    self.file = file
    self.source = source
    self.log = log
    delimiter = dialect.delimiter
    skipsFirstLine = dialect.hasMark
    self.log.open(file: file)
  }

  /// The next row that is not blank, with its cells trimmed; nil at the end.
  mutating func next() -> [String]? {
    while !hasFailed {
      rowLine = line
      cells = []
      (cell, rowBytes, isCellBlank) = ([], 0, true)
      guard readRow() else { return nil }
      if skipsFirstLine {
        skipsFirstLine = false
      } else if cells.contains(where: { !$0.isEmpty }) {
        return cells
      }
    }
    return nil
  }

  /// Reads the cells of a row; false at the end of the text.
  private mutating func readRow() -> Bool {
    var hasBytes = false
    while let byte = nextByte() {
      hasBytes = true
      switch byte {
      case delimiter: endCell()
      case 0x0A, 0x0D:
        if byte == 0x0D, peek() == 0x0A { index += 1 }
        line += 1
        endCell()
        return true
      case UInt8(ascii: "\"") where isCellBlank:
        cell.removeAll(keepingCapacity: true)
        isCellBlank = false
        guard readQuoted() else { return false }
      default:
        if !PlainText.isSpaceOrTab(byte) { isCellBlank = false }
        keep(byte)
      }
    }
    if hasBytes { endCell() }
    return hasBytes
  }

  /// Reads a quoted cell, in which a doubled quotation mark is one character.
  private mutating func readQuoted() -> Bool {
    let opened = line
    while let byte = nextByte() {
      if byte == UInt8(ascii: "\"") {
        guard peek() == byte else { return true }
        index += 1
      } else if byte == 0x0A || byte == 0x0D && peek() != 0x0A {
        line += 1
      }
      keep(byte)
    }
    if !hasFailed {
      report(.error, "unclosed-quote", line: opened, "a quotation mark is not closed")
      hasFailed = true
    }
    return false
  }

  private mutating func keep(_ byte: UInt8) {
    guard cell.count < Self.longestCell, rowBytes < 16 * Self.longestCell else { return }
    cell.append(byte)
    rowBytes += 1
  }

  private mutating func endCell() {
    if cells.count < Self.mostCells {
      cells.append(PlainText.trimmed(String(decoding: cell, as: UTF8.self)))
    }
    cell.removeAll(keepingCapacity: true)
    isCellBlank = true
  }

  // MARK: Bytes

  private mutating func nextByte() -> UInt8? {
    guard let byte = peek() else { return nil }
    index += 1
    return byte
  }

  private mutating func peek() -> UInt8? {
    if index == end {
      guard !hasEnded else { return nil }
      let source = source
      let count = window.withUnsafeMutableBytes { source.fill($0) }
      (index, end, hasEnded) = (0, max(count, 0), count <= 0)
      if count < 0 {
        hasFailed = true
        let reason = FileError(.read, file, code: Int32(truncatingIfNeeded: -count)).reason
        log.add(
          Diagnostic(
            .error, "unreadable-file", "the file can't be read: \(reason)",
            at: SourceLocation(file: file)))
      }
      if count <= 0 { return nil }
    }
    return window[index]
  }

  // MARK: Diagnostics

  /// Reports a problem of a line. Without `line`, it is the line of the last row.
  mutating func report(
    _ severity: Severity, _ id: String, line: Int? = nil, _ summary: @autoclosure () -> String,
    help: @autoclosure () -> [String] = []
  ) {
    let location = SourceLocation(file: file, line: line ?? rowLine, column: 1)
    log.add(severity, in: file) {
      Diagnostic(severity, id, summary(), at: location, help: help())
    }
  }
}
