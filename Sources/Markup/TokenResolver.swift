package import Basics

/// Knows what the tokens of a document stand for, in the language of one target.
package protocol TokenResolver {
  /// Whether the token is a block of its own: a component, or Markdown of a dataset.
  func isBlock(_ token: Int) -> Bool
  /// Whether a block will write anything; where it will not, no space is left for it.
  func hasContent(_ token: Int) -> Bool
  /// The plain words of a value, for code, a link's destination and its title.
  func words(of token: Int) -> String
  /// Writes a value where words stand, escaped by the target's language.
  mutating func writeText(_ token: Int, to sink: inout ByteSink)
  /// Writes a block: whole lines, the last with its end. It may empty the sink.
  mutating func writeBlock(_ token: Int, to sink: inout ByteSink)
  /// A part of the document begins: 0 is what stands before the first second-level heading, and
  /// each such heading begins another.
  mutating func beginPart(_ number: Int, to sink: inout ByteSink)
  mutating func endPart(_ number: Int, to sink: inout ByteSink)
}

extension TokenResolver {
  package func hasContent(_ token: Int) -> Bool { true }
  package mutating func beginPart(_ number: Int, to sink: inout ByteSink) {}
  package mutating func endPart(_ number: Int, to sink: inout ByteSink) {}
}

/// A writer that lets others write between its words.
protocol DocumentWriter: TreeVisitor {
  var sink: ByteSink { get set }
  /// The number that the next heading's id has, where headings have ids.
  var headingNumber: Int? { get set }
  /// Somebody else writes words next.
  mutating func beginWords()
  /// Somebody else writes a block next.
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
