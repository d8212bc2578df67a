import Diagnostics
import Text

/// Inline marks and links.
extension MarkdownWriter {
  mutating func enterMark(_ element: Element, _ node: Node) {
    markDepth += 1
    guard markDepth <= Self.deepestNesting else { return }
    let hadOnlyTags = hasOnlyTags
    flush()
    let isTag =
      markDepth > 1 || sink.bytes.last == UInt8(ascii: "*") || !MarkdownEscaping.canMark(node)
    let bit: UInt64 = 1 << UInt64(markDepth)
    tags = isTag ? tags | bit : tags & ~bit
    switch element {
    case .strong: sink.write(isTag ? "<strong>" : "**")
    case .deletion: sink.write(isTrusted ? "~~" : "<del>")
    default: sink.write(isTag ? "<em>" : "*")
    }
    hasOnlyTags = isTag && (hadOnlyTags || isLineStart)
    isLineStart = false
  }

  mutating func exitMark(_ element: Element) {
    defer { markDepth -= 1 }
    guard markDepth <= Self.deepestNesting else { return }
    hasOnlyTags = false
    let isTag = tags & (1 << UInt64(markDepth)) != 0
    switch element {
    case .strong: sink.write(isTag ? "</strong>" : "**")
    case .deletion: sink.write(isTrusted ? "~~" : "</del>")
    default: sink.write(isTag ? "</em>" : "*")
    }
  }

  mutating func enterLink(_ destination: Bytes, title: Bytes, _ node: Node) {
    let target = Links.destination(String(decoding: destination, as: UTF8.self), base: base)
    guard links.enter(isLink: target != .nothing) else { return }
    flush()
    var open = OpenLink(
      destination: target, title: String(decoding: title, as: UTF8.self), start: 0,
      isAutomatic: false)
    if case .link(let address) = target {
      if title.isEmpty, let bytes = node.onlyText, MarkdownEscaping.isAutomatic(address),
        address.utf8.elementsEqual(bytes)
      {
        sink.write("<")
        sink.write(address)
        sink.write(">")
        open.isAutomatic = true
      } else {
        if sink.bytes.last == UInt8(ascii: "!") { sink.write("<!-- -->") }
        sink.write("[")
      }
      isLineStart = false
    }
    open.start = sink.bytes.count
    link = open
  }

  mutating func exitLink(_ node: Node) {
    guard links.exit(), let link else { return }
    self.link = nil
    guard !link.isAutomatic else { return }
    let isEmpty = sink.bytes.count == link.start
    switch link.destination {
    case .nothing: break
    case .text(let address):
      if !isEmpty {
        flush()
        sink.write(" (")
      }
      address.withBytes { text($0) }
      if !isEmpty { sink.write(")") }
    case .link(let address):
      if isEmpty { address.withBytes { text($0) } }
      flush()
      sink.write("](")
      MarkdownEscaping.writeDestination(address, to: &sink)
      if !link.title.isEmpty {
        sink.write(" \"")
        MarkdownEscaping.writeTitle(link.title, to: &sink)
        sink.write("\"")
      }
      sink.write(")")
    }
  }
}
