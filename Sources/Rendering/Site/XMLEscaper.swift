internal import Diagnostics
import Localization
import Markup
import Templating
import Text

/// Escapes XML text and attributes in the same way. Hidden characters become signs, and isolates
/// enclose each value in a phrase, because elements can't be used.
struct XMLEscaper: Escaper {
  func write(_ value: Value, isRaw: Bool, in context: TagContext, to sink: inout ByteSink) {
    switch value {
    case .text(let text), .title(let text), .address(let text), .finished(let text):
      escape(text, to: &sink)
    case .number(let number): sink.write(String(number))
    case .rich, .flag, .missing, .absent, .pieces, .slot, .record, .records, .list: break
    }
  }

  private func escape(_ text: String, to sink: inout ByteSink) {
    for piece in PhraseValue.pieces(of: text) {
      if piece.isValue { sink.write("\u{2068}" as StaticString) }
      piece.text.withBytes { text in
        var line = ByteSink()
        LiteralText.writeText(text, to: &line)
        HTMLEscaping.writeAttribute(line.string, to: &sink)
      }
      if piece.isValue { sink.write("\u{2069}" as StaticString) }
    }
  }
}
