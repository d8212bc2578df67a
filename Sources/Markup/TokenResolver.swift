package import Text

/// Provides the values of a document's tokens for one target.
package protocol TokenResolver {
  /// Whether the token is a block: a component, or Markdown of a dataset.
  func isBlock(_ token: Int) -> Bool
  /// Whether a block writes any output; if not, it takes no space.
  func hasContent(_ token: Int) -> Bool
  /// The plain text of a value, for code, a link's destination and its title.
  func text(of token: Int) -> String
  /// Writes an inline value, escaped for the target.
  mutating func writeText(_ token: Int, to sink: inout ByteSink)
  /// Writes a block: whole lines, including the last line end. It may empty the sink.
  mutating func writeBlock(_ token: Int, to sink: inout ByteSink)
  /// Called when a part of the document begins: 0 precedes the first second-level heading, and each
  /// such heading begins another.
  mutating func beginPart(_ number: Int, to sink: inout ByteSink)
  mutating func endPart(_ number: Int, to sink: inout ByteSink)
}

extension TokenResolver {
  package func hasContent(_ token: Int) -> Bool { true }
  package mutating func beginPart(_ number: Int, to sink: inout ByteSink) {}
  package mutating func endPart(_ number: Int, to sink: inout ByteSink) {}
}

/// A writer that lets a `TokenResolver` write into its sink.
protocol DocumentWriter: TreeVisitor {
  var sink: ByteSink { get set }
  /// The number in the id of the next heading; nil for no id.
  var headingNumber: Int? { get set }
  /// Prepares the sink for inline content of the resolver.
  mutating func beginWords()
  /// Prepares the sink for a block of the resolver.
  mutating func beginBlock()
}

extension HTMLWriter {
  mutating func beginWords() {}
  mutating func beginBlock() {}
}

extension MarkdownWriter {
  var headingNumber: Int? {
    get { nil }
    set {}
  }

  mutating func beginWords() {
    flush()
    isLineStart = false
  }

  mutating func beginBlock() {
    begin(.other)
  }
}

extension TextWriter {
  var headingNumber: Int? {
    get { nil }
    set {}
  }

  mutating func beginWords() {
    flush()
  }

  mutating func beginBlock() {
    begin()
  }
}
