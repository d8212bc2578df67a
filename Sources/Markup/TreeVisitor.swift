/// What may hold other nodes. Links have methods of their own.
enum Element {
  /// `isTight` when the paragraph is an item's words in a list without blank lines.
  case paragraph(isTight: Bool)
  case heading(level: Int)
  case quote
  /// `start` is nil for a list of bullets.
  case list(start: Int?, isTight: Bool)
  case item
  case emphasis
  case strong
}

/// Something that a Markdown tree is shown to, node by node.
protocol TreeVisitor {
  mutating func enter(_ element: Element, _ node: Node)
  mutating func exit(_ element: Element, _ node: Node)
  /// A link, or an image, which no target shows as one.
  mutating func enterLink(_ destination: Bytes, title: Bytes, _ node: Node)
  mutating func exitLink(_ node: Node)
  mutating func text(_ words: Bytes)
  mutating func code(_ words: Bytes)
  mutating func codeBlock(_ lines: Bytes, info: Bytes)
  /// Raw HTML as it was written.
  mutating func html(_ source: Bytes, isBlock: Bool, _ node: Node)
  mutating func softBreak()
  mutating func hardBreak()
  mutating func rule()
}

/// The deepest nesting of blocks, and of marks within a line, that is written out. What lies deeper
/// keeps its words: nobody reads deeper, and browsers and other parsers need not be tried.
let deepestNesting = 40
