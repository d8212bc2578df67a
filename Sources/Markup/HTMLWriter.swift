import Text

/// The document that the HTML is written into.
package enum HTMLPlacement: Sendable, Equatable {
  /// A page. Relative addresses are kept, or resolved against `base` if it is given.
  case page(base: String?)
  /// A mail, which has no ids and no scrolling. A relative address is resolved against `base`, or
  /// written as text if there is none. Blocks get `dir="auto"` only if `isMixed`.
  case mail(base: String?, isMixed: Bool)

  var isPage: Bool {
    if case .page = self { true } else { false }
  }
}

/// Writes a tree as HTML. For any input, the output has only this writer's elements, and only the
/// attributes `dir`, `href`, `title`, `start`, `id`, `tabindex`, `scope` and `class` with this
/// writer's names. A mail also has the attributes of one-cell tables.
struct HTMLWriter: DocumentWriter {
  var sink: ByteSink
  private var headings: HeadingLevels
  /// The level of the open heading.
  private var headingLevel = 1
  /// The number of open blocks, written or not (`deepestNesting`).
  private var depth = 0
  private var markDepth = 0
  /// The element of the open cell, and whether a row of the body has begun.
  var cellElement: StaticString = "td"
  var hasBody = false
  private var links = LinkNesting()
  /// The sink's length when the open link began. A link without text shows its address.
  private var linkStart = 0
  private var linkAddress = ""
  /// The number in the id of the next heading; nil for no id.
  var headingNumber: Int?
  let placement: HTMLPlacement
  /// Whether code may be coloured. Only in a value: a template's value within code must not change
  /// the elements of the code.
  let colorsCode: Bool
  /// The address to write after the text of the open link, if the link is written as text.
  private var linkText: String?

  init(
    sink: ByteSink, topHeading: Int?, placement: HTMLPlacement = .page(base: nil),
    colorsCode: Bool = true
  ) {
    self.sink = sink
    self.colorsCode = colorsCode
    self.placement = placement
    headings = HeadingLevels(top: topHeading)
  }

  mutating func enter(_ element: Element, _ node: Node) {
    switch element {
    case .paragraph(let isTight):
      if !isTight { open("<p dir=\"auto\">", nested: "<p>") }
    case .heading(let level):
      headingLevel = headings.enter(level)
      sink.write("<h")
      writeHeadingLevel()
      if let number = headingNumber, placement.isPage {
        headingNumber = nil
        sink.write(" id=\"part-")
        sink.write(String(number))
        sink.write("\"")
      }
      open(" dir=\"auto\">", nested: ">")
    case .quote:
      if depth < deepestNesting {
        open("<blockquote dir=\"auto\">\n", nested: "<blockquote>\n")
        openCell("quote")
      }
      depth += 1
    case .list(let start, _):
      if depth < deepestNesting {
        if let start {
          sink.write("<ol")
          if start != 1 {
            sink.write(" start=\"")
            sink.write(String(start))
            sink.write("\"")
          }
        } else {
          sink.write("<ul")
        }
        open(" dir=\"auto\">\n", nested: ">\n")
      }
      depth += 1
    case .item:
      if depth <= deepestNesting { sink.write("<li>") }
    case .emphasis:
      if markDepth < deepestNesting { sink.write("<em>") }
      markDepth += 1
    case .strong:
      if markDepth < deepestNesting { sink.write("<strong>") }
      markDepth += 1
    case .deletion:
      if markDepth < deepestNesting { sink.write("<del>") }
      markDepth += 1
    case .table(let isWide): openTable(isWide: isWide)
    case .row(let isHeader):
      if isHeader {
        sink.write("<thead>\n")
      } else if !hasBody {
        sink.write("<tbody>\n")
        hasBody = true
      }
      sink.write("<tr>")
    case .cell(let cell): open(cell)
    }
  }

  mutating func exit(_ element: Element, _ node: Node) {
    switch element {
    case .paragraph(let isTight):
      sink.write(isTight ? "\n" : "</p>\n")
    case .heading:
      sink.write("</h")
      writeHeadingLevel()
      sink.write(">\n")
    case .quote:
      depth -= 1
      if depth < deepestNesting {
        closeCell()
        sink.write("</blockquote>\n")
      }
    case .list(let start, _):
      depth -= 1
      if depth < deepestNesting { sink.write(start == nil ? "</ul>\n" : "</ol>\n") }
    case .item:
      if depth <= deepestNesting { sink.write("</li>\n") }
    case .emphasis:
      markDepth -= 1
      if markDepth < deepestNesting { sink.write("</em>") }
    case .strong:
      markDepth -= 1
      if markDepth < deepestNesting { sink.write("</strong>") }
    case .deletion:
      markDepth -= 1
      if markDepth < deepestNesting { sink.write("</del>") }
    case .table(let isWide):
      sink.write(hasBody ? "</tbody></table>" : "</table>")
      sink.write(isWide && placement.isPage ? "</div>\n" : "\n")
    case .row(let isHeader): sink.write(isHeader ? "</tr>\n</thead>\n" : "</tr>\n")
    case .cell:
      sink.write("</")
      sink.write(cellElement)
      sink.write(">")
    }
  }

  mutating func enterLink(_ destination: Bytes, title: Bytes, _ node: Node) {
    switch placement {
    case .page(let base):
      guard links.enter(isLink: Links.isAllowed(destination)) else { return }
      let resolved = base.flatMap {
        Links.resolve(String(decoding: destination, as: UTF8.self), base: $0)
      }
      linkAddress = resolved ?? Links.normalized(destination)
    case .mail(let base, _):
      let target = Links.destination(String(decoding: destination, as: UTF8.self), base: base)
      guard links.enter(isLink: target != .nothing) else { return }
      if case .text(let address) = target {
        linkText = address
        linkStart = sink.bytes.count
        return
      }
      if case .link(let address) = target { linkAddress = Links.inASCII(address) }
    }
    sink.write("<a href=\"")
    HTMLEscaping.writeAttribute(linkAddress, to: &sink)
    if !title.isEmpty {
      sink.write("\" title=\"")
      HTMLEscaping.writeAttribute(title, to: &sink)
    }
    sink.write("\">")
    linkStart = sink.bytes.count
  }

  mutating func exitLink(_ node: Node) {
    guard links.exit() else { return }
    if let address = linkText {
      linkText = nil
      let isEmpty = sink.bytes.count == linkStart
      if !isEmpty { sink.write(" (") }
      HTMLEscaping.writeText(address, to: &sink)
      if !isEmpty { sink.write(")") }
      return
    }
    if sink.bytes.count == linkStart { HTMLEscaping.writeText(linkAddress, to: &sink) }
    sink.write("</a>")
  }

  mutating func text(_ bytes: Bytes) {
    HTMLEscaping.writeText(bytes, to: &sink)
  }

  mutating func code(_ bytes: Bytes) {
    sink.write("<code>")
    HTMLEscaping.writeText(bytes, to: &sink)
    sink.write("</code>")
  }

  mutating func html(_ source: Bytes, isBlock: Bool, _ node: Node) {
    guard isBlock else { return text(source) }
    enter(.paragraph(isTight: false), node)
    text(source.droppingLastLineFeeds)
    exit(.paragraph(isTight: false), node)
  }

  mutating func softBreak() {
    sink.write(byte: 0x0A)
  }

  mutating func hardBreak() {
    sink.write("<br>\n")
  }

  mutating func rule() {
    sink.write("<hr>\n")
  }

  private mutating func writeHeadingLevel() {
    sink.write(byte: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: headingLevel))
  }

  /// Opens an element. Only the outermost block has `dir="auto"`, and its content inherits the
  /// direction: children with `dir="auto"` would not count for the direction of their container.
  mutating func open(_ outermost: StaticString, nested: StaticString) {
    if case .mail(_, isMixed: false) = placement { return sink.write(nested) }
    sink.write(depth == 0 ? outermost : nested)
  }
}

/// Tracks nested links and images and selects the outermost one that may be a link.
struct LinkNesting {
  private var depth = 0
  private var openAt = 0

  var isInside: Bool { openAt != 0 }

  /// Enters a link. Returns whether to write its start tag.
  mutating func enter(isLink: @autoclosure () -> Bool) -> Bool {
    depth += 1
    guard openAt == 0, isLink() else { return false }
    openAt = depth
    return true
  }

  /// Leaves a link. Returns whether to write its end tag.
  mutating func exit() -> Bool {
    defer { depth -= 1 }
    guard openAt == depth, depth > 0 else { return false }
    openAt = 0
    return true
  }
}

extension Bytes {
  /// The bytes without trailing line feeds and carriage returns.
  var droppingLastLineFeeds: Bytes {
    var count = count
    while count > 0, self[count - 1] == 0x0A || self[count - 1] == 0x0D { count -= 1 }
    return Bytes(start: baseAddress, count: count)
  }
}
