/// The names of a table's columns.
enum FormatTableRow {
  /// A name without white space, `_` and differences of case.
  static func normalized(_ name: String) -> String {
    name.lowercased().filter { !$0.isWhitespace && $0 != "_" }
  }
}
