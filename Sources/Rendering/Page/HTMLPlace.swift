/// Where in HTML a template has come to.
struct HTMLPlace: Equatable {
  enum State: Equatable {
    case text
    /// After `<` and after `</`.
    case tagOpen, endTagOpen
    case tagName
    /// Inside a tag, where an attribute may begin.
    case betweenAttributes
    /// Inside a tag, where white space or the tag's end must come before anything else.
    case attributeEnd
    case attributeName
    /// White space after an attribute's name, which may still get a value.
    case afterName
    case beforeValue
    case doubleQuoted, singleQuoted, unquoted
    /// After `<!`, with what has been read of a word that could be `--` or `doctype`.
    case declarationOpen
    case declaration
    case comment
    /// In an element whose content is text alone: `<title>` and `<textarea>`.
    case titleText, titleTagOpen, titleEndTag
    /// In an element whose content is no HTML.
    case rawText, rawTagOpen, rawEndTag
  }

  /// What an address in an attribute holds so far.
  enum Address: Equatable {
    case empty
    /// It began with a fixed `#`, or a value and then one.
    case fragment
    case value
    /// Inside a section at the start: it may be there or not, once or many times.
    case uncertain
    /// Something fixed, or a section: no value may follow.
    case fixed
  }

  var state = State.text
  /// Where the innermost `<` stands: tells one tag from the next.
  var tagStart = 0
  var element: [UInt8] = []
  var isEndTag = false
  var attribute: [UInt8] = []
  var attributeStart = 0
  var address = Address.empty
  /// The word read after `<!`, or the end tag that might close text.
  var word: [UInt8] = []
  var comment = CommentEnd()
}

/// How much of a comment's end has been read.
struct CommentEnd: Equatable {
  private var dashes = 0
  private var isBang = false
  /// `<!-->` and `<!--->` are comments too.
  private var isAtStart = true

  /// Takes the next byte of a comment; true when it is the last.
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

  var isASCIILetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

  var lowercasedASCII: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

  /// What names of elements and attributes are made of here; HTML allows more than anybody needs.
  var isNameByte: Bool {
    isASCIILetter || (self >= 0x30 && self <= 0x39) || self == UInt8(ascii: "-")
      || self == UInt8(ascii: ":") || self == UInt8(ascii: "_") || self == UInt8(ascii: ".")
  }
}
