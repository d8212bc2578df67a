/// A piece of a template in source order, for an analysis of the target's syntax.
package enum TemplatePiece {
  /// Literal text; its indices are offsets in the source.
  case text(ArraySlice<UInt8>)
  case variable(name: String, isRaw: Bool)
  case partial(name: String)
  /// The start of a section, inverted section, parent or block.
  case enter(Node.Kind, name: String)
  /// The end of the innermost open section, inverted section, parent or block.
  case leave
}

extension Template {
  /// Walks the template and sets the context of each variable to the result of `judge`.
  ///
  /// - Parameter judge: receives each piece and the offset of its tag, for `leave` the offset of
  ///   the opening tag. Its result is used for variables only.
  package mutating func assignContexts(_ judge: (TemplatePiece, _ offset: Int) -> TagContext) {
    var nodes = nodes
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
    self.nodes = nodes
  }
}
