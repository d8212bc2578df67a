import Basics
import Markup
import Templating

/// Plain text: words on one line each, Markdown as logical lines that are laid out later.
struct TextEscaper: Escaper {
  /// What relative addresses are resolved against.
  let base: String?
  let isRightToLeft: Bool
  /// Whether nothing is written that is not ASCII but values.
  let isAscii: Bool

  func write(_ value: Value, isRaw: Bool, in context: TagContext, to sink: inout ByteSink) {
    switch value {
    case .text(let words):
      if isAscii { return PlainWords.writeText(words, to: &sink) }
      Isolation.write(words, inRightToLeft: isRightToLeft, to: &sink) {
        PlainWords.writeText($0, to: &$1)
      }
    case .number(let number): sink.write(String(number))
    case .address(let address):
      PlainWords.writeText(Links.resolve(address, base: base) ?? address, to: &sink)
    case .rich(let source, _, let own):
      if isRaw {
        writeBlock(source, base: own ?? base, to: &sink)
      } else {
        PlainWords.writeText(source, to: &sink)
      }
    case .finished(let output):
      if isRaw { sink.write(output) } else { writePhrase(output, to: &sink) }
    case .flag, .missing, .absent, .record, .records, .list: break
    }
  }

  private func writePhrase(_ phrase: String, to sink: inout ByteSink) {
    guard isAscii else {
      return Isolation.writePhrase(phrase, inRightToLeft: isRightToLeft, to: &sink) {
        PlainWords.writeText($0, to: &$1)
      }
    }
    for piece in PhraseValue.pieces(of: phrase) {
      PlainWords.writeText(piece.isValue ? piece.words : PlainSpelling.of(piece.words), to: &sink)
    }
  }

  private func writeBlock(_ source: String, base: String?, to sink: inout ByteSink) {
    let prefix = LinePrefix.current(in: sink.bytes)
    // The block writes the first line's prefix too.
    sink.bytes.removeLast(prefix.utf8.count)
    RichText.writeText(source, prefix: prefix, base: base, to: &sink)
    // Whether the line ends is the template's to say.
    while sink.bytes.last == UInt8(ascii: "\n") { sink.bytes.removeLast() }
  }
}
