package import Basics

/// What a name in a template stands for.
package enum Value: Sendable {
  /// Nobody knows the name: rendered blank, and a diagnostic.
  case missing
  /// The name is known and there is nothing to say: blank, and a false section.
  case absent
  case flag(Bool)
  case number(Int)
  /// Plain words, escaped by the language of the output wherever they land.
  case text(String)
  /// A web address: the language lets only allowed schemes through.
  case address(String)
  /// Markdown of untrusted origin: the language renders it, its outermost headings at this level.
  /// Its relative addresses are resolved against `base`; nil takes the language's own.
  /// Only `{{{name}}}` is for these.
  case rich(String, heading: Int, base: String?)
  /// Output that the program itself made in the language (an icon, a rule, a finished table).
  case finished(String)
  /// One record.
  case record(any Scope, Int)
  /// Records with consecutive indices of one scope.
  case records(any Scope, Range<Int>)
  /// Any other list.
  case list([Value])
}

/// A family of records that templates can look into: a class, so that a record is a reference and
/// an index and costs nothing to hand around.
package protocol Scope: AnyObject, Sendable {
  /// The value of `name` for the record at `index`; `.missing` when this kind of record has no
  /// such field.
  func value(_ name: Name, at index: Int) -> Value
}

/// A name in a template, interned: scopes switch over `id`, which for the vocabulary's own names is
/// their place in it.
package struct Name: Sendable, Hashable {
  package let id: Int
  package let text: String

  package init(id: Int, text: String) {
    self.id = id
    self.text = text
  }
}

/// Where in its language a tag stands, worked out once for each tag when a template is loaded.
package enum TagContext: UInt8, Sendable {
  /// Running text: element content of HTML, text of Markdown, plain text.
  case text
  /// A double-quoted HTML attribute.
  case attribute
  /// A double-quoted HTML attribute that holds a web address.
  case address
}

/// The language of a target: how values become its output.
package protocol Escaper: Sendable {
  /// Writes a value (never a section's or a partial's) where a tag stands. `isRaw` is true for
  /// `{{{name}}}` and `{{&name}}`, which only a `.rich` or `.finished` value may use as such.
  func write(_ value: Value, isRaw: Bool, in context: TagContext, to sink: inout ByteSink)
}
