import Localization
import Markup
import Templating
import Text

/// Writes values as HTML for mail: escapes text, renders Markdown, makes addresses absolute.
struct MailEscaper: Escaper {
  /// The base of relative addresses.
  let base: String?
  let isRightToLeft: Bool

  func write(_ value: Value, isRaw: Bool, in context: TagContext, to sink: inout ByteSink) {
    switch value {
    case .title(let text) where context == .text && QuotedCode.mayOccur(in: text):
      let isForeign = PhraseValue.isForeign(text, inRightToLeft: isRightToLeft)
      if isForeign { sink.write("<span dir=\"auto\">") }
      QuotedCode.forEach(in: text) { piece, isCode in
        if isCode { sink.write("<code>") }
        HTMLEscaping.writeText(piece, to: &sink)
        if isCode { sink.write("</code>") }
      }
      if isForeign { sink.write("</span>") }
    case .text(let text), .title(let text):
      switch context {
      case .text: write(text, to: &sink)
      case .attribute: HTMLEscaping.writeAttribute(text, to: &sink)
      case .address: writeAddress(text, to: &sink)
      }
    case .number(let number): sink.write(String(number))
    case .address(let address):
      if context == .address {
        writeAddress(address, to: &sink)
      } else {
        HTMLEscaping.writeAttribute(address, to: &sink)
      }
    case .rich(let source, let format, let heading, let own):
      if isRaw {
        let isMixed = PhraseValue.isForeign(source, inRightToLeft: isRightToLeft)
        RichText.writeHTML(
          source, in: format, topHeading: heading,
          placement: .mail(base: own ?? base, isMixed: isMixed), to: &sink)
      } else {
        HTMLEscaping.writeAttribute(source, to: &sink)
      }
    case .finished(let output):
      if isRaw {
        sink.write(output)
      } else {
        for piece in PhraseValue.pieces(of: output) {
          if piece.isValue, context == .text {
            write(piece.text, to: &sink)
          } else {
            HTMLEscaping.writeAttribute(piece.text, to: &sink)
          }
        }
      }
    case .flag, .missing, .absent, .pieces, .slot, .record, .records, .list: break
    }
  }

  /// Writes text of the other direction in an element, because some mail programs don't support
  /// isolates.
  private func write(_ text: String, to sink: inout ByteSink) {
    let isForeign = PhraseValue.isForeign(text, inRightToLeft: isRightToLeft)
    if isForeign { sink.write("<span dir=\"auto\">") }
    HTMLEscaping.writeText(text, to: &sink)
    if isForeign { sink.write("</span>") }
  }

  /// Writes an address if it can be resolved.
  private func writeAddress(_ address: String, to sink: inout ByteSink) {
    guard let resolved = Links.resolve(address, base: base) else { return }
    HTMLEscaping.writeAttribute(Links.inASCII(resolved), to: &sink)
  }
}
