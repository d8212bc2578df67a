import Diagnostics
import Templating

/// Where the tags of a Markdown or text component stand: behind `](` is an address, everything
/// else is words.
enum WrittenContext {
  static func assign(_ template: inout Template) -> [Diagnostic] {
    var isDestination = false
    for index in template.nodes.indices {
      switch template.nodes[index].kind {
      case .text:
        isDestination = template.text(of: template.nodes[index]).suffix(2).elementsEqual("](".utf8)
      case .variable, .rawVariable:
        template.setContext(isDestination ? .address : .text, at: index)
        isDestination = false
      default: isDestination = false
      }
    }
    return []
  }
}
