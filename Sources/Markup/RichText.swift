package import Basics

/// Markdown of untrusted origin (`text`, `details`, `summary`), written for a target. Whatever it
/// holds, it can't change the structure of what it stands in.
package enum RichText {
  /// Writes `source` as blocks of HTML. Its outermost headings become `topHeading`.
  package static func writeHTML(
    _ source: String, topHeading: Int? = 4, place: HTMLPlacement = .page(base: nil),
    to sink: inout ByteSink
  ) {
    var writer = HTMLWriter(sink: taking(&sink), topHeading: topHeading, place: place)
    show(source, to: &writer)
    swap(&sink, &writer.sink)
  }

  /// Writes `source` as GitHub-flavoured Markdown. Every line after the first begins with `prefix`,
  /// so that it can stand in an item or a quote. Relative addresses are resolved against `base`.
  package static func writeMarkdown(
    _ source: String, as form: MarkdownForm = .blocks, prefix: String = "", base: String?,
    topHeading: Int? = 4, to sink: inout ByteSink
  ) {
    var writer = MarkdownWriter(
      sink: taking(&sink), form: form, prefix: prefix, base: base, topHeading: topHeading)
    show(source, to: &writer)
    swap(&sink, &writer.sink)
  }

  /// Writes `source` as plain text: logical lines that are wrapped later (`TextMark`). Every line
  /// begins with `prefix`.
  package static func writeText(
    _ source: String, prefix: String = "", base: String?, to sink: inout ByteSink
  ) {
    var writer = TextWriter(sink: taking(&sink), prefix: prefix, base: base)
    show(source, to: &writer)
    swap(&sink, &writer.sink)
  }

  /// A writer owns its sink while it works: moving it costs nothing, and no access to it is checked.
  private static func taking(_ sink: inout ByteSink) -> ByteSink {
    var taken = ByteSink()
    swap(&taken, &sink)
    return taken
  }

  /// Shows what `source` says to `visitor`, by the quick way where that is the same.
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

  /// Shows what `source` says to `visitor` by way of a tree.
  static func parse<Visitor: TreeVisitor>(_ source: Bytes, to visitor: inout Visitor) {
    guard !source.isEmpty else { return }
    if ParseCostGuard.isTooCostly(source) {
      visitor.codeBlock(source, info: Bytes(start: nil, count: 0))
    } else {
      MarkdownTree(value: source).walk(&visitor)
    }
  }
}
