import Basics
import Markup
import Templating

/// HTML: text is escaped, Markdown is rendered, an address has to be allowed.
struct PageEscaper: Escaper {
  /// What relative addresses are resolved against, where they mean another place than the page's.
  var base: String?

  func write(_ value: Value, isRaw: Bool, in context: TagContext, to sink: inout ByteSink) {
    switch value {
    case .text(let words):
      switch context {
      case .text: HTMLEscaping.writeText(words, to: &sink)
      case .attribute: HTMLEscaping.writeAttribute(words, to: &sink)
      case .address: writeAddress(words, to: &sink)
      }
    case .number(let number): sink.write(String(number))
    case .address(let address):
      if context == .address {
        writeAddress(address, to: &sink)
      } else {
        HTMLEscaping.writeAttribute(address, to: &sink)
      }
    case .rich(let source, let heading, let own):
      if isRaw {
        RichText.writeHTML(
          source, topHeading: heading, place: .page(base: own ?? base), to: &sink)
      } else {
        HTMLEscaping.writeAttribute(source, to: &sink)
      }
    case .finished(let output):
      if isRaw {
        sink.write(output)
      } else {
        // In an attribute too, where no element could isolate.
        for piece in PhraseValue.pieces(of: output) {
          if piece.isValue { sink.write("\u{2068}") }
          HTMLEscaping.writeAttribute(piece.words, to: &sink)
          if piece.isValue { sink.write("\u{2069}") }
        }
      }
    case .flag, .missing, .absent, .record, .records, .list: break
    }
  }

  /// Scopes have checked addresses already; a template can bring any value here.
  private func writeAddress(_ address: String, to sink: inout ByteSink) {
    guard Links.isAllowed(address) else { return }
    let resolved = base.flatMap { Links.resolve(address, base: $0) }
    HTMLEscaping.writeAttribute(resolved ?? Links.normalized(address), to: &sink)
  }
}
