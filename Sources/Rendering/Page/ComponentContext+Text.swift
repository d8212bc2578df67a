internal import Diagnostics

/// Parses the author's HTML like a browser, but reports mistakes that browsers repair, as a repair
/// may depend on values.
extension ComponentContext {
  mutating func read(_ text: ArraySlice<UInt8>) {
    for offset in text.indices { read(text[offset], at: offset) }
  }

  private mutating func read(_ byte: UInt8, at offset: Int) {
    switch place.state {
    case .text:
      if byte == UInt8(ascii: "<") { openTag(at: offset) }
    case .tagOpen: afterLessThan(byte, at: offset)
    case .endTagOpen: afterSlash(byte, at: offset)
    case .tagName: tagName(byte, at: offset)
    case .betweenAttributes: betweenAttributes(byte, at: offset)
    case .attributeEnd: attributeEnd(byte, at: offset)
    case .attributeName: attributeName(byte, at: offset)
    case .afterName: afterName(byte, at: offset)
    case .beforeValue: beforeValue(byte, at: offset)
    case .doubleQuoted: doubleQuoted(byte)
    case .singleQuoted:
      if byte == UInt8(ascii: "'") { place.state = .attributeEnd }
    case .unquoted: unquoted(byte, at: offset)
    case .declarationOpen: declarationOpen(byte, at: offset)
    case .declaration:
      if byte == UInt8(ascii: ">") { place.state = .text }
    case .comment:
      if place.comment.isClosed(by: byte) { place.state = .text }
    case .titleText:
      if byte == UInt8(ascii: "<") { place.state = .titleTagOpen }
    case .titleTagOpen, .titleEndTag: closeElement(byte, at: offset, back: .titleText)
    case .rawText:
      if byte == UInt8(ascii: "<") { place.state = .rawTagOpen }
    case .rawTagOpen, .rawEndTag: closeElement(byte, at: offset, back: .rawText)
    }
  }

  mutating func reportMarkup(_ summary: String, at offset: Int, help: String) {
    problems.add("component-markup", at: offset, summary, help: help)
  }

  private mutating func openTag(at offset: Int) {
    place = HTMLPlace()
    place.state = .tagOpen
    place.tagStart = offset
    (isHTTPEquiv, httpEquivValue, blockedAddress) = (false, nil, nil)
  }

  private mutating func afterLessThan(_ byte: UInt8, at offset: Int) {
    if byte == UInt8(ascii: "/") {
      place.state = .endTagOpen
      place.isEndTag = true
    } else if byte == UInt8(ascii: "!") {
      place.state = .declarationOpen
    } else {
      beginName(byte, at: offset)
    }
  }

  private mutating func afterSlash(_ byte: UInt8, at offset: Int) {
    beginName(byte, at: offset)
  }

  private mutating func beginName(_ byte: UInt8, at offset: Int) {
    if byte.isASCIILetter {
      place.state = .tagName
      place.element = [byte.lowercasedASCII]
    } else {
      reportMarkup(
        "'<' does not begin a tag here", at: place.tagStart,
        help: "write '&lt;' for the character itself")
      place.state = byte == UInt8(ascii: "<") ? .tagOpen : .text
      place.tagStart = offset
    }
  }

  private mutating func tagName(_ byte: UInt8, at offset: Int) {
    if byte.isNameByte {
      place.element.append(byte.lowercasedASCII)
    } else {
      attributeEnd(byte, at: offset)
    }
  }

  /// After a tag's name, an attribute, or a section that ends with one.
  private mutating func attributeEnd(_ byte: UInt8, at offset: Int) {
    if byte.isHTMLSpace || byte == UInt8(ascii: "/") {
      place.state = .betweenAttributes
    } else if byte == UInt8(ascii: ">") {
      endTag()
    } else {
      reportMarkup(
        "white space is missing before the next attribute", at: offset,
        help: "only white space, '/' or '>' may follow here")
      place.state = .betweenAttributes
      betweenAttributes(byte, at: offset)
    }
  }

  private mutating func betweenAttributes(_ byte: UInt8, at offset: Int) {
    if byte.isHTMLSpace || byte == UInt8(ascii: "/") { return }
    if byte == UInt8(ascii: ">") { return endTag() }
    if place.isEndTag {
      reportMarkup("an end tag can't have attributes", at: offset, help: "write '>' after its name")
    }
    place.attribute = []
    place.attributeStart = offset
    place.state = .attributeName
    attributeName(byte, at: offset)
  }

  private mutating func attributeName(_ byte: UInt8, at offset: Int) {
    if byte.isNameByte {
      place.attribute.append(byte.lowercasedASCII)
    } else if byte == UInt8(ascii: "="), !place.attribute.isEmpty {
      place.state = .beforeValue
      checkAttribute()
    } else if byte.isHTMLSpace {
      place.state = .afterName
      checkAttribute()
    } else if byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") {
      checkAttribute()
      attributeEnd(byte, at: offset)
    } else {
      let name = byte < 0x80 ? VisibleText.name(of: Unicode.Scalar(byte)) : "outside ASCII"
      // Continuation bytes are reported with the first byte of the character.
      if byte & 0xC0 != 0x80 {
        reportMarkup(
          "unexpected character \(name) in a tag", at: offset,
          help: "an attribute is a name, '=' and a value in double quotes")
      }
      place.attribute.append(UInt8(ascii: "?"))
    }
  }

  private mutating func afterName(_ byte: UInt8, at offset: Int) {
    if byte.isHTMLSpace { return }
    if byte == UInt8(ascii: "=") {
      place.state = .beforeValue
    } else {
      place.state = .betweenAttributes
      betweenAttributes(byte, at: offset)
    }
  }

  private mutating func beforeValue(_ byte: UInt8, at offset: Int) {
    if byte.isHTMLSpace { return }
    place.address = .empty
    switch byte {
    case UInt8(ascii: "\""): place.state = .doubleQuoted
    case UInt8(ascii: "'"): place.state = .singleQuoted
    case UInt8(ascii: ">"):
      reportMarkup("the attribute has no value", at: offset, help: "write one in double quotes")
      endTag()
    default:
      place.state = .unquoted
      unquoted(byte, at: offset)
    }
  }

  private mutating func doubleQuoted(_ byte: UInt8) {
    if byte == UInt8(ascii: "\"") {
      place.state = .attributeEnd
      return
    }
    switch place.address {
    case .empty: place.address = byte == UInt8(ascii: "#") ? .fragment : .fixed
    case .value where byte == UInt8(ascii: "#"): place.address = .fragment
    case .value, .fragment, .uncertain, .fixed: break
    }
  }

  private mutating func unquoted(_ byte: UInt8, at offset: Int) {
    if byte.isHTMLSpace {
      place.state = .betweenAttributes
    } else if byte == UInt8(ascii: ">") {
      endTag()
    } else if "\"'<=`".utf8.contains(byte) {
      reportMarkup(
        "an attribute's value needs quotes", at: offset, help: "put double quotes around it")
    }
  }

  private mutating func declarationOpen(_ byte: UInt8, at offset: Int) {
    place.word.append(byte.lowercasedASCII)
    if place.word == Array("--".utf8) {
      place.state = .comment
      place.comment = CommentEnd()
    } else if place.word == Array("doctype".utf8) {
      place.state = .declaration
      if !rights.isDocument {
        reportMarkup(
          "a component can't contain a doctype", at: place.tagStart,
          help: "put the doctype into the template's page/shell.html")
      }
    } else if !"--".utf8.starts(with: place.word), !"doctype".utf8.starts(with: place.word) {
      reportMarkup(
        "'<!' begins neither a comment nor a doctype", at: place.tagStart,
        help: "for a comment write {{! … }}")
      place.state = byte == UInt8(ascii: ">") ? .text : .declaration
    }
  }

  /// Handles `<` in an element that only its own end tag ends.
  private mutating func closeElement(_ byte: UInt8, at offset: Int, back: HTMLPlace.State) {
    let isTitle = back == .titleText
    if place.state == .titleTagOpen || place.state == .rawTagOpen {
      place.word = []
      if byte == UInt8(ascii: "/") {
        place.state = isTitle ? .titleEndTag : .rawEndTag
        return
      }
    } else if byte.isASCIILetter || byte.isNameByte {
      place.word.append(byte.lowercasedASCII)
      return
    } else if place.word == place.element {
      place.isEndTag = true
      place.state = .attributeEnd
      return attributeEnd(byte, at: offset)
    }
    if isTitle {
      reportMarkup(
        "the element \(VisibleText.quoted(String(decoding: place.element, as: UTF8.self)))"
          + " contains text only", at: offset, help: "write '&lt;' for '<'")
    }
    place.state = back
    if byte == UInt8(ascii: "<") { place.state = isTitle ? .titleTagOpen : .rawTagOpen }
  }
}

extension ComponentContext {
  /// Checks an attribute by its complete name.
  private mutating func checkAttribute() {
    let attribute = String(decoding: place.attribute, as: UTF8.self)
    if rights.isMail, attribute == "style" {
      problems.add(
        "component-markup", at: place.attributeStart,
        "the attribute 'style' is not allowed in a mail's component",
        help: "give it a class and write a rule in mail/inline*.css")
    } else if attribute == "style" || attribute.hasPrefix("on") {
      problems.add(
        "component-markup", at: place.attributeStart,
        "the attribute \(VisibleText.quoted(attribute)) has no effect on a page",
        help: "its content security policy forbids it; "
          + (attribute == "style" ? "write a rule in page/*.css" : "write a script in page/*.js"))
    } else if attribute == "http-equiv" {
      isHTTPEquiv = true
    } else if !rights.isMail,
      HTMLNames.fetches(attribute, of: String(decoding: place.element, as: UTF8.self))
    {
      blockedAddress = place.attributeStart
    }
  }

  private mutating func endTag() {
    if isHTTPEquiv, let httpEquivValue {
      problems.add(
        "value-place", at: httpEquivValue, "a value is in an instruction to the browser",
        help: "'http-equiv' may contain fixed text only")
    }
    let element = String(decoding: place.element, as: UTF8.self)
    place.state = .text
    if place.isEndTag { return }
    if let blockedAddress {
      problems.add(
        "blocked-address", at: blockedAddress,
        "the page's content security policy blocks this <\(element)>",
        help: "put logo.svg or logo.png into the theme's folder and write "
          + "{{#logo}}<img src=\"{{logo}}\" alt=\"\">{{/logo}}")
    }
    if HTMLNames.textOnly.contains(element) {
      place.state = .titleText
    } else if HTMLNames.rawText.contains(element) {
      place.state = .rawText
      if !rights.isDocument {
        reportMarkup(
          "<\(element)> is not allowed in a component", at: place.tagStart,
          help: "put styles and scripts into files of the template's page folder")
      }
    } else if element == "base" {
      reportMarkup(
        "<base> would change every relative address of the page", at: place.tagStart,
        help: "leave it out")
    }
  }
}
