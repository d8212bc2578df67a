// Unsafe pointers: each value of Markdown is escaped here, without a copy.

import Diagnostics
package import Text

/// Writes plain text (titles, names, times) so that every target shows it literally.
package enum LiteralText {
  /// Writes `text` as Markdown. Line ends become spaces, in a cell `<br>`.
  ///
  /// - Parameter quotesCode: whether backticks may enclose code (`QuotedCode`).
  package static func writeMarkdown(
    _ text: String, as form: MarkdownForm = .line, quotesCode: Bool = false,
    to sink: inout ByteSink
  ) {
    text.withBytes { writeMarkdown($0, as: form, quotesCode: quotesCode, to: &sink) }
  }

  package static func writeMarkdown(
    _ text: UnsafeBufferPointer<UInt8>, as form: MarkdownForm = .line, quotesCode: Bool = false,
    to sink: inout ByteSink
  ) {
    let followsWords = followsWords(in: sink.bytes)
    var taken = ByteSink()
    swap(&taken, &sink)
    var writer = MarkdownWriter(sink: taken, form: form, base: nil, topHeading: nil)
    writer.followsWords = followsWords
    taken = ByteSink()
    func write(_ line: Bytes) {
      guard quotesCode else { return writer.text(line) }
      QuotedCode.forEach(in: line) { piece, isCode in
        if isCode { writer.code(piece) } else { writer.text(piece) }
      }
    }
    if form == .cell {
      let end = text.baseAddress.map { $0 + text.count }
      text.forEachLine { line in
        // A carriage return before a line feed belongs to the line end.
        let hasReturn = line.last == 0x0D && line.baseAddress.map { $0 + line.count } != end
        write(hasReturn ? Bytes(rebasing: line.dropLast()) : line)
        writer.hardBreak()
      }
    } else {
      write(text)
    }
    swap(&sink, &writer.sink)
  }

  /// Whether the current line contains text, so that no list, heading or quote can begin. Punctuation
  /// and digits don't count, as they may be the beginning of one.
  private static func followsWords(in bytes: [UInt8]) -> Bool {
    for byte in bytes.reversed() {
      switch byte {
      case 0x0A: return false
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): return true
      default: break
      }
    }
    return false
  }

  /// Writes `text` on one line, or on several if `keepsLines`. Hidden characters become signs and
  /// tabs spaces.
  package static func writeText(
    _ text: String, keepsLines: Bool = false, to sink: inout ByteSink
  ) {
    text.withBytes { writeText($0, keepsLines: keepsLines, to: &sink) }
  }

  package static func writeText(
    _ text: UnsafeBufferPointer<UInt8>, keepsLines: Bool = false, to sink: inout ByteSink
  ) {
    var written = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      guard byte < 0x20 || byte == 0x7F || byte >= 0xC2 else {
        index &+= 1
        continue
      }
      switch HiddenCharacters.look(at: index, in: text) {
      case .passes(let count): index += count
      case .shown(let scalar, let count):
        sink.write(Bytes(rebasing: text[written..<index]))
        switch byte {
        case 0x0A: sink.write(byte: keepsLines ? 0x0A : 0x20)
        case 0x0D where index + 1 < text.count && text[index + 1] == 0x0A: break
        case 0x09: sink.write(byte: 0x20)
        default: HiddenCharacterWriter.write(scalar, to: &sink)
        }
        index += count
        written = index
      }
    }
    if written < text.count { sink.write(Bytes(rebasing: text[written...])) }
  }
}
