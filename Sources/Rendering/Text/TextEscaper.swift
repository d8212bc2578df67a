import Localization
import Markup
import Templating
import Text

/// Writes values as plain text: each text on one line, Markdown as logical lines to be laid out
/// later.
struct TextEscaper: Escaper {
  /// The base of relative addresses.
  let base: String?
  let isRightToLeft: Bool
  /// Whether everything except values must be ASCII.
  let isAscii: Bool
  /// The width of a line.
  let columns: Int

  func write(_ value: Value, isRaw: Bool, in context: TagContext, to sink: inout ByteSink) {
    switch value {
    case .text(let text), .title(let text):
      if isAscii { return LiteralText.writeText(text, to: &sink) }
      Isolation.write(text, inRightToLeft: isRightToLeft, to: &sink) {
        LiteralText.writeText($0, to: &$1)
      }
    case .number(let number): sink.write(String(number))
    case .address(let address):
      LiteralText.writeText(Links.resolve(address, base: base) ?? address, to: &sink)
    case .rich(let source, let format, _, let own):
      if isRaw {
        writeBlock(source, format, base: own ?? base, to: &sink)
      } else {
        LiteralText.writeText(source, to: &sink)
      }
    case .finished(let output):
      if isRaw { sink.write(output) } else { writePhrase(output, to: &sink) }
    case .flag, .missing, .absent, .pieces, .slot, .record, .records, .list: break
    }
  }

  private func writePhrase(_ phrase: String, to sink: inout ByteSink) {
    guard isAscii else {
      return Isolation.writePhrase(phrase, inRightToLeft: isRightToLeft, to: &sink) {
        LiteralText.writeText($0, to: &$1)
      }
    }
    for piece in PhraseValue.pieces(of: phrase) {
      LiteralText.writeText(piece.isValue ? piece.text : PlainSpelling.of(piece.text), to: &sink)
    }
  }

  private func writeBlock(
    _ source: String, _ format: TextFormat, base: String?, to sink: inout ByteSink
  ) {
    let prefix = LinePrefix.current(in: sink.bytes)
    // The block writes the prefix of its first line, too.
    sink.bytes.removeLast(prefix.utf8.count)
    RichText.writeText(source, in: format, prefix: prefix, base: base, columns: columns, to: &sink)
    // The template decides about the line end.
    while sink.bytes.last == UInt8(ascii: "\n") { sink.bytes.removeLast() }
  }
}
