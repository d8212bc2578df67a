internal import JSON

extension SourceText {
  /// The lines around a place, of its `contextRegion` if that has them, else those of its `region`.
  init?(sarif place: JSONValue?) {
    let (region, context) = (place?["region"], place?["contextRegion"])
    guard let line = SARIF.place(region?["startLine"]) else { return nil }
    if let text = context?["snippet"]?["text"]?.string,
      let first = SARIF.place(context?["startLine"])
    {
      let column = SARIF.place(context?["startColumn"]) ?? 1
      let around = SourceText(quoted: text, from: first, column: column)
      if around.holds(line) {
        self = around
        return
      }
    }
    guard let text = region?["snippet"]?["text"]?.string else { return nil }
    self.init(quoted: text, from: line, column: Self.startColumn(of: text, region))
  }

  /// The column that the text of a region begins in. Tools quote the region alone, or its whole lines.
  private static func startColumn(of text: String, _ region: JSONValue?) -> Int {
    guard let start = SARIF.place(region?["startColumn"]), start > 1,
      let end = SARIF.place(region?["endColumn"]),
      text.utf8.prefix(start - 1).contains(where: { $0 > 0x20 })
    else { return 1 }
    let first = SARIF.place(region?["startLine"])
    let isOneLine = SARIF.place(region?["endLine"]).map { $0 == first } ?? true
    let last = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).last
    guard let last, isOneLine || text.utf8.contains(0x0A) else { return 1 }
    let length = isOneLine ? end - start : end - 1
    let isRegion = last.count == length || String(last).utf16.count == length
    return isRegion ? start : 1
  }
}
