internal import ToolReports

extension SourceText {
  /// The lines around a place: of its `contextRegion` if that has them, else of its `region`.
  init?(sarif quote: SARIFQuote) {
    let region = quote.region
    guard let line = region.line else { return nil }
    if let around = quote.around, let text = around.text, let first = around.line {
      let lines = SourceText(quoted: text, from: first, column: around.column ?? 1)
      if lines.holds(line) {
        self = lines
        return
      }
    }
    guard let text = region.text else { return nil }
    self.init(quoted: text, from: line, column: Self.startColumn(of: text, region))
  }

  /// The column in which the text of a region begins. Tools quote only the region, or whole lines.
  private static func startColumn(of text: String, _ region: SARIFRegion) -> Int {
    guard let start = region.column, start > 1, let end = region.endColumn,
      text.utf8.prefix(start - 1).contains(where: { $0 > 0x20 })
    else { return 1 }
    let isOneLine = region.endLine.map { $0 == region.line } ?? true
    let last = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).last
    guard let last, isOneLine || text.utf8.contains(0x0A) else { return 1 }
    let length = isOneLine ? end - start : end - 1
    let isRegion = last.count == length || String(last).utf16.count == length
    return isRegion ? start : 1
  }
}
