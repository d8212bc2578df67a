// Unsafe pointers: visitors of cmark's tree share one value.

/// Passes a tree to a visitor. It replaces the paragraphs of tables by tables, and finds tasks and
/// deletions in text.
struct ExtendedVisitor<Visitor: TreeVisitor>: TreeVisitor {
  private let visitor: UnsafeMutablePointer<Visitor>
  private let tables: [Table]
  private var nextTable = 0
  /// The paragraph of the next cell.
  private var cell: Node?
  /// Whether the open paragraph has been passed on as a table.
  private var isReplaced = false
  /// Whether the next text begins with the space before a cell (`TableFinder.opener`).
  private var dropsOpener = false
  /// Whether the visited text is between cells; each of its lines has such a space.
  private var isInCell = false
  private let taskLines: [Int]
  /// Whether the next text may begin with the box of a task.
  private var beginsTask = false
  private let hasTildes: Bool
  /// The open nodes that hold text, if there are tildes.
  private var open: [OpenNode] = []

  private struct OpenNode {
    var marks: [Strikethrough.Mark]
    var next = 0
    /// The number of texts that were visited.
    var texts = 0
  }

  /// - Parameter visitor: must be valid as long as this value.
  init(
    _ visitor: UnsafeMutablePointer<Visitor>, tables: [Table], firstCell: Node?, taskLines: [Int],
    hasTildes: Bool
  ) {
    self.visitor = visitor
    self.tables = tables
    cell = firstCell
    self.taskLines = taskLines
    self.hasTildes = hasTildes
  }

  mutating func enter(_ element: Element, _ node: Node) {
    guard !isReplaced else { return }
    switch element {
    case .paragraph, .heading:
      if nextTable < tables.count, tables[nextTable].line == node.line, !isInCell {
        nextTable += 1
        show(tables[nextTable - 1], as: element, node)
        isReplaced = true
        return
      }
      begin(node, isMark: false)
      beginsTask = node.beginsItem && taskLines.hasSorted(node.line)
    case .emphasis, .strong: begin(node, isMark: true)
    default: break
    }
    visitor.pointee.enter(element, node)
  }

  mutating func exit(_ element: Element, _ node: Node) {
    switch element {
    case .paragraph, .heading:
      if isReplaced {
        isReplaced = false
        return
      }
      end()
    case .emphasis, .strong:
      guard !isReplaced else { return }
      end()
    default: break
    }
    visitor.pointee.exit(element, node)
  }

  private mutating func begin(_ node: Node, isMark: Bool) {
    beginsTask = false
    if hasTildes { open.append(OpenNode(marks: Strikethrough.marks(in: node, isMark: isMark))) }
  }

  private mutating func end() {
    if hasTildes { _ = open.popLast() }
  }

  // MARK: Tables

  private mutating func show(_ table: Table, as element: Element, _ node: Node) {
    if table.hasLead {
      visitor.pointee.enter(.paragraph(isTight: element.isTightParagraph), node)
      showCell()
      visitor.pointee.exit(.paragraph(isTight: element.isTightParagraph), node)
    }
    visitor.pointee.enter(.table(isWide: table.isWide), node)
    for (index, count) in table.rows.enumerated() {
      let isHeader = index == 0
      visitor.pointee.enter(.row(isHeader: isHeader), .none)
      for column in 0..<count {
        let cell = TableCell(
          alignment: table.alignments[column], isHeader: isHeader,
          isEmpty: cell?.onlyText?.count == TableFinder.opener.utf8CodeUnitCount)
        visitor.pointee.enter(.cell(cell), .none)
        showCell()
        visitor.pointee.exit(.cell(cell), .none)
      }
      visitor.pointee.exit(.row(isHeader: isHeader), .none)
    }
    visitor.pointee.exit(.table(isWide: table.isWide), node)
    if table.endsInRule { visitor.pointee.rule() }
  }

  private mutating func showCell() {
    guard let content = cell else { return }
    cell = content.next
    begin(content, isMark: false)
    (dropsOpener, isInCell) = (true, true)
    MarkdownTree.walk(below: content, &self)
    (dropsOpener, isInCell) = (false, false)
    end()
  }

  // MARK: Text

  mutating func text(_ bytes: Bytes) {
    guard !isReplaced else { return }
    var start = 0
    if dropsOpener {
      dropsOpener = false
      start = TableFinder.opener.utf8CodeUnitCount
    }
    if beginsTask {
      beginsTask = false
      if let isDone = ExtendedSyntax.box(bytes) {
        visitor.pointee.task(isDone: isDone)
        start = 4
      }
    }
    guard hasTildes, let node = open.last else {
      return pass(bytes, start..<bytes.count)
    }
    var index = node.next
    while index < node.marks.count, node.marks[index].text == node.texts {
      let mark = node.marks[index]
      pass(bytes, start..<mark.offset)
      if mark.isOpening {
        visitor.pointee.enter(.deletion, .none)
      } else {
        visitor.pointee.exit(.deletion, .none)
      }
      start = mark.offset + mark.length
      index += 1
    }
    open[open.count - 1].next = index
    open[open.count - 1].texts += 1
    pass(bytes, start..<bytes.count)
  }

  private func pass(_ bytes: Bytes, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let text = Bytes(rebasing: bytes[range])
    guard hasTildes else { return visitor.pointee.text(text) }
    EscapedTildes.restoring(text, isCode: false) { visitor.pointee.text($0) }
  }

  mutating func code(_ bytes: Bytes) {
    guard !isReplaced else { return }
    beginsTask = false
    guard hasTildes else { return visitor.pointee.code(bytes) }
    EscapedTildes.restoring(bytes, isCode: true) { visitor.pointee.code($0) }
  }

  mutating func codeBlock(_ lines: Bytes, info: Bytes) {
    guard hasTildes else { return visitor.pointee.codeBlock(lines, info: info) }
    EscapedTildes.restoring(info, isCode: false) { info in
      EscapedTildes.restoring(lines, isCode: true) { visitor.pointee.codeBlock($0, info: info) }
    }
  }

  mutating func html(_ source: Bytes, isBlock: Bool, _ node: Node) {
    guard !isReplaced else { return }
    beginsTask = false
    guard hasTildes else { return visitor.pointee.html(source, isBlock: isBlock, node) }
    EscapedTildes.restoring(source, isCode: true) {
      visitor.pointee.html($0, isBlock: isBlock, node)
    }
  }

  mutating func enterLink(_ destination: Bytes, title: Bytes, _ node: Node) {
    guard !isReplaced else { return }
    begin(node, isMark: true)
    guard hasTildes else {
      return visitor.pointee.enterLink(destination, title: title, node)
    }
    EscapedTildes.restoring(title, isCode: false) { title in
      EscapedTildes.restoring(destination, isCode: false) {
        visitor.pointee.enterLink($0, title: title, node)
      }
    }
  }

  mutating func exitLink(_ node: Node) {
    guard !isReplaced else { return }
    end()
    visitor.pointee.exitLink(node)
  }

  mutating func softBreak() {
    guard !isReplaced else { return }
    dropsOpener = isInCell
    visitor.pointee.softBreak()
  }

  mutating func hardBreak() {
    guard !isReplaced else { return }
    dropsOpener = isInCell
    visitor.pointee.hardBreak()
  }

  mutating func rule() {
    visitor.pointee.rule()
  }

  mutating func task(isDone: Bool) {
    visitor.pointee.task(isDone: isDone)
  }
}

extension Element {
  fileprivate var isTightParagraph: Bool {
    if case .paragraph(isTight: true) = self { true } else { false }
  }
}
