import Diagnostics
import Templating

/// Where the tags of a Markdown or text component stand: behind `](` is an address, everything
/// else is words.
enum WrittenContext {
  static func assign(_ template: Template) -> (Template?, [Diagnostic]) {
    var template = template
    var isDestination = false
    template.assignContexts { piece, _ in
      let isAddress = isDestination
      isDestination = false
      switch piece {
      case .text(let words): isDestination = words.suffix(2).elementsEqual("](".utf8)
      case .variable where isAddress: return .address
      default: break
      }
      return .text
    }
    return (template, [])
  }
}
