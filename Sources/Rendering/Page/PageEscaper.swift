import Localization
import Markup
import Templating
import Text

/// Writes values as HTML: escapes text, renders Markdown, writes allowed addresses only.
struct PageEscaper: Escaper {
  /// The base of relative addresses, if it is not the address of the page.
  var base: String?

  func write(_ value: Value, isRaw: Bool, in context: TagContext, to sink: inout ByteSink) {
    switch value {
    case .title(let text) where context == .text && QuotedCode.mayOccur(in: text):
      // The backticks stay part of the text, which is searched, sorted and copied.
      QuotedCode.forEach(in: text) { piece, isCode in
        if isCode { sink.write("<code><i>`</i>") }
        HTMLEscaping.writeText(piece, to: &sink)
        if isCode { sink.write("<i>`</i></code>") }
      }
    case .text(let text), .title(let text):
      switch context {
      case .text: HTMLEscaping.writeText(text, to: &sink)
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
        RichText.writeHTML(
          source, in: format, topHeading: heading, placement: .page(base: own ?? base),
          to: &sink)
      } else {
        HTMLEscaping.writeAttribute(source, to: &sink)
      }
    case .finished(let output):
      if isRaw {
        sink.write(output)
      } else {
        // Isolate characters also work in attributes.
        for piece in PhraseValue.pieces(of: output) {
          if piece.isValue { sink.write("\u{2068}") }
          HTMLEscaping.writeAttribute(piece.text, to: &sink)
          if piece.isValue { sink.write("\u{2069}") }
        }
      }
    case .flag, .missing, .absent, .pieces, .slot, .record, .records, .list: break
    }
  }

  /// Writes an address if it is allowed. Scopes have checked theirs, but a template can use any
  /// value here.
  private func writeAddress(_ address: String, to sink: inout ByteSink) {
    guard Links.isAllowed(address) else { return }
    let resolved = base.flatMap { Links.resolve(address, base: $0) }
    HTMLEscaping.writeAttribute(resolved ?? Links.normalized(address), to: &sink)
  }
}
