// Unsafe pointers: output is indented without a copy.

internal import Text

extension Interpreter {
  mutating func renderPartial(_ template: LinkedTemplate, _ index: Int) {
    let node = template.nodes[index]
    guard let (name, target) = target(template, index, node) else { return }
    if let replace = renderer.replacePartial, template.index == replacing {
      let call = PartialCall(
        name: name ?? renderer.library.templates[template.index].name(of: node),
        template: target, stack: (0..<height).map { stack[$0].whole })
      if replace(call, &sink) { return }
    }
    guard let target else {
      findings.add(
        name == nil ? .partial : .dynamicPartial, template: template.index, node: index, word: name)
      return
    }
    renderWhole(linked[target], indentedBy: node, at: index, in: template)
  }

  mutating func renderParent(_ template: LinkedTemplate, _ index: Int) {
    let node = template.nodes[index]
    guard let (name, target) = target(template, index, node) else { return }
    guard let target else {
      findings.add(
        name == nil ? .partial : .dynamicPartial, template: template.index, node: index, word: name)
      return
    }
    let outer = parent
    parent = parents.count
    parents.append(ParentFrame(template: template.index, node: index, outer: outer))
    renderWhole(linked[target], indentedBy: node, at: index, in: template)
    parents.removeLast()
    parent = outer
  }

  /// The template that a tag names, and the name if it came from the data. Nil if the data has no
  /// such name; an unknown name is reported.
  private mutating func target(
    _ template: LinkedTemplate, _ index: Int, _ node: Node
  ) -> (name: String?, target: Int?)? {
    guard node.flags.contains(.isDynamic) else {
      let target = Int(template.target(of: node))
      return (nil, target < 0 ? nil : target)
    }
    switch lookUp(node, in: template) {
    case .missing:
      findings.add(.name, template: template.index, node: index)
      return nil
    case .text(let name): return (name, renderer.library.index(of: name))
    case .number(let number):
      return ("\(number)", renderer.library.index(of: "\(number)"))
    default: return nil
    }
  }

  /// Renders a template in place of a tag, with the tag's indentation if it is standalone.
  private mutating func renderWhole(
    _ target: LinkedTemplate, indentedBy node: Node, at index: Int, in template: LinkedTemplate
  ) {
    let count = target.nodes.count
    if node.flags.contains(.standsAlone) {
      guard indent.count + Int(node.indentCount) <= RenderingLimits.indentation else {
        return stop(.tooIndented, template, index)
      }
      withIndent(node, in: template) { $0.run(target, 0, count) }
    } else if indent.isEmpty {
      run(target, 0, count)
    } else {
      let outer = indent
      indent = []
      run(target, 0, count)
      indent = outer
    }
  }

  private mutating func withIndent(
    _ node: Node, in template: LinkedTemplate, _ body: (inout Self) -> Void
  ) {
    let start = Int(node.indentStart)
    let count = Int(node.indentCount)
    let outer = indent.count
    indent.append(contentsOf: template.source[start..<(start + count)])
    body(&self)
    indent.removeSubrange(outer...)
  }

  /// Renders a block: the version passed by the outermost parent, otherwise its default content.
  mutating func renderBlock(_ template: LinkedTemplate, _ index: Int) {
    let node = template.nodes[index]
    guard let given = given(for: template.target(of: node)) else {
      run(template, index + 1, Int(node.end))
      return
    }
    let wasMidLine = isMidLine
    let inner = parent
    let giver = parents[given.parent]
    // A block sees only the parents around its place of definition.
    parent = giver.outer
    guard indent.count + Int(node.indentCount) <= RenderingLimits.indentation else {
      return stop(.tooIndented, template, index)
    }
    let from = given.node + 1
    let source = linked[giver.template]
    let to = Int(source.nodes[given.node].end)
    withIndent(node, in: template) {
      $0.isMidLine = !node.flags.contains(.standsAlone) && !$0.indent.isEmpty
      $0.run(source, from, to)
    }
    parent = inner
    isMidLine = wasMidLine
  }

  private func given(for block: Int32) -> (parent: Int, node: Int)? {
    var found: (parent: Int, node: Int)?
    var frame = parent
    while frame >= 0 {
      let giver = linked[parents[frame].template]
      let nodes = giver.nodes
      let end = Int(nodes[parents[frame].node].end)
      var child = parents[frame].node + 1
      while child < end {
        if nodes[child].kind == .block, giver.target(of: nodes[child]) == block {
          found = (frame, child)
        }
        child = Int(nodes[child].end)
      }
      frame = parents[frame].outer
    }
    return found
  }

  mutating func writeMargin() {
    guard !indent.isEmpty else { return }
    if isMidLine {
      isMidLine = false
    } else {
      sink.write(indent)
    }
  }

  /// Writes lines, with the indentation before each non-empty one.
  mutating func writeIndented(_ text: UnsafeBufferPointer<UInt8>, startsLine: Bool) {
    var start = 0
    var isAtLine = startsLine
    while start < text.count {
      var end = start
      while end < text.count, text[end] != 0x0A { end += 1 }
      let isBlank = end < text.count && (end == start || (end == start + 1 && text[start] == 0x0D))
      if isAtLine, !isBlank { writeMargin() }
      if end < text.count { end += 1 }
      sink.write(UnsafeBufferPointer(rebasing: text[start..<end]))
      (start, isAtLine) = (end, true)
    }
  }
}
