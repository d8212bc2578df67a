import Composing
import Markup
import Templating
import Text

/// Writes values as GitHub-flavoured Markdown, with text escaped.
struct MarkdownEscaper: Escaper {
  /// The base of relative addresses.
  let base: String?
  let isRightToLeft: Bool

  func write(_ value: Value, isRaw: Bool, in context: TagContext, to sink: inout ByteSink) {
    switch value {
    case .title(let text) where context == .text && QuotedCode.mayOccur(in: text):
      Isolation.write(text, inRightToLeft: isRightToLeft, to: &sink) {
        OneLine.write($0, quotesCode: true, to: &$1)
      }
    case .text(let text), .title(let text):
      switch context {
      case .address: writeAddress(text, to: &sink)
      case .attribute: LiteralText.writeMarkdownHTML(text, to: &sink)
      case .text:
        Isolation.write(text, inRightToLeft: isRightToLeft, to: &sink) {
          OneLine.write($0, to: &$1)
        }
      }
    case .number(let number): sink.write(String(number))
    case .address(let address):
      if context == .address {
        writeAddress(address, to: &sink)
      } else {
        LiteralText.writeMarkdown(address, to: &sink)
      }
    case .rich(let source, let format, let heading, let own):
      if isRaw {
        RichText.writeMarkdown(
          source, in: format, prefix: LinePrefix.current(in: sink.bytes), base: own ?? base,
          topHeading: heading, to: &sink)
        // The template decides about the line end.
        while sink.bytes.last == UInt8(ascii: "\n") { sink.bytes.removeLast() }
      } else {
        LiteralText.writeMarkdown(source, as: .cell, to: &sink)
      }
    case .finished(let output):
      if isRaw {
        sink.write(output)
      } else {
        Isolation.writePhrase(output, inRightToLeft: isRightToLeft, to: &sink) {
          OneLine.writePiece($0, to: &$1)
        }
      }
    case .flag, .missing, .absent, .pieces, .slot, .record, .records, .list: break
    }
  }

  /// Writes an address that the template has put between parentheses, so that it can't end them.
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

/// The prefix of the current line. Each line of a block in it must begin with this prefix.
enum LinePrefix {
  static func current(in bytes: [UInt8]) -> String {
    var start = bytes.count
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    let line = bytes[start...]
    // A list marker is replaced by an indentation of the same width.
    return String(
      decoding: line.map { $0 == UInt8(ascii: ">") ? $0 : UInt8(ascii: " ") }, as: UTF8.self)
  }
}
