/// A node of a template. The nodes of a template are one array in source order; the children of a
/// node follow it up to `end`.
package struct Node: Sendable, BitwiseCopyable {
  package enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// Literal text.
    case text
    /// The start of a line that begins with a tag, where indentation is written.
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
    /// `{{<name}}`, `{{<*name}}`; its children are the blocks passed to the parent.
    case parent
    /// `{{$name}}`
    case block
  }

  package struct Flags: OptionSet, Sendable, BitwiseCopyable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A text at the start of a line.
    static let startsLine = Flags(rawValue: 1)
    /// A tag that is alone on its line: its indentation is passed on instead of written.
    static let standsAlone = Flags(rawValue: 2)
    /// A partial or parent with a name from the data.
    static let isDynamic = Flags(rawValue: 4)
    /// A variable directly in a section of the same name.
    static let repeatsSection = Flags(rawValue: 8)
    /// An inverted section right after the section of the same name.
    static let followsSection = Flags(rawValue: 16)
  }

  package var kind: Kind
  /// The context in which a value is written (`Template.assignContexts`).
  package var context = TagContext.text
  var flags: Flags = []
  /// The offset of the tag or text in the source.
  package var offset: Int32
  /// The index after this node and its children.
  var end: Int32 = 0
  /// For a text its range in the source, otherwise its name's parts in the template's `path`; no
  /// parts for the implicit iterator.
  var first: Int32 = 0
  var count: Int32 = 0
  /// The index in the template's `names` of the name of a partial, parent or block; -1 for none.
  var nameIndex: Int32 = -1
  /// The source range of the white space before a tag; it becomes the indentation of its content.
  var indentStart: Int32 = 0
  var indentCount: Int32 = 0

  init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = Int32(truncatingIfNeeded: offset)
  }
}
