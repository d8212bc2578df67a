import Basics
import Markup

/// A value in a line of Markdown that a template has written: between two stars, in a heading, in a
/// cell. A line end in it is a space, and it has no white space at its edges, beside which stars
/// would be words.
enum OneLine {
  static func write(_ words: String, to sink: inout ByteSink) {
    guard needsCare(words) else {
      PlainWords.writeMarkdown(words, as: .cell, to: &sink)
      return
    }
    let edges = words.unicodeScalars
    let start = edges.firstIndex { !isSpace($0) } ?? edges.endIndex
    let end = edges.lastIndex { !isSpace($0) }.map(edges.index(after:)) ?? start
    // Nothing is something, or the marks around it would have nothing to mark.
    guard start < end else { return sink.write("&nbsp;") }
    var line = ""
    var last: Unicode.Scalar?
    for scalar in edges[start..<end] {
      let isLineEnd = scalar == "\n" || scalar == "\r"
      // A return and a line feed are one line end.
      if last != "\r" || scalar != "\n" {
        line.unicodeScalars.append(isLineEnd ? " " : scalar)
      }
      last = scalar
    }
    PlainWords.writeMarkdown(line, as: .cell, to: &sink)
  }

  /// A piece of a phrase: spaces at its edges are between it and its neighbours.
  static func writePiece(_ words: String, to sink: inout ByteSink) {
    if words.utf8.first == 0x20 { sink.write(byte: 0x20) }
    PlainWords.writeMarkdown(words, as: .cell, to: &sink)
    if words.utf8.count > 1, words.utf8.last == 0x20 { sink.write(byte: 0x20) }
  }

  private static func needsCare(_ words: String) -> Bool {
    guard let first = words.unicodeScalars.first, let last = words.unicodeScalars.last else {
      return true
    }
    return isSpace(first) || isSpace(last) || words.utf8.contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// White space as CommonMark counts it.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }
}
