/// A position in HTML, as the state of a parser.
struct HTMLPosition: Equatable {
  enum State: Equatable {
    case text
    /// After `<` and after `</`.
    case tagOpen, endTagOpen
    case tagName
    /// Inside a tag, before an attribute.
    case betweenAttributes
    /// Inside a tag, where only white space or the end of the tag may follow.
    case attributeEnd
    case attributeName
    /// After the name of an attribute, before `=` or the next one.
    case afterName
    case beforeValue
    case doubleQuoted, singleQuoted, unquoted
    /// After `<!`, while reading a word that could be `--` or `doctype`.
    case declarationOpen
    case declaration
    case comment
    /// In `<title>` or `<textarea>`, which contain text only.
    case titleText, titleTagOpen, titleEndTag
    /// In an element with content other than HTML.
    case rawText, rawTagOpen, rawEndTag
  }

  /// The content of an address attribute so far.
  enum Address: Equatable {
    case empty
    /// A fixed `#` at the start, or after a value.
    case fragment
    case value
    /// Inside a section at the start, which may be rendered any number of times.
    case uncertain
    /// Fixed text or a section; no value may follow.
    case fixed
  }

  var state = State.text
  /// The offset of the last `<`, which identifies the tag.
  var tagStart = 0
  var element: [UInt8] = []
  var isEndTag = false
  var attribute: [UInt8] = []
  var attributeStart = 0
  var address = Address.empty
  /// The word read after `<!`, or the name of a possible end tag.
  var word: [UInt8] = []
  var comment = CommentEnd()
}

/// The part of a comment's end read so far.
struct CommentEnd: Equatable {
  private var dashes = 0
  private var isBang = false
  /// Whether the comment has just begun: `<!-->` and `<!--->` are complete comments.
  private var isAtStart = true

  /// Reads a byte of a comment. Returns true if it is the last one.
  mutating func isClosed(by byte: UInt8) -> Bool {
    if byte == UInt8(ascii: ">"), isAtStart || isBang || dashes >= 2 { return true }
    if byte == UInt8(ascii: "-") {
      isAtStart = isAtStart && dashes == 0
      dashes = isBang ? 1 : dashes + 1
      isBang = false
    } else {
      isBang = byte == UInt8(ascii: "!") && dashes >= 2 && !isBang
      dashes = 0
      isAtStart = false
    }
    return false
  }
}

extension UInt8 {
  var isHTMLSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
  }

  @inlinable package var isASCIILetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

  var lowercasedASCII: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

  /// Whether the byte is allowed in names of elements and attributes. HTML itself allows more.
  @inlinable package var isNameByte: Bool {
    isASCIILetter || (self >= 0x30 && self <= 0x39) || self == UInt8(ascii: "-")
      || self == UInt8(ascii: ":") || self == UInt8(ascii: "_") || self == UInt8(ascii: ".")
  }
}
