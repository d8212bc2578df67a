package import Basics

/// Writes Markdown of untrusted origin (`text`, `details`, `summary`) for a target. Its content
/// can't change the structure around it.
package enum RichText {
  /// Writes `source` as HTML blocks. Its outermost headings get the level `topHeading`.
  package static func writeHTML(
    _ source: String, topHeading: Int? = 4, placement: HTMLPlacement = .page(base: nil),
    to sink: inout ByteSink
  ) {
    var writer = HTMLWriter(sink: taking(&sink), topHeading: topHeading, placement: placement)
    show(source, to: &writer)
    swap(&sink, &writer.sink)
  }

  /// Writes `source` as GitHub-flavoured Markdown. Every line after the first begins with `prefix`,
  /// for use in an item or a quote. Relative addresses are resolved against `base`.
  package static func writeMarkdown(
    _ source: String, as form: MarkdownForm = .blocks, prefix: String = "", base: String?,
    topHeading: Int? = 4, to sink: inout ByteSink
  ) {
    var writer = MarkdownWriter(
      sink: taking(&sink), form: form, prefix: prefix, base: base, topHeading: topHeading)
    show(source, to: &writer)
    swap(&sink, &writer.sink)
  }

  /// Writes `source` as plain text in logical lines, to be wrapped later (`TextMark`). Every line
  /// begins with `prefix`.
  package static func writeText(
    _ source: String, prefix: String = "", base: String?, to sink: inout ByteSink
  ) {
    var writer = TextWriter(sink: taking(&sink), prefix: prefix, base: base)
    show(source, to: &writer)
    swap(&sink, &writer.sink)
  }

  /// Takes the sink's content, so that a writer owns it without exclusivity checks. Costs no copy.
  private static func taking(_ sink: inout ByteSink) -> ByteSink {
    var taken = ByteSink()
    swap(&taken, &sink)
    return taken
  }

  /// Visits the content of `source`, by the fast path where possible.
  static func show<Visitor: TreeVisitor>(_ source: String, to visitor: inout Visitor) {
    var source = source
    source.withUTF8 { bytes in
      if FastParagraphs.canShow(bytes) {
        FastParagraphs.show(bytes, to: &visitor)
      } else {
        parse(bytes, to: &visitor)
      }
    }
  }

  /// Parses `source` and visits the tree.
  static func parse<Visitor: TreeVisitor>(_ source: Bytes, to visitor: inout Visitor) {
    guard !source.isEmpty else { return }
    if ParseCostGuard.isTooCostly(source) {
      visitor.codeBlock(source, info: Bytes(start: nil, count: 0))
    } else {
      MarkdownTree(value: source).walk(&visitor)
    }
  }
}
