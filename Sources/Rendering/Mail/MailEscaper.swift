import Basics
import Markup
import Templating

/// HTML of a mail: text is escaped, Markdown is rendered, an address is absolute.
struct MailEscaper: Escaper {
  /// What relative addresses are resolved against.
  let base: String?
  let isRightToLeft: Bool

  func write(_ value: Value, isRaw: Bool, in context: TagContext, to sink: inout ByteSink) {
    switch value {
    case .text(let words):
      switch context {
      case .text: write(words, to: &sink)
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
        let isMixed = PhraseValue.isForeign(source, inRightToLeft: isRightToLeft)
        RichText.writeHTML(
          source, topHeading: heading, place: .mail(base: own ?? base, isMixed: isMixed), to: &sink)
      } else {
        HTMLEscaping.writeAttribute(source, to: &sink)
      }
    case .finished(let output):
      if isRaw {
        sink.write(output)
      } else {
        for piece in PhraseValue.pieces(of: output) {
          if piece.isValue, context == .text {
            write(piece.words, to: &sink)
          } else {
            HTMLEscaping.writeAttribute(piece.words, to: &sink)
          }
        }
      }
    case .flag, .missing, .absent, .record, .records, .list: break
    }
  }

  /// Words of the other direction stand in an element of their own: not every program knows
  /// isolates.
  private func write(_ words: String, to sink: inout ByteSink) {
    let isForeign = PhraseValue.isForeign(words, inRightToLeft: isRightToLeft)
    if isForeign { sink.write("<span dir=\"auto\">") }
    HTMLEscaping.writeText(words, to: &sink)
    if isForeign { sink.write("</span>") }
  }

  /// An address that leads nowhere from a mail is none.
  private func writeAddress(_ address: String, to sink: inout ByteSink) {
    guard let resolved = Links.resolve(address, base: base) else { return }
    HTMLEscaping.writeAttribute(Links.inASCII(resolved), to: &sink)
  }
}
