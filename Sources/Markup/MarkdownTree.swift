import CCMark

typealias Bytes = UnsafeBufferPointer<UInt8>

/// A parsed document. This file is the only one that knows cmark.
struct MarkdownTree: ~Copyable {
  private let root: OpaquePointer?
  private let isInArena: Bool

  /// Values up to this size are parsed into the thread's arena.
  private static let arenaLimit = 1 << 15

  /// Parses a document.
  init(document source: String) {
    var source = source
    root = source.withUTF8 { Self.parse($0) }
    isInArena = false
  }

  /// Parses a value. The tree must end on the thread that made it.
  init(value source: Bytes) {
    if source.count <= Self.arenaLimit, let start = source.baseAddress,
      let root = tidemark_parse_in_arena(
        UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self), source.count,
        CMARK_OPT_DEFAULT)
    {
      self.root = root
      isInArena = true
    } else {
      root = Self.parse(source)
      isInArena = false
    }
  }

  private static func parse(_ source: Bytes) -> OpaquePointer? {
    guard let start = source.baseAddress else { return nil }
    let text = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
    return cmark_parse_document(text, source.count, CMARK_OPT_DEFAULT)
  }

  deinit {
    if isInArena {
      tidemark_empty_arena()
    } else if let root {
      cmark_node_free(root)
    }
  }

  /// Shows every node to `visitor` in order. A loop, so that no nesting can exhaust the stack.
  borrowing func walk<Visitor: TreeVisitor>(_ visitor: inout Visitor) {
    guard let root, var pointer = cmark_node_first_child(root) else { return }
    while true {
      let node = Node(pointer)
      let isContainer = enter(node, &visitor)
      if isContainer, let child = cmark_node_first_child(pointer) {
        pointer = child
        continue
      }
      if isContainer { exit(node, &visitor) }
      while true {
        if let next = cmark_node_next(pointer) {
          pointer = next
          break
        }
        guard let parent = cmark_node_parent(pointer), parent != root else { return }
        pointer = parent
        exit(Node(pointer), &visitor)
      }
    }
  }

  /// Shows a leaf, or the opening of a node that may hold others; whether it is the latter.
  @inline(__always)
  private borrowing func enter<Visitor: TreeVisitor>(_ node: Node, _ visitor: inout Visitor)
    -> Bool
  {
    switch node.type {
    case CMARK_NODE_TEXT: visitor.text(node.literal)
    case CMARK_NODE_SOFTBREAK: visitor.softBreak()
    case CMARK_NODE_LINEBREAK: visitor.hardBreak()
    case CMARK_NODE_CODE: visitor.code(node.literal)
    case CMARK_NODE_HTML_INLINE: visitor.html(node.literal, isBlock: false, node)
    case CMARK_NODE_HTML_BLOCK: visitor.html(node.literal, isBlock: true, node)
    case CMARK_NODE_CODE_BLOCK: visitor.codeBlock(node.literal, info: node.info)
    case CMARK_NODE_THEMATIC_BREAK: visitor.rule()
    case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
      visitor.enterLink(node.destination, title: node.title, node)
      return true
    default:
      if let element = node.element { visitor.enter(element, node) }
      return true
    }
    return false
  }

  @inline(__always)
  private borrowing func exit<Visitor: TreeVisitor>(_ node: Node, _ visitor: inout Visitor) {
    switch node.type {
    case CMARK_NODE_LINK, CMARK_NODE_IMAGE: visitor.exitLink(node)
    default: if let element = node.element { visitor.exit(element, node) }
    }
  }
}

/// A node of a tree, to be used while the tree is walked and no longer.
struct Node {
  private let pointer: OpaquePointer?

  /// The node of what never was in a tree (`FastParagraphs`).
  static var none: Node { Node(nil) }

  fileprivate init(_ pointer: OpaquePointer?) {
    self.pointer = pointer
  }

  fileprivate var type: cmark_node_type {
    cmark_node_get_type(pointer)
  }

  fileprivate var element: Element? {
    switch type {
    case CMARK_NODE_PARAGRAPH: .paragraph(isTight: isTightParagraph)
    case CMARK_NODE_HEADING: .heading(level: Int(cmark_node_get_heading_level(pointer)))
    case CMARK_NODE_BLOCK_QUOTE: .quote
    case CMARK_NODE_LIST:
      .list(
        start: cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST
          ? Int(cmark_node_get_list_start(pointer)) : nil,
        isTight: cmark_node_get_list_tight(pointer) != 0)
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    default: nil
    }
  }

  private var isTightParagraph: Bool {
    guard let parent = cmark_node_parent(pointer), cmark_node_get_type(parent) == CMARK_NODE_ITEM,
      let list = cmark_node_parent(parent)
    else { return false }
    return cmark_node_get_list_tight(list) != 0
  }

  /// Where the node begins, from 1; (0, 0) when nobody knows.
  var line: Int { Int(cmark_node_get_start_line(pointer)) }
  var lastLine: Int { Int(cmark_node_get_end_line(pointer)) }

  fileprivate var literal: Bytes { bytes(cmark_node_get_literal(pointer)) }
  fileprivate var info: Bytes { bytes(cmark_node_get_fence_info(pointer)) }
  fileprivate var destination: Bytes { bytes(cmark_node_get_url(pointer)) }
  fileprivate var title: Bytes { bytes(cmark_node_get_title(pointer)) }

  private func bytes(_ text: UnsafePointer<CChar>?) -> Bytes {
    guard let text else { return Bytes(start: nil, count: 0) }
    let start = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
    return Bytes(start: start, count: strlen(text))
  }

  var firstChild: Node? { cmark_node_first_child(pointer).map { Node($0) } }
  var lastChild: Node? { cmark_node_last_child(pointer).map { Node($0) } }
  var next: Node? { cmark_node_next(pointer).map { Node($0) } }
  var isImage: Bool { type == CMARK_NODE_IMAGE }
  var isEmphasis: Bool { type == CMARK_NODE_EMPH || type == CMARK_NODE_STRONG }
  var headingLevel: Int? {
    type == CMARK_NODE_HEADING ? Int(cmark_node_get_heading_level(pointer)) : nil
  }
  /// Whether the node is a block of the document itself, in no quote and no list.
  var isTopLevel: Bool {
    cmark_node_get_type(cmark_node_parent(pointer)) == CMARK_NODE_DOCUMENT
  }
  /// The words of a text node.
  var text: Bytes? { type == CMARK_NODE_TEXT ? literal : nil }
  /// The words of a node that holds one text node and nothing else.
  var onlyText: Bytes? {
    guard let child = firstChild, child.next == nil else { return nil }
    return child.text
  }
}
