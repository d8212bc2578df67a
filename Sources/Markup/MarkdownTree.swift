// Unsafe pointers: cmark is a C library.

import CCMark
import Diagnostics

typealias Bytes = UnsafeBufferPointer<UInt8>

/// The library that parses Markdown.
package enum MarkdownLibrary {
  /// The version of cmark that is linked in.
  package static var version: String { String(cString: cmark_version_string()) }
}

/// A parsed document of CommonMark; `ExtendedDocument` adds GitHub's extensions. The only file that
/// uses cmark.
struct MarkdownTree: ~Copyable {
  private let root: OpaquePointer?
  private let isInArena: Bool

  /// The largest value, in bytes, that is parsed into the thread's arena.
  private static let arenaLimit = 1 << 15

  /// Parses a document.
  init(document source: String) {
    root = source.withBytes { Self.parse($0) }
    isInArena = false
  }

  init(document source: [UInt8]) {
    root = source.withUnsafeBufferPointer { Self.parse($0) }
    isInArena = false
  }

  /// Parses a value. The tree must be destroyed on the thread that created it.
  init(value source: Bytes) {
    (root, isInArena) = Self.parseValue(source)
  }

  init(value source: [UInt8]) {
    (root, isInArena) = source.withUnsafeBufferPointer { Self.parseValue($0) }
  }

  private static func parseValue(_ source: Bytes) -> (root: OpaquePointer?, isInArena: Bool) {
    if source.count <= Self.arenaLimit, let start = source.baseAddress,
      let root = tidemark_parse_in_arena(
        UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self), source.count,
        CMARK_OPT_DEFAULT)
    {
      return (root, true)
    }
    return (Self.parse(source), false)
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

  /// Visits every node in document order. Iterative, so that deep nesting can't exhaust the stack.
  borrowing func walk<Visitor: TreeVisitor>(_ visitor: inout Visitor) {
    Self.walk(below: Node(root), &visitor)
  }

  /// Visits every node below `top`. The tree of `top` must exist until this returns.
  static func walk<Visitor: TreeVisitor>(below top: Node, _ visitor: inout Visitor) {
    let root = top.pointer
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

  /// Calls `body` with the first block. The tree lives until it returns.
  borrowing func withFirstBlock(_ body: (Node?) -> Void) {
    body(Node(root).firstChild)
  }

  /// Visits a leaf or enters a container. Returns whether it is a container.
  @inline(__always)
  private static func enter<Visitor: TreeVisitor>(_ node: Node, _ visitor: inout Visitor) -> Bool {
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
  private static func exit<Visitor: TreeVisitor>(_ node: Node, _ visitor: inout Visitor) {
    switch node.type {
    case CMARK_NODE_LINK, CMARK_NODE_IMAGE: visitor.exitLink(node)
    default: if let element = node.element { visitor.exit(element, node) }
    }
  }
}

/// A node of a tree, valid only during the walk.
struct Node {
  fileprivate let pointer: OpaquePointer?

  /// A placeholder for content without a node of its own (`FastParagraphs`, `ExtendedVisitor`).
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

  /// The first line of the node, from 1; 0 if unknown.
  var line: Int { Int(cmark_node_get_start_line(pointer)) }
  var lastLine: Int { Int(cmark_node_get_end_line(pointer)) }
  /// The byte of its line at which the node begins, from 1.
  var column: Int { Int(cmark_node_get_start_column(pointer)) }

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
  /// Whether the node is the first one of a list item.
  var beginsItem: Bool {
    cmark_node_previous(pointer) == nil
      && cmark_node_get_type(cmark_node_parent(pointer)) == CMARK_NODE_ITEM
  }
  /// Whether the node is a line end.
  var isBreak: Bool { type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK }
  var isImage: Bool { type == CMARK_NODE_IMAGE }
  var isEmphasis: Bool { type == CMARK_NODE_EMPH || type == CMARK_NODE_STRONG }
  var headingLevel: Int? {
    type == CMARK_NODE_HEADING ? Int(cmark_node_get_heading_level(pointer)) : nil
  }
  /// Whether the node is a top-level block, in no quote and no list.
  var isTopLevel: Bool {
    cmark_node_get_type(cmark_node_parent(pointer)) == CMARK_NODE_DOCUMENT
  }
  /// The content of a text node.
  var text: Bytes? { type == CMARK_NODE_TEXT ? literal : nil }
  /// The content of a node whose only child is a text node.
  var onlyText: Bytes? {
    guard let child = firstChild, child.next == nil else { return nil }
    return child.text
  }
}
