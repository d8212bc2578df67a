/// A tag, or the text between two.
struct TemplateToken {
  enum Kind {
    case text, variable, rawVariable, section, inverted, close, partial, parent, block
    /// A comment or a change of delimiters: gone once lines have been looked at.
    case silent

    var opens: Bool {
      switch self {
      case .section, .inverted, .parent, .block: true
      default: false
      }
    }

    /// Whether the tag takes its line with it when it has one for itself.
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
  /// The name, without its sigil and the white space around it; what is left of a text.
  var innerStart: Int
  var innerEnd: Int
  /// `{{>*name}}`
  var isDynamic = false

  /// For an opening tag its closing tag and the other way round; -1 is none.
  var partner = -1
  /// For a tag that is directly inside a parent.
  var isInsideParent = false
  /// The tag has its line, or its side of it, for itself.
  var standsAlone = false
  /// White space before the tag on its line, which `standsAlone` or a block hands on.
  var indentStart = 0
  var indentCount = 0
  /// Nothing but white space stands before the tag in its line.
  var beginsLine = false

  init(_ kind: Kind, from start: Int, to end: Int) {
    self.kind = kind
    (self.start, self.end) = (start, end)
    (innerStart, innerEnd) = (start, end)
  }
}
