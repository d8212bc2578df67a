internal import Diagnostics
internal import Templating

/// Assigns the contexts of tags in a Markdown or text component: an address after `](`, HTML text
/// in a line that begins with HTML, otherwise text.
enum WrittenContext {
  static func assign(_ template: Template) -> (Template?, [Diagnostic]) {
    var template = template
    var isDestination = false
    var line = LineKind.unknown
    template.assignContexts { piece, _ in
      let isAddress = isDestination
      isDestination = false
      switch piece {
      case .text(let text):
        isDestination = text.suffix(2).elementsEqual("](".utf8)
        line.read(text)
      case .variable:
        if line == .unknown { line = .text }
        if isAddress { return .address }
        return line == .html ? .attribute : .text
      default: break
      }
      return .text
    }
    return (template, [])
  }

  /// The kind of the current line.
  private enum LineKind {
    case unknown, html, text

    mutating func read(_ text: ArraySlice<UInt8>) {
      for byte in text {
        switch byte {
        case UInt8(ascii: "\n"): self = .unknown
        case UInt8(ascii: " "), UInt8(ascii: ">"): break
        case UInt8(ascii: "<") where self == .unknown: self = .html
        default: if self == .unknown { self = .text }
        }
      }
    }
  }
}
