package import Basics
import Diagnostics

/// Plain words (titles, names, times) for each language: they show as they are and mean nothing.
package enum PlainWords {
  /// Writes `words` into Markdown. Line ends become spaces, in a cell `<br>`.
  package static func writeMarkdown(
    _ words: String, as form: MarkdownForm = .line, to sink: inout ByteSink
  ) {
    var words = words
    words.withUTF8 { writeMarkdown($0, as: form, to: &sink) }
  }

  package static func writeMarkdown(
    _ words: UnsafeBufferPointer<UInt8>, as form: MarkdownForm = .line, to sink: inout ByteSink
  ) {
    let followsWords = followsWords(in: sink.bytes)
    var taken = ByteSink()
    swap(&taken, &sink)
    var writer = MarkdownWriter(sink: taken, form: form, base: nil, topHeading: nil)
    writer.followsWords = followsWords
    taken = ByteSink()
    if form == .cell {
      let end = words.baseAddress.map { $0 + words.count }
      words.forEachLine { line in
        // A return before a line feed is a part of the line's end.
        let hasReturn = line.last == 0x0D && line.baseAddress.map { $0 + line.count } != end
        writer.text(hasReturn ? Bytes(rebasing: line.dropLast()) : line)
        writer.hardBreak()
      }
    } else {
      writer.text(words)
    }
    swap(&sink, &writer.sink)
  }

  /// Whether words stand on the line so far: behind them no list, heading or quote begins. Signs
  /// and digits may be the beginning of one.
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

  /// Writes `words` as text on one line, or on several when `keepsLines`: signs for control
  /// characters, and spaces for tabs.
  package static func writeText(
    _ words: String, keepsLines: Bool = false, to sink: inout ByteSink
  ) {
    var words = words
    words.withUTF8 { writeText($0, keepsLines: keepsLines, to: &sink) }
  }

  package static func writeText(
    _ words: UnsafeBufferPointer<UInt8>, keepsLines: Bool = false, to sink: inout ByteSink
  ) {
    var written = 0
    var index = 0
    while index < words.count {
      let byte = words[index]
      guard byte < 0x20 || byte == 0x7F || byte >= 0xC2 else {
        index &+= 1
        continue
      }
      switch HiddenCharacters.look(at: index, in: words) {
      case .passes(let count): index += count
      case .shown(let scalar, let count):
        sink.write(Bytes(rebasing: words[written..<index]))
        switch byte {
        case 0x0A: sink.write(byte: keepsLines ? 0x0A : 0x20)
        case 0x0D where index + 1 < words.count && words[index + 1] == 0x0A: break
        case 0x09: sink.write(byte: 0x20)
        default: Signs.write(scalar, to: &sink)
        }
        index += count
        written = index
      }
    }
    if written < words.count { sink.write(Bytes(rebasing: words[written...])) }
  }
}
