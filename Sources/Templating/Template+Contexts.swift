/// A piece of a template as whoever judges its language sees it, in the order of the text.
package enum TemplatePiece {
  /// Words of the template's author; the indices are offsets in the source.
  case text(ArraySlice<UInt8>)
  case variable(name: String, isRaw: Bool)
  case partial(name: String)
  /// A section, inverted section, parent or block begins.
  case enter(Node.Kind, name: String)
  /// The innermost of those that have begun ends.
  case leave
}

extension Template {
  /// Walks the template and keeps, for each variable, the context that `judge` finds it in.
  ///
  /// - Parameter judge: is given each piece and where its tag begins in the source (at `leave` that
  ///   of the tag it entered with); what it returns counts for variables only.
  package mutating func assignContexts(_ judge: (TemplatePiece, _ offset: Int) -> TagContext) {
    var open: [(end: Int, offset: Int)] = []
    for index in nodes.indices {
      while let last = open.last, last.end <= index {
        _ = judge(.leave, last.offset)
        open.removeLast()
      }
      let node = nodes[index]
      let offset = Int(node.offset)
      switch node.kind {
      case .text: _ = judge(.text(text(of: node)), offset)
      case .margin: break
      case .variable, .rawVariable:
        let isRaw = node.kind == .rawVariable
        nodes[index].context = judge(.variable(name: name(of: node), isRaw: isRaw), offset)
      case .partial: _ = judge(.partial(name: name(of: node)), offset)
      case .section, .inverted, .parent, .block:
        _ = judge(.enter(node.kind, name: name(of: node)), offset)
        open.append((Int(node.end), offset))
      }
    }
    for last in open.reversed() { _ = judge(.leave, last.offset) }
  }
}
