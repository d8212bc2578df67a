/// Builds the nodes from matched tags.
struct NodeBuilder {
  private struct Opening {
    var node: Int
    /// The margin outside.
    var margin: Range<Int>
  }

  private let source: [UInt8]
  private let base: Int
  private let tokens: [TemplateToken]
  private(set) var names: NameReader
  private(set) var nodes: [Node] = []
  private var open: [Opening] = []
  /// The last node that was closed; -1 for none.
  private var lastClosed = -1
  /// The source range of the white space that begins the lines of a passed block. It belongs to the
  /// place of definition, so it is removed.
  private var margin = 0..<0
  /// Whether the next content is at the start of a passed block, which counts as the start of a
  /// line.
  private var isAtBlockStart = false

  init(source: [UInt8], base: Int, tokens: [TemplateToken], names: NameReader) {
    self.source = source
    self.base = base
    self.tokens = tokens
    self.names = names
  }

  mutating func build(_ vocabulary: inout Vocabulary) {
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      if token.isInsideParent, token.kind != .block, token.kind != .close {
        // Only blocks are kept inside a parent.
        index = token.kind.opens ? token.partner + 1 : index + 1
        continue
      }
      if token.kind == .text {
        addText(token)
      } else {
        addMargin(before: token)
        addTag(index, &vocabulary)
      }
      index += 1
    }
  }

  private mutating func addTag(_ index: Int, _ vocabulary: inout Vocabulary) {
    let token = tokens[index]
    switch token.kind {
    case .text, .silent: break
    case .close: close()
    case .variable: add(.variable, token, &vocabulary)
    case .rawVariable: add(.rawVariable, token, &vocabulary)
    case .partial:
      add(.partial, token, &vocabulary)
      if token.standsAlone { indentLast(by: ownIndent(token)) }
    case .section: enter(.section, token, &vocabulary)
    case .inverted: enter(.inverted, token, &vocabulary)
    case .parent:
      enter(.parent, token, &vocabulary)
      if token.standsAlone { indentLast(by: ownIndent(token)) }
    case .block:
      enter(.block, token, &vocabulary)
      if token.isInsideParent {
        margin = token.standsAlone ? contentIndent(index) ?? 0..<0 : 0..<0
        isAtBlockStart = !token.standsAlone
      } else if token.standsAlone {
        indentLast(by: contentIndent(index).map(withoutMargin) ?? ownIndent(token))
      } else if token.beginsLine {
        indentLast(by: ownIndent(token))
      }
    }
  }

  private mutating func add(
    _ kind: Node.Kind, _ token: TemplateToken, _ vocabulary: inout Vocabulary
  ) {
    var node = Node(kind, at: token.start)
    node.end = Int32(truncatingIfNeeded: nodes.count + 1)
    if token.standsAlone { node.flags.insert(.standsAlone) }
    if token.isDynamic { node.flags.insert(.isDynamic) }
    names.name(&node, by: token, &vocabulary)
    if kind == .variable || kind == .rawVariable, isSection(open.last?.node ?? -1, like: node) {
      node.flags.insert(.repeatsSection)
    }
    if kind == .inverted, lastClosed >= 0, Int(nodes[lastClosed].end) == nodes.count,
      isSection(lastClosed, like: node)
    {
      node.flags.insert(.followsSection)
    }
    nodes.append(node)
  }

  /// Whether a node is a section with the name of another node.
  private func isSection(_ index: Int, like node: Node) -> Bool {
    guard index >= 0, nodes[index].kind == .section, nodes[index].count == node.count else {
      return false
    }
    let (first, other) = (Int(nodes[index].first), Int(node.first))
    return (0..<Int(node.count)).allSatisfy { names.path[first + $0] == names.path[other + $0] }
  }

  private mutating func enter(
    _ kind: Node.Kind, _ token: TemplateToken, _ vocabulary: inout Vocabulary
  ) {
    open.append(Opening(node: nodes.count, margin: margin))
    add(kind, token, &vocabulary)
  }

  private mutating func close() {
    isAtBlockStart = false
    guard let opening = open.popLast() else { return }
    nodes[opening.node].end = Int32(truncatingIfNeeded: nodes.count)
    lastClosed = opening.node
    margin = opening.margin
  }

  private mutating func indentLast(by indent: Range<Int>) {
    nodes[nodes.count - 1].indentStart = Int32(truncatingIfNeeded: indent.lowerBound)
    nodes[nodes.count - 1].indentCount = Int32(truncatingIfNeeded: indent.count)
  }

  private func ownIndent(_ token: TemplateToken) -> Range<Int> {
    withoutMargin(token.indentStart..<token.indentStart + token.indentCount)
  }

  /// White space at the start of a line, without the margin.
  private func withoutMargin(_ space: Range<Int>) -> Range<Int> {
    var start = space.lowerBound
    for index in margin {
      guard start < space.upperBound, source[start] == source[index] else { break }
      start += 1
    }
    return start..<space.upperBound
  }

  /// The white space before the first non-blank line of a block that begins with a line break; nil
  /// if there is none.
  private func contentIndent(_ index: Int) -> Range<Int>? {
    guard index + 1 < tokens.count, index + 1 != tokens[index].partner else { return nil }
    let text = tokens[index + 1]
    guard text.kind == .text else { return 0..<0 }
    var lineStart = text.innerStart
    while true {
      var position = lineStart
      while position < text.end, source[position] == 0x20 || source[position] == 0x09 {
        position += 1
      }
      if position == text.end {
        return index + 2 == tokens[index].partner ? nil : lineStart..<position
      }
      guard source[position] == 0x0A || source[position] == 0x0D else {
        return lineStart..<position
      }
      lineStart = position + 1
    }
  }
}

extension NodeBuilder {
  /// Adds a margin node before a tag that begins its line; after white space, the text node has
  /// that role.
  private mutating func addMargin(before token: TemplateToken) {
    let isBlockOfParent = token.kind == .block && token.isInsideParent
    let closesParent = token.kind == .close && tokens[token.partner].kind == .parent
    guard !token.standsAlone, !isBlockOfParent, !closesParent else { return }
    if (isAtBlockStart && token.kind != .close) || (token.beginsLine && token.indentCount == 0) {
      addMargin(at: token.start)
    }
    isAtBlockStart = false
  }

  private mutating func addMargin(at offset: Int) {
    var node = Node(.margin, at: offset)
    node.end = Int32(truncatingIfNeeded: nodes.count + 1)
    nodes.append(node)
  }

  private mutating func addText(_ token: TemplateToken) {
    let (start, end) = (token.innerStart, token.innerEnd)
    guard start < end else { return }
    let isAtLine = start == base || source[start - 1] == 0x0A
    if margin.isEmpty {
      addText(from: start, to: end, startsLine: isAtLine || isAtBlockStart)
    } else {
      addLines(from: start, to: end, isAtLine: isAtLine)
    }
    isAtBlockStart = false
  }

  private mutating func addText(from start: Int, to end: Int, startsLine: Bool) {
    var node = Node(.text, at: start)
    node.end = Int32(truncatingIfNeeded: nodes.count + 1)
    node.first = Int32(truncatingIfNeeded: start)
    node.count = Int32(truncatingIfNeeded: end - start)
    if startsLine { node.flags.insert(.startsLine) }
    nodes.append(node)
  }

  private mutating func addLines(from start: Int, to end: Int, isAtLine: Bool) {
    var (lineStart, isAtLine) = (start, isAtLine)
    while lineStart < end {
      var lineEnd = lineStart
      while lineEnd < end, source[lineEnd] != 0x0A { lineEnd += 1 }
      if lineEnd < end { lineEnd += 1 }
      let kept = isAtLine ? withoutMargin(lineStart..<lineEnd) : lineStart..<lineEnd
      if kept.isEmpty {
        addMargin(at: lineStart)
      } else {
        addText(from: kept.lowerBound, to: kept.upperBound, startsLine: isAtLine)
      }
      (lineStart, isAtLine) = (lineEnd, true)
    }
  }
}
