// Unsafe pointers: lines are scanned in place, without a copy.

internal import Diagnostics

/// A table in Markdown, with the texts of its cells. Tables in quotes, lists and code are left out:
/// they are examples, or belong to something else.
package struct MarkdownTable: Sendable, Hashable {
  package private(set) var header: [String]
  package private(set) var rows: [[String]] = []

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The tables of a text, in its order.
  package static func all(in text: String) -> [MarkdownTable] {
    text.withBytes { bytes -> [MarkdownTable] in
      let pipe = ByteSearch.first(UInt8(ascii: "|"), in: bytes, from: 0)
      return pipe == nil ? [] : all(in: bytes)
    }
  }

  private static func all(in bytes: Bytes) -> [MarkdownTable] {
    var tables: [MarkdownTable] = []
    var isOpen = false
    var header: Bytes?
    var fence: Bytes?
    var start = 0
    while start < bytes.count {
      let end = ByteSearch.first(0x0A, in: bytes, from: start) ?? bytes.count
      var line = Bytes(rebasing: bytes[start..<end])
      if line.last == 0x0D { line = Bytes(rebasing: line.dropLast()) }
      start = end + 1
      let content = line.trimmed
      if let opened = fence {
        let marks = content.prefix { $0 == opened[0] }
        if marks.count == content.count, content.count >= opened.count { fence = nil }
        continue
      }
      fence = self.fence(content)
      // Four spaces make a block of code.
      let isIndented = line.count - line.trimmedAtStart.count > 3 || line.first == 0x09
      guard fence == nil, !isIndented, content.first != UInt8(ascii: ">"),
        content.contains(UInt8(ascii: "|"))
      else {
        (isOpen, header) = (false, nil)
        continue
      }
      if isOpen {
        let row = cells(of: content)
        tables[tables.count - 1].rows.append(
          Array(row.prefix(tables[tables.count - 1].header.count)))
      } else if let above = header, TableRow.isDelimiter(content),
        TableRow.alignments(content)?.count == TableRow.countCells(in: above)
      {
        tables.append(MarkdownTable(header: cells(of: above)))
        isOpen = true
      }
      header = content
    }
    return tables
  }

  /// The marks that open a block of code; nil if the line opens none.
  private static func fence(_ line: Bytes) -> Bytes? {
    guard let mark = line.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else {
      return nil
    }
    let marks = line.prefix { $0 == mark }
    return marks.count >= 3 ? Bytes(rebasing: marks) : nil
  }

  private static func cells(of line: Bytes) -> [String] {
    var cells: [String] = []
    TableRow.forEachCell(in: line) { cells.append(plain(String(decoding: $0, as: UTF8.self))) }
    return cells
  }

  /// The text of a cell without the marks around it and without backslashes.
  private static func plain(_ cell: String) -> String {
    var text = cell[...]
    var isChanged = true
    while isChanged, let first = text.first, let last = text.last, text.count > 2 {
      isChanged = first == last && "*_`".contains(first)
      if isChanged { text = text.dropFirst().dropLast() }
    }
    if text.first == "[", text.last == ")", let middle = text.firstRange(of: "](") {
      text = text[text.index(after: text.startIndex)..<middle.lowerBound]
    }
    guard text.contains("\\") else { return String(text) }
    var plain = ""
    var isEscaped = false
    for character in text {
      if character == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      if isEscaped, !(character.isPunctuation || character.isSymbol) { plain.append("\\") }
      plain.append(character)
      isEscaped = false
    }
    return plain
  }
}
