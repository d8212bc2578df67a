package import Basics

/// Markdown of untrusted origin (`text`, `details`, `summary`), written for a target. Whatever it
/// holds, it can't change the structure of what it stands in.
package enum RichText {
  /// Writes `source` as blocks of HTML. Headings are `headingOffset` levels lower than they say.
  package static func writeHTML(
    _ source: String, headingOffset: Int = 3, to sink: inout ByteSink
  ) {
    var writer = HTMLWriter(sink: taking(&sink), headingOffset: headingOffset)
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
      if QuickParagraphs.canShow(bytes) {
        QuickParagraphs.show(bytes, to: &visitor)
      } else {
        parse(bytes, to: &visitor)
      }
    }
  }

  /// Shows what `source` says to `visitor` by way of a tree.
  static func parse<Visitor: TreeVisitor>(_ source: Bytes, to visitor: inout Visitor) {
    guard !source.isEmpty else { return }
    guard !Hostility.isTooCostly(source),
      let tree = MarkdownTree(parsing: source, isShortLived: true)
    else {
      visitor.codeBlock(source, info: Bytes(start: nil, count: 0))
      return
    }
    tree.walk(&visitor)
  }
}
