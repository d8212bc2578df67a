import Diagnostics
import Templating

/// Where the tags of a Markdown or text component stand: behind `](` is an address, in a line that
/// begins with HTML are words of HTML, everything else is words.
enum WrittenContext {
  static func assign(_ template: Template) -> (Template?, [Diagnostic]) {
    var template = template
    var isDestination = false
    var line = LineKind.unknown
    template.assignContexts { piece, _ in
      let isAddress = isDestination
      isDestination = false
      switch piece {
      case .text(let words):
        isDestination = words.suffix(2).elementsEqual("](".utf8)
        line.read(words)
      case .variable:
        if line == .unknown { line = .words }
        if isAddress { return .address }
        return line == .html ? .attribute : .text
      default: break
      }
      return .text
    }
    return (template, [])
  }

  /// What the line is that a tag stands in.
  private enum LineKind {
    case unknown, html, words

    mutating func read(_ text: ArraySlice<UInt8>) {
      for byte in text {
        switch byte {
        case UInt8(ascii: "\n"): self = .unknown
        case UInt8(ascii: " "), UInt8(ascii: ">"): break
        case UInt8(ascii: "<") where self == .unknown: self = .html
        default: if self == .unknown { self = .words }
        }
      }
    }
  }
}
