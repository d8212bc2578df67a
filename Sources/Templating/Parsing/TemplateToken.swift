/// A tag, or the text between two tags.
struct TemplateToken {
  enum Kind {
    case text, variable, rawVariable, section, inverted, close, partial, parent, block
    /// A comment or a change of delimiters, which is removed after line shaping.
    case silent

    var opens: Bool {
      switch self {
      case .section, .inverted, .parent, .block: true
      default: false
      }
    }

    /// Whether the tag can be standalone.
    var mayStandAlone: Bool {
      switch self {
      case .text, .variable, .rawVariable: false
      default: true
      }
    }
  }

  var kind: Kind
  var start: Int
  var end: Int
  /// The range of the name without sigil and white space, or of the text to write.
  var innerStart: Int
  var innerEnd: Int
  /// `{{>*name}}`
  var isDynamic = false

  /// The index of the matching closing or opening tag; -1 for none.
  var partner = -1
  /// Whether the tag is directly inside a parent.
  var isInsideParent = false
  /// Whether the tag is alone on its line, or on its side of the line.
  var standsAlone = false
  /// The range of the white space before the tag, which may become indentation.
  var indentStart = 0
  var indentCount = 0
  /// Whether only white space precedes the tag on its line.
  var beginsLine = false

  init(_ kind: Kind, from start: Int, to end: Int) {
    self.kind = kind
    (self.start, self.end) = (start, end)
    (innerStart, innerEnd) = (start, end)
  }
}
