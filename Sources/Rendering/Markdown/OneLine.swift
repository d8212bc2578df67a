internal import Diagnostics
import Markup
import Text

/// Writes a value within a line of a template's Markdown: between stars, in a heading, in a cell.
/// Line ends become spaces. White space at the edges is removed, because stars next to a space are
/// not emphasis.
enum OneLine {
  static func write(_ text: String, quotesCode: Bool = false, to sink: inout ByteSink) {
    guard needsCare(text) else {
      LiteralText.writeMarkdown(text, as: .cell, quotesCode: quotesCode, to: &sink)
      return
    }
    let edges = text.unicodeScalars
    let start = edges.firstIndex { !isSpace($0) } ?? edges.endIndex
    let end = edges.lastIndex { !isSpace($0) }.map(edges.index(after:)) ?? start
    // Emphasis needs content.
    guard start < end else { return sink.write("&nbsp;") }
    var line = ""
    var last: Unicode.Scalar?
    for scalar in edges[start..<end] {
      let isLineEnd = scalar == "\n" || scalar == "\r"
      // CRLF counts as one line end.
      if last != "\r" || scalar != "\n" {
        line.unicodeScalars.append(isLineEnd ? " " : scalar)
      }
      last = scalar
    }
    LiteralText.writeMarkdown(line, as: .cell, quotesCode: quotesCode, to: &sink)
  }

  /// Writes a part of a phrase, keeping the spaces at its edges.
  static func writePiece(_ text: String, to sink: inout ByteSink) {
    if text.utf8.first == 0x20 { sink.write(byte: 0x20) }
    LiteralText.writeMarkdown(text, as: .cell, to: &sink)
    if text.utf8.count > 1, text.utf8.last == 0x20 { sink.write(byte: 0x20) }
  }

  private static func needsCare(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else {
      return true
    }
    return isSpace(first) || isSpace(last)
      || text.withBytes { $0.contains { $0 == 0x0A || $0 == 0x0D } }
  }

  /// Whether CommonMark treats the character as white space.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }
}
