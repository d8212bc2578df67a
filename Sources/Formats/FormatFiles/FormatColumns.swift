internal import Diagnostics
internal import JSON
internal import Text
internal import ToolReports

/// The header of a table: the first row with all columns that a format names. Titles and dates may
/// be above it.
struct FormatColumns {
  let dialect: CSVDialect
  /// The number of rows above the header.
  private(set) var rowsAbove = 0

  private static let mostRowsAbove = 20
  /// The longest beginning that is searched for the header.
  private static let longestStart = 16 << 10
  private static let delimiters = Array(",;\t|".utf8)

  /// Finds the header in the beginning of a table; nil if no row has all columns.
  ///
  /// - Parameter delimiter: The delimiter, if it is known.
  init?(_ wanted: [String], in head: [UInt8], _ delimiter: UInt8?) {
    let names = wanted.map(Self.normalized)
    let start = Array(head.prefix(Self.longestStart))
    guard Self.mayHold(names, start) else { return nil }
    for candidate in delimiter.map({ [$0] }) ?? Self.delimiters {
      let dialect = CSVDialect(start, TableMapping(), delimiter: candidate)
      var reader = CSVReader(
        file: "", source: ByteSource(bytes: start), log: DiagnosticLog(), dialect)
      var rows = 0
      while rows <= Self.mostRowsAbove, let row = reader.next() {
        if Set(names).isSubset(of: row.map(Self.normalized)) {
          (self.dialect, rowsAbove) = (dialect, rows)
          return
        }
        rows += 1
      }
    }
    return nil
  }

  /// Whether the names occur in a text at all. Most texts are not parsed further.
  private static func mayHold(_ names: [String], _ start: [UInt8]) -> Bool {
    let text = start.compactMap { byte -> UInt8? in
      switch byte {
      case 0x09...0x0D, 0x20, UInt8(ascii: "_"): nil
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      default: byte
      }
    }
    let folded = String(decoding: text, as: UTF8.self)
    return names.allSatisfy { name in
      // The case of other letters is not folded here.
      name.utf8.contains { $0 >= 0x80 } || folded.contains(name)
    }
  }

  /// A name without white space, `_` and differences of case.
  static func normalized(_ name: String) -> String {
    name.lowercased().filter { !$0.isWhitespace && $0 != "_" }
  }
}
