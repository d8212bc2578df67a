/// One piece of a template. All of a template's nodes stand in one array in the order of the text;
/// what is inside a node follows it up to `end`.
package struct Node: Sendable {
  package enum Kind: UInt8, Sendable {
    /// Words of the template's author, copied as they are.
    case text
    /// The start of a line that begins with a tag: where indentation goes, if there is any.
    case margin
    /// `{{name}}`
    case variable
    /// `{{{name}}}` and `{{&name}}`
    case rawVariable
    /// `{{#name}}`
    case section
    /// `{{^name}}`
    case inverted
    /// `{{>name}}`, `{{>*name}}`
    case partial
    /// `{{<name}}`, `{{<*name}}`; inside are the blocks it is given.
    case parent
    /// `{{$name}}`
    case block
  }

  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A text that begins a line of its template.
    static let startsLine = Flags(rawValue: 1)
    /// A tag that has its line for itself: its indentation is not written but handed on.
    static let standsAlone = Flags(rawValue: 2)
    /// A partial whose name is found in the data.
    static let isDynamic = Flags(rawValue: 4)
  }

  package var kind: Kind
  /// How a value is to be written here: see `Template.assignContexts`.
  package var context = TagContext.text
  var flags: Flags = []
  /// Where the tag or text begins in the source.
  package var offset: Int32
  /// The node after this one and all that is inside it.
  var end: Int32 = 0
  /// For a text its bytes in the source, else its name's parts in the template's `path`; no part
  /// is the implicit iterator.
  var first: Int32 = 0
  var count: Int32 = 0
  /// The name of a partial, parent or block, a place in the template's words; -1 is none.
  var word: Int32 = -1
  /// The white space before a tag that hands its indentation on, in the source.
  var indentStart: Int32 = 0
  var indentCount: Int32 = 0
  /// What a library has found for `word`: the place of a template or the number of a block.
  var target: Int32 = -1

  init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = Int32(truncatingIfNeeded: offset)
  }
}
