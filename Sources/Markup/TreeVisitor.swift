import Text

/// A node that can have children. Links have methods of their own.
enum Element {
  /// `isTight` for the paragraph of an item in a list without blank lines.
  case paragraph(isTight: Bool)
  case heading(level: Int)
  case quote
  /// `start` is nil for a bullet list.
  case list(start: Int?, isTight: Bool)
  case item
  case emphasis
  case strong
  /// Text that is struck through.
  case deletion
  /// `isWide` if it may be wider than a phone. It holds rows; the first row is the header.
  case table(isWide: Bool)
  case row(isHeader: Bool)
  case cell(TableCell)
}

/// A cell of a table. A row may have fewer cells than the header.
struct TableCell {
  var alignment: TableRow.Alignment
  var isHeader: Bool
  var isEmpty: Bool
}

/// Receives the nodes of a Markdown tree in document order.
protocol TreeVisitor {
  mutating func enter(_ element: Element, _ node: Node)
  mutating func exit(_ element: Element, _ node: Node)
  /// Enters a link or an image; every target shows an image as a link.
  mutating func enterLink(_ destination: Bytes, title: Bytes, _ node: Node)
  mutating func exitLink(_ node: Node)
  mutating func text(_ bytes: Bytes)
  mutating func code(_ bytes: Bytes)
  mutating func codeBlock(_ lines: Bytes, info: Bytes)
  /// Raw HTML, as written.
  mutating func html(_ source: Bytes, isBlock: Bool, _ node: Node)
  mutating func softBreak()
  mutating func hardBreak()
  mutating func rule()
  /// The box of a task, before the text of its list item.
  mutating func task(isDone: Bool)
}

/// The deepest written nesting of blocks, and of inline marks. Deeper content keeps only its text,
/// which protects browsers and other parsers.
let deepestNesting = 40
