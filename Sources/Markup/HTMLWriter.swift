import Basics

/// Where HTML is read.
package enum HTMLPlacement: Sendable, Equatable {
  /// A relative address stays as it is, or is resolved against `base` where that is another place.
  case page(base: String?)
  /// A mail has no ids and nothing to scroll; a relative address is resolved against `base`, or is
  /// words where nobody knows relative to what. Blocks say that they find out their own direction
  /// only where it may be another.
  case mail(base: String?, isMixed: Bool)

  var isPage: Bool {
    if case .page = self { true } else { false }
  }
}

/// Writes a tree as HTML. Only these elements, and of attributes only `dir`, `href`, `title`,
/// `start`, `id` and `tabindex`, and those of a table of one cell in a mail, can come out of it,
/// whatever the words are.
struct HTMLWriter: DocumentWriter {
  var sink: ByteSink
  private var headings: HeadingLevels
  /// The level of the heading that is open.
  private var headingLevel = 1
  /// Blocks that are open, written or not (`deepestNesting`).
  private var depth = 0
  private var markDepth = 0
  private var links = LinkNesting()
  /// How much the sink held when the open link began: a link without words shows its address.
  private var linkStart = 0
  private var linkAddress = ""
  /// The number in the id of the next heading, if it is to have one.
  var headingNumber: Int?
  private let place: HTMLPlacement
  /// What the open link leads to where it is no link: its address stands behind its words.
  private var linkWords: String?

  init(sink: ByteSink, topHeading: Int?, place: HTMLPlacement = .page(base: nil)) {
    self.sink = sink
    self.place = place
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
      if let number = headingNumber, place.isPage {
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
    }
  }

  mutating func enterLink(_ destination: Bytes, title: Bytes, _ node: Node) {
    switch place {
    case .page(let base):
      guard links.enter(isLink: Links.isAllowed(destination)) else { return }
      let resolved = base.flatMap {
        Links.resolve(String(decoding: destination, as: UTF8.self), base: $0)
      }
      linkAddress = resolved ?? Links.normalized(destination)
    case .mail(let base, _):
      let target = Links.destination(String(decoding: destination, as: UTF8.self), base: base)
      guard links.enter(isLink: target != .nothing) else { return }
      if case .words(let address) = target {
        linkWords = address
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
    if let words = linkWords {
      linkWords = nil
      let isEmpty = sink.bytes.count == linkStart
      if !isEmpty { sink.write(" (") }
      HTMLEscaping.writeText(words, to: &sink)
      if !isEmpty { sink.write(")") }
      return
    }
    if sink.bytes.count == linkStart { HTMLEscaping.writeText(linkAddress, to: &sink) }
    sink.write("</a>")
  }

  mutating func text(_ words: Bytes) {
    HTMLEscaping.writeText(words, to: &sink)
  }

  mutating func code(_ words: Bytes) {
    sink.write("<code>")
    HTMLEscaping.writeText(words, to: &sink)
    sink.write("</code>")
  }

  /// Code scrolls on a page, so the keyboard must reach it; its direction is never the reader's.
  mutating func codeBlock(_ lines: Bytes, info: Bytes) {
    guard place.isPage else {
      openCell("code", direction: " dir=\"ltr\"")
      writeLines(lines.droppingLastLineFeeds)
      closeCell()
      return
    }
    sink.write("<pre dir=\"ltr\" tabindex=\"0\"><code>")
    HTMLEscaping.writeText(lines, to: &sink)
    sink.write("</code></pre>\n")
  }

  /// Opens a box of a mail: Outlook draws with Word, which knows padding and grounds of cells alone.
  private mutating func openCell(_ name: StaticString, direction: StaticString = "") {
    guard !place.isPage else { return }
    sink.write("<table class=\"box\" role=\"presentation\" width=\"100%\" cellpadding=\"0\" ")
    sink.write("cellspacing=\"0\" border=\"0\"><tr><td class=\"")
    sink.write(name)
    sink.write("\"")
    sink.write(direction)
    sink.write(">")
  }

  private mutating func closeCell() {
    guard !place.isPage else { return }
    sink.write("</td></tr></table>\n")
  }

  /// Lines of code where nothing keeps lines but breaks, and nothing scrolls: a line's first space
  /// and every other but the last of several hold, so that a line can be broken before a word.
  private mutating func writeLines(_ lines: Bytes) {
    var start = 0
    for index in lines.indices {
      let byte = lines[index]
      let isFirst = index == 0 || lines[index - 1] == 0x0A
      let isFollowed = index + 1 < lines.count && lines[index + 1] == UInt8(ascii: " ")
      let holds = byte == UInt8(ascii: " ") && (isFirst || isFollowed)
      guard holds || byte == 0x0A || byte == 0x09 else { continue }
      // A return and a line feed are one line end.
      let end = byte == 0x0A && index > start && lines[index - 1] == 0x0D ? index - 1 : index
      HTMLEscaping.writeText(Bytes(rebasing: lines[start..<end]), to: &sink)
      sink.write(holds ? "&nbsp;" : byte == 0x0A ? "<br>\n" : "&nbsp; &nbsp; ")
      start = index + 1
    }
    HTMLEscaping.writeText(Bytes(rebasing: lines[start...]), to: &sink)
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

  /// The outermost block finds out its own direction, and what it holds goes with it: a container
  /// whose blocks each had a direction would have none itself.
  private mutating func open(_ outermost: StaticString, nested: StaticString) {
    if case .mail(_, isMixed: false) = place { return sink.write(nested) }
    sink.write(depth == 0 ? outermost : nested)
  }
}

/// Which of nested links and images is a link: the outermost that may be one.
struct LinkNesting {
  private var depth = 0
  private var openAt = 0

  var isInside: Bool { openAt != 0 }

  /// Enters a link; whether its beginning is to be written.
  mutating func enter(isLink: @autoclosure () -> Bool) -> Bool {
    depth += 1
    guard openAt == 0, isLink() else { return false }
    openAt = depth
    return true
  }

  /// Leaves a link; whether its end is to be written.
  mutating func exit() -> Bool {
    defer { depth -= 1 }
    guard openAt == depth, depth > 0 else { return false }
    openAt = 0
    return true
  }
}

extension Bytes {
  /// The same without line feeds at the end.
  var droppingLastLineFeeds: Bytes {
    var count = count
    while count > 0, self[count - 1] == 0x0A || self[count - 1] == 0x0D { count -= 1 }
    return Bytes(start: baseAddress, count: count)
  }
}
