/// The apostrophe in front of a cell that a spreadsheet would run as a formula.
package enum FormulaMark {
  /// The cell, with an apostrophe if a spreadsheet could run it. If the cell itself begins with
  /// apostrophes, it gets one more, so that a reader can remove the first.
  package static func added(to cell: String) -> String {
    isFormula(cell.unicodeScalars) ? "'" + cell : cell
  }

  /// The cell without the apostrophe.
  package static func removed(from cell: String) -> String {
    guard cell.utf8.first == UInt8(ascii: "'"), isFormula(cell.unicodeScalars) else { return cell }
    return String(decoding: cell.utf8.dropFirst(), as: UTF8.self)
  }

  /// Whether the first character after apostrophes and blanks begins a formula. Spreadsheets remove
  /// blanks, and accept the wide forms of East Asian scripts.
  private static func isFormula(_ cell: String.UnicodeScalarView) -> Bool {
    guard let first = cell.first(where: { $0 != "'" && !$0.properties.isWhitespace }) else {
      return false
    }
    return switch first {
    case "=", "+", "-", "@", "＝", "＋", "－", "＠": true
    default: false
    }
  }
}
