import Basics
import Composing
import Markup
import Templating

/// GitHub-flavoured Markdown: words mean nothing but themselves wherever they land.
struct MarkdownEscaper: Escaper {
  /// What relative addresses are resolved against.
  let base: String?
  let isRightToLeft: Bool

  func write(_ value: Value, isRaw: Bool, in context: TagContext, to sink: inout ByteSink) {
    switch value {
    case .text(let words):
      switch context {
      case .address: writeAddress(words, to: &sink)
      case .attribute: PlainWords.writeMarkdownHTML(words, to: &sink)
      case .text:
        Isolation.write(words, inRightToLeft: isRightToLeft, to: &sink) {
          OneLine.write($0, to: &$1)
        }
      }
    case .number(let number): sink.write(String(number))
    case .address(let address):
      if context == .address {
        writeAddress(address, to: &sink)
      } else {
        PlainWords.writeMarkdown(address, to: &sink)
      }
    case .rich(let source, let heading, let own):
      if isRaw {
        RichText.writeMarkdown(
          source, prefix: LinePrefix.current(in: sink.bytes), base: own ?? base,
          topHeading: heading,
          to: &sink)
        // Whether the line ends is the template's to say.
        while sink.bytes.last == UInt8(ascii: "\n") { sink.bytes.removeLast() }
      } else {
        PlainWords.writeMarkdown(source, as: .cell, to: &sink)
      }
    case .finished(let output):
      if isRaw {
        sink.write(output)
      } else {
        Isolation.writePhrase(output, inRightToLeft: isRightToLeft, to: &sink) {
          OneLine.writePiece($0, to: &$1)
        }
      }
    case .flag, .missing, .absent, .record, .records, .list: break
    }
  }

  /// The destination of a link, which the template has put between parentheses: nothing in it can
  /// end it.
  private func writeAddress(_ address: String, to sink: inout ByteSink) {
    let resolved = Links.resolve(address, base: base) ?? ""
    for byte in resolved.utf8 {
      switch byte {
      case UInt8(ascii: "("): sink.write("%28")
      case UInt8(ascii: ")"): sink.write("%29")
      case UInt8(ascii: "<"): sink.write("%3C")
      case UInt8(ascii: ">"): sink.write("%3E")
      case UInt8(ascii: "|"): sink.write("%7C")
      case UInt8(ascii: "*"): sink.write("%2A")
      case UInt8(ascii: "`"): sink.write("%60")
      case UInt8(ascii: "\\"), 0...0x20, 0x7F: break
      default: sink.write(byte: byte)
      }
    }
  }
}

/// What the line begins with that is being written: the lines of a block that stands there begin
/// with the same.
enum LinePrefix {
  static func current(in bytes: [UInt8]) -> String {
    var start = bytes.count
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    let line = bytes[start...]
    // A list's marker is not repeated: what it holds is indented under its words.
    return String(
      decoding: line.map { $0 == UInt8(ascii: ">") ? $0 : UInt8(ascii: " ") }, as: UTF8.self)
  }
}
