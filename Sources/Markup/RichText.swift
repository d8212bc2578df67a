import Diagnostics
package import Text

/// Writes text of untrusted origin (`text`, `details`, `summary`) for a target. Its content can't
/// change the structure around it.
package enum RichText {
  /// Writes `source` as HTML blocks. Its outermost headings get the level `topHeading`.
  package static func writeHTML(
    _ source: String, in format: TextFormat = .markdown, topHeading: Int? = 4,
    placement: HTMLPlacement = .page(base: nil), to sink: inout ByteSink
  ) {
    var writer = HTMLWriter(sink: taking(&sink), topHeading: topHeading, placement: placement)
    show(source, in: format, to: &writer)
    swap(&sink, &writer.sink)
  }

  /// Writes `source` as GitHub-flavoured Markdown. Every line after the first begins with `prefix`,
  /// for use in an item or a quote. Relative addresses are resolved against `base`.
  package static func writeMarkdown(
    _ source: String, in format: TextFormat = .markdown, as form: MarkdownForm = .blocks,
    prefix: String = "", base: String?, topHeading: Int? = 4, to sink: inout ByteSink
  ) {
    var writer = MarkdownWriter(
      sink: taking(&sink), form: form, prefix: prefix, base: base, topHeading: topHeading)
    show(source, in: format, to: &writer)
    swap(&sink, &writer.sink)
  }

  /// Writes `source` as plain text in logical lines, to be wrapped later (`TextMark`). Every line
  /// begins with `prefix`. Tables have columns where these fit in `columns`.
  package static func writeText(
    _ source: String, in format: TextFormat = .markdown, prefix: String = "", base: String?,
    columns: Int = .max, to sink: inout ByteSink
  ) {
    var writer = TextWriter(sink: taking(&sink), prefix: prefix, base: base, columns: columns)
    show(source, in: format, to: &writer)
    swap(&sink, &writer.sink)
  }

  /// Takes the sink's content, so that a writer owns it without exclusivity checks. Costs no copy.
  private static func taking(_ sink: inout ByteSink) -> ByteSink {
    var taken = ByteSink()
    swap(&taken, &sink)
    return taken
  }

  /// Visits the content of `source`; Markdown by the fast path where possible.
  ///
  /// - Parameter keepsSpaces: whether plain text keeps its indentation.
  static func show<Visitor: TreeVisitor>(
    _ source: String, in format: TextFormat = .markdown, keepsSpaces: Bool = true,
    to visitor: inout Visitor
  ) {
    source.withBytes { bytes in
      switch format {
      case .markdown where FastParagraphs.canShow(bytes):
        FastParagraphs.show(bytes, to: &visitor)
      case .markdown: parse(bytes, to: &visitor)
      case .plain: showPlain(bytes, keepsSpaces: keepsSpaces, to: &visitor)
      case .log: showLog(bytes, to: &visitor)
      }
    }
  }

  /// Visits the paragraphs of plain text, with their line breaks.
  private static func showPlain<Visitor: TreeVisitor>(
    _ source: Bytes, keepsSpaces: Bool, to visitor: inout Visitor
  ) {
    var isOpen = false
    PlainLines.forEach(in: source, keepsSpaces: keepsSpaces) { line, startsParagraph in
      if !startsParagraph {
        visitor.hardBreak()
      } else {
        if isOpen { visitor.exit(.paragraph(isTight: false), .none) }
        visitor.enter(.paragraph(isTight: false), .none)
        isOpen = true
      }
      visitor.text(line)
    }
    if isOpen { visitor.exit(.paragraph(isTight: false), .none) }
  }

  /// Visits a log as one block of code, without blank lines before and after it.
  private static func showLog<Visitor: TreeVisitor>(_ source: Bytes, to visitor: inout Visitor) {
    var lines = source.droppingLastLineFeeds
    guard let first = lines.firstIndex(where: { !" \t\n\r".utf8.contains($0) }) else { return }
    if let end = lines[..<first].lastIndex(of: 0x0A) {
      lines = Bytes(rebasing: lines[(end + 1)...])
    }
    visitor.codeBlock(lines, info: Bytes(start: nil, count: 0))
  }

  /// Parses `source` and visits the tree.
  static func parse<Visitor: TreeVisitor>(_ source: Bytes, to visitor: inout Visitor) {
    guard !source.isEmpty else { return }
    if ParseCostGuard.isTooCostly(source) {
      visitor.codeBlock(source, info: Bytes(start: nil, count: 0))
      return
    }
    let syntax = ExtendedSyntax(in: source)
    if syntax.isEmpty {
      MarkdownTree(value: source).walk(&visitor)
    } else {
      ExtendedDocument(value: source, syntax).walk(&visitor)
    }
  }
}
