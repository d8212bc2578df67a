import Diagnostics
import Markup
import Text

/// A row of a table in CSV.
enum CSVRow {
  static func write(_ cells: [String], to sink: inout ByteSink) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { sink.write(byte: UInt8(ascii: ",")) }
      write(cell, to: &sink)
    }
    sink.write("\r\n")
  }

  /// Writes a cell. Hidden characters become signs.
  private static func write(_ cell: String, to sink: inout ByteSink) {
    var shown = ByteSink()
    LiteralText.writeText(FormulaMark.added(to: cell), keepsLines: true, to: &shown)
    // A job may print the table to its log.
    let bytes = shown.bytes.withUnsafeBufferPointer { RunnerCommands.broken($0) } ?? shown.bytes
    guard bytes.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: ",") || isQuote($0) }) else {
      return sink.write(bytes)
    }
    sink.write(byte: UInt8(ascii: "\""))
    for byte in bytes {
      if isQuote(byte) { sink.write(byte: byte) }
      sink.write(byte: byte)
    }
    sink.write(byte: UInt8(ascii: "\""))
  }

  private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") }
}
