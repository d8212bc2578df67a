package import Text

/// The value of a name in a template.
package enum Value: Sendable {
  /// An unknown name: rendered blank and reported.
  case missing
  /// A known name without a value: blank, and false as a section.
  case absent
  case flag(Bool)
  case number(Int)
  /// Plain text, escaped for the target.
  case text(String)
  /// Plain text in which backticks may enclose code: a title.
  case title(String)
  /// A web address. Only allowed schemes are written.
  case address(String)
  /// Text of untrusted origin in one of the formats, rendered with its outermost headings at the
  /// given level. Relative addresses are resolved against `base`; nil uses the target's. Requires
  /// `{{{name}}}`.
  case rich(String, TextFormat, heading: Int, base: String?)
  /// Markup of the target made by the program (an icon, a rule, a finished table).
  case finished(String)
  /// Finished markup in pieces, which need not be joined. An escaper gets each as `.finished`.
  case pieces([String])
  /// The place of separately rendered content (see `TemplateWrapper`).
  case slot
  /// One record.
  case record(any Scope, Int)
  /// Records with consecutive indices of one scope.
  case records(any Scope, Range<Int>)
  /// Any other list.
  case list([Value])
}

/// A family of records that templates can access. A class, so that a record is just a reference and
/// an index.
package protocol Scope: AnyObject, Sendable {
  /// The value of `name` for the record at `index`; `.missing` if these records have no such field.
  /// The result must always be the same, because an interpreter may reuse it for several tags.
  func value(_ name: Name, at index: Int) -> Value

  /// The record with an id in a list of these records: `{{facts.coverage}}`. `.missing` if such
  /// records have no ids, `.absent` if the list has no record with this one.
  func member(_ name: Name, in records: Range<Int>) -> Value

  /// The value that a tag writes for a whole record: `{{facts.coverage}}`.
  func written(at index: Int) -> Value
}

extension Scope {
  package func member(_ name: Name, in records: Range<Int>) -> Value { .missing }

  package func written(at index: Int) -> Value { .absent }
}

/// An interned name. Scopes switch over `id`, which for the vocabulary's known names is their
/// index.
package struct Name: Sendable, Hashable {
  package let id: Int
  package let text: String

  package init(id: Int, text: String) {
    self.id = id
    self.text = text
  }
}

/// The syntactic context of a tag in its target, determined when a template is loaded.
package enum TagContext: UInt8, Sendable, BitwiseCopyable {
  /// Text: element content of HTML, text of Markdown, plain text.
  case text
  /// A double-quoted HTML attribute.
  case attribute
  /// A double-quoted HTML attribute that holds a web address.
  case address
}

/// Writes values in the syntax of a target.
package protocol Escaper: Sendable {
  /// Writes a value (not a section or a partial) in place of a tag. `isRaw` is true for
  /// `{{{name}}}` and `{{&name}}`, which only `.rich`, `.finished` and
  /// `.pieces` support.
  func write(_ value: Value, isRaw: Bool, in context: TagContext, to sink: inout ByteSink)
}
