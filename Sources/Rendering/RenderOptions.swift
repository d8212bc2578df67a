/// How a target is rendered.
package struct RenderOptions: Sendable {
  /// Whether the reader of a mail, Markdown or text has a compact width; a page finds out by itself.
  package var isCompact = false
  /// The length of a line of text.
  package var columns = Self.usualColumns
  /// The most bytes that a mail, Markdown or text may take; nil takes the target's own.
  package var budget: Int?
  /// Text signs of ASCII alone.
  package var isAscii = false
  /// Whether text breaks lines of code too.
  package var breaksCode = false
  /// How many messages mail and text name in a list of what has changed, where they have one.
  package var mostListed: Int?
  /// Terminal colours in text.
  package var usesColor = false
  /// A mail of one line and a link, for a night on which nothing has changed.
  package var isBrief = false

  /// What a site puts around a page.
  package var frame: PageFrame?

  package static let usualColumns = 72
  package static let possibleColumns = 20...1_000

  package init() {}
}
