/// A construct in a template's document that can't be rendered as its author intended.
package struct DocumentFinding: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    /// Raw HTML, which belongs in a component.
    case rawHTML = "raw-html"
    /// `<{{url}}>`, which is not parsed as a link.
    case tokenInAngleBrackets = "tag-in-angle-brackets"
    /// A component directly above a line of dashes, which turns it into a heading.
    case blockUnderlined = "component-underlined"
    case blockInHeading = "component-in-heading"
    /// A component in emphasis or in the text of a link.
    case blockInMark = "component-in-mark"
    /// A component in a list or a quote.
    case blockInContainer = "component-in-container"
    /// A component in code, a link's destination or its title.
    case blockInCode = "component-in-code"
    /// A component that shares its paragraph with text or with another component.
    case blockInParagraph = "component-in-paragraph"
    /// An image, which is shown as a link.
    case image = "image"
  }

  package var kind: Kind
  /// The line of the document, from 1.
  package var line: Int
  /// The index of the token concerned, if any.
  package var token: Int?
}

/// Collects the findings of a document.
struct DocumentInspector: TreeVisitor {
  private let isBlock: (Int) -> Bool
  private(set) var findings: [DocumentFinding] = []
  private var line = 0
  private var containers = 0
  private var marks = 0
  private var heading: (first: Int, last: Int)?
  /// Whether the open paragraph consists of one block token, as it should.
  private var isReplaced = false

  init(isBlock: @escaping (Int) -> Bool) {
    self.isBlock = isBlock
  }

  mutating func enter(_ element: Element, _ node: Node) {
    switch element {
    case .paragraph:
      line = node.line
      if node.isTopLevel, let token = Token.only(node.onlyText) { isReplaced = isBlock(token) }
    case .heading:
      line = node.line
      heading = (node.line, node.lastLine)
    case .quote, .list: containers += 1
    case .item, .table, .row, .cell: break
    case .emphasis, .strong, .deletion: marks += 1
    }
  }

  mutating func exit(_ element: Element, _ node: Node) {
    switch element {
    case .paragraph: isReplaced = false
    case .heading: heading = nil
    case .quote, .list: containers -= 1
    case .item, .table, .row, .cell: break
    case .emphasis, .strong, .deletion: marks -= 1
    }
  }

  mutating func enterLink(_ destination: Bytes, title: Bytes, _ node: Node) {
    if node.isImage { report(.image) }
    reportBlocks(destination, as: .blockInCode)
    reportBlocks(title, as: .blockInCode)
    marks += 1
  }

  mutating func exitLink(_ node: Node) { marks -= 1 }

  mutating func text(_ bytes: Bytes) {
    for index in bytes.indices where bytes[index] == UInt8(ascii: "<") {
      let end = index + 1 + Token.length
      if let token = Token.decode(bytes, at: index + 1), end < bytes.count,
        bytes[end] == UInt8(ascii: ">")
      {
        report(.tokenInAngleBrackets, token: token)
      }
    }
    if !isReplaced { reportBlocks(bytes, as: blockKind) }
  }

  /// The kind of finding for a block token in the current inline content.
  private var blockKind: DocumentFinding.Kind {
    if let heading { return heading.first == heading.last ? .blockInHeading : .blockUnderlined }
    if marks > 0 { return .blockInMark }
    return containers > 0 ? .blockInContainer : .blockInParagraph
  }

  mutating func code(_ bytes: Bytes) { reportBlocks(bytes, as: .blockInCode) }

  mutating func codeBlock(_ lines: Bytes, info: Bytes) {
    reportBlocks(info, as: .blockInCode)
    reportBlocks(lines, as: .blockInCode)
  }

  mutating func html(_ source: Bytes, isBlock: Bool, _ node: Node) {
    line = node.line
    report(.rawHTML)
  }

  mutating func softBreak() { line += 1 }
  mutating func hardBreak() { line += 1 }
  mutating func rule() {}
  mutating func task(isDone: Bool) {}

  private mutating func reportBlocks(_ bytes: Bytes, as kind: DocumentFinding.Kind) {
    var tokens: [Int] = []
    Token.split(bytes) { _ in
    } token: {
      tokens.append($0)
    }
    for token in tokens where isBlock(token) { report(kind, token: token) }
  }

  private mutating func report(_ kind: DocumentFinding.Kind, token: Int? = nil) {
    findings.append(DocumentFinding(kind: kind, line: line, token: token))
  }
}
