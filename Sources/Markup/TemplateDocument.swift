import Diagnostics
package import Text

/// The targets that a document is rendered for.
package enum DocumentTarget: Sendable {
  case html, mail, markdown, text
}

/// A template's document in Markdown, with tokens in place of values and components.
package struct TemplateDocument: ~Copyable {
  private let tree: ExtendedDocument

  package init(parsing source: String) {
    tree = ExtendedDocument(document: Array(source.utf8))
  }

  /// Whether parsing `source` would take more than linear time.
  package static func isTooCostly(_ source: String) -> Bool {
    return source.withBytes { ParseCostGuard.isTooCostly($0) }
  }

  /// Writes the document. In a page, second-level headings get the ids `part-1`, `part-2`.
  package borrowing func write<Resolver: TokenResolver>(
    as target: DocumentTarget, base: String? = nil, columns: Int = .max, resolver: inout Resolver,
    to sink: inout ByteSink
  ) {
    switch target {
    case .html:
      write(
        HTMLWriter(sink: ByteSink(), topHeading: nil, colorsCode: false), &resolver, &sink)
    case .mail:
      write(
        HTMLWriter(
          sink: ByteSink(), topHeading: nil, placement: .mail(base: base, isMixed: true),
          colorsCode: false),
        &resolver, &sink)
    case .markdown:
      write(
        MarkdownWriter(
          sink: ByteSink(), form: .blocks, base: base, topHeading: nil, isTrusted: true),
        &resolver, &sink)
    case .text:
      write(
        TextWriter(sink: ByteSink(), base: base, columns: columns, underlinesHeadings: true),
        &resolver, &sink)
    }
  }

  private borrowing func write<Writer: DocumentWriter, Resolver: TokenResolver>(
    _ writer: consuming Writer, _ resolver: inout Resolver, _ sink: inout ByteSink
  ) {
    var visitor = DocumentVisitor(writer: writer, resolver: resolver)
    // The sink must have a single owner; otherwise the next byte copies it.
    swap(&sink, &visitor.writer.sink)
    tree.walk(&visitor)
    visitor.finish()
    resolver = visitor.resolver
    swap(&sink, &visitor.writer.sink)
  }

  /// The findings of the document. `isBlock` returns whether a token is a block. It is escaping,
  /// because a check for non-escaping closures would write the path of this file into the program.
  package borrowing func findings(
    isBlock: @escaping (Int) -> Bool
  ) -> [DocumentFinding] {
    var visitor = DocumentInspector(isBlock: isBlock)
    tree.walk(&visitor)
    return visitor.findings
  }
}

/// Passes a document to a writer, with each token resolved according to the node it is in.
struct DocumentVisitor<Writer: DocumentWriter, Resolver: TokenResolver>: TreeVisitor {
  var writer: Writer
  var resolver: Resolver
  /// The open part, and the number of parts so far.
  private var openPart: Int?
  private var partCount = 0
  private var hasBegun = false
  /// Whether the open paragraph consists of one block token.
  private var isReplaced = false

  init(writer: consuming Writer, resolver: Resolver) {
    self.writer = writer
    self.resolver = resolver
  }

  mutating func enter(_ element: Element, _ node: Node) {
    if node.isTopLevel { enterTopLevel(node) }
    if case .paragraph = element, node.isTopLevel, let token = Token.only(node.onlyText),
      resolver.isBlock(token)
    {
      isReplaced = true
      guard resolver.hasContent(token) else { return }
      writer.beginBlock()
      resolver.writeBlock(token, to: &writer.sink)
      return
    }
    writer.enter(element, node)
  }

  mutating func exit(_ element: Element, _ node: Node) {
    if isReplaced {
      isReplaced = false
    } else {
      writer.exit(element, node)
    }
  }

  private mutating func enterTopLevel(_ node: Node) {
    let level = node.headingLevel
    if level == 2 {
      endPart()
      partCount += 1
      beginPart(partCount)
      writer.headingNumber = partCount
    } else if level == 1, hasBegun {
      endPart()
    } else if !hasBegun {
      beginPart(0)
    }
    hasBegun = true
  }

  private mutating func beginPart(_ number: Int) {
    openPart = number
    resolver.beginPart(number, to: &writer.sink)
  }

  private mutating func endPart() {
    guard let number = openPart else { return }
    openPart = nil
    resolver.endPart(number, to: &writer.sink)
  }

  mutating func finish() {
    endPart()
  }

  mutating func text(_ bytes: Bytes) {
    guard !isReplaced else { return }
    Token.split(bytes) {
      writer.text($0)
    } token: {
      writer.beginWords()
      resolver.writeText($0, to: &writer.sink)
    }
  }

  mutating func code(_ bytes: Bytes) {
    expanding(bytes) { $0.code($1) }
  }

  mutating func codeBlock(_ lines: Bytes, info: Bytes) {
    beginTopLevel()
    let info = expanded(info)
    expanding(lines) { writer, lines in
      info.withBytes { writer.codeBlock(lines, info: $0) }
    }
  }

  mutating func enterLink(_ destination: Bytes, title: Bytes, _ node: Node) {
    let title = expanded(title)
    expanding(destination) { writer, destination in
      title.withBytes { writer.enterLink(destination, title: $0, node) }
    }
  }

  mutating func exitLink(_ node: Node) { writer.exitLink(node) }
  mutating func task(isDone: Bool) { writer.task(isDone: isDone) }
  mutating func softBreak() { writer.softBreak() }
  mutating func hardBreak() { writer.hardBreak() }

  mutating func rule() {
    beginTopLevel()
    writer.rule()
  }

  mutating func html(_ source: Bytes, isBlock: Bool, _ node: Node) {
    if isBlock { beginTopLevel() }
    writer.html(source, isBlock: isBlock, node)
  }

  /// Begins part 0, for a document that starts with a leaf block.
  private mutating func beginTopLevel() {
    guard !hasBegun else { return }
    hasBegun = true
    beginPart(0)
  }

  private mutating func expanding(_ bytes: Bytes, _ body: (inout Writer, Bytes) -> Void) {
    guard bytes.contains(0xF3) else { return body(&writer, bytes) }
    let text = expanded(bytes)
    text.withBytes { body(&writer, $0) }
  }

  private func expanded(_ bytes: Bytes) -> String {
    var text = ByteSink()
    Token.split(bytes) {
      text.write($0)
    } token: {
      text.write(resolver.text(of: $0))
    }
    return text.string
  }
}
