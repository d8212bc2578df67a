internal import Diagnostics
import Templating

/// Parses the author's HTML like a browser, but reports the mistakes that browsers repair, because
/// a repair may depend on values.
extension ComponentContext {
  mutating func read(_ text: ArraySlice<UInt8>) {
    for offset in text.indices { read(text[offset], at: offset) }
  }

  private mutating func read(_ byte: UInt8, at offset: Int) {
    switch position.state {
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
      if byte == UInt8(ascii: "'") { position.state = .attributeEnd }
    case .unquoted: unquoted(byte, at: offset)
    case .declarationOpen: declarationOpen(byte, at: offset)
    case .declaration:
      if byte == UInt8(ascii: ">") { position.state = .text }
    case .comment:
      if position.comment.isClosed(by: byte) { position.state = .text }
    case .titleText:
      if byte == UInt8(ascii: "<") { position.state = .titleTagOpen }
    case .titleTagOpen, .titleEndTag: closeElement(byte, at: offset, back: .titleText)
    case .rawText:
      if byte == UInt8(ascii: "<") { position.state = .rawTagOpen } else { hasRawText = true }
    case .rawTagOpen, .rawEndTag: closeElement(byte, at: offset, back: .rawText)
    }
  }

  mutating func reportMarkup(_ summary: String, at offset: Int, help: String) {
    problems.add("component-markup", at: offset, summary, help: help)
  }

  private mutating func openTag(at offset: Int) {
    position = HTMLPosition()
    position.state = .tagOpen
    position.tagStart = offset
    (isHTTPEquiv, httpEquivValue, blockedAddress, isClosed) = (false, nil, nil, false)
  }

  private mutating func afterLessThan(_ byte: UInt8, at offset: Int) {
    if byte == UInt8(ascii: "/") {
      position.state = .endTagOpen
      position.isEndTag = true
    } else if byte == UInt8(ascii: "!") {
      position.state = .declarationOpen
    } else {
      beginName(byte, at: offset)
    }
  }

  private mutating func afterSlash(_ byte: UInt8, at offset: Int) {
    beginName(byte, at: offset)
  }

  private mutating func beginName(_ byte: UInt8, at offset: Int) {
    if byte.isASCIILetter {
      position.state = .tagName
      position.element = [byte.lowercasedASCII]
    } else {
      reportMarkup(
        "'<' does not begin a tag here", at: position.tagStart,
        help: "write '&lt;' for the character itself")
      position.state = byte == UInt8(ascii: "<") ? .tagOpen : .text
      position.tagStart = offset
    }
  }

  private mutating func tagName(_ byte: UInt8, at offset: Int) {
    if byte.isNameByte {
      position.element.append(byte.lowercasedASCII)
    } else {
      attributeEnd(byte, at: offset)
    }
  }

  /// After a tag's name, an attribute, or a section that ends with one.
  private mutating func attributeEnd(_ byte: UInt8, at offset: Int) {
    if byte.isHTMLSpace || byte == UInt8(ascii: "/") {
      isClosed = byte == UInt8(ascii: "/")
      position.state = .betweenAttributes
    } else if byte == UInt8(ascii: ">") {
      endTag()
    } else {
      reportMarkup(
        "white space is missing before the next attribute", at: offset,
        help: "only white space, '/' or '>' may follow here")
      position.state = .betweenAttributes
      betweenAttributes(byte, at: offset)
    }
  }

  private mutating func betweenAttributes(_ byte: UInt8, at offset: Int) {
    if byte == UInt8(ascii: "/") { isClosed = true }
    if byte.isHTMLSpace || byte == UInt8(ascii: "/") { return }
    if byte == UInt8(ascii: ">") { return endTag() }
    isClosed = false
    if position.isEndTag {
      reportMarkup("an end tag can't have attributes", at: offset, help: "write '>' after its name")
    }
    position.attribute = []
    position.attributeStart = offset
    position.state = .attributeName
    attributeName(byte, at: offset)
  }

  private mutating func attributeName(_ byte: UInt8, at offset: Int) {
    if byte.isNameByte {
      position.attribute.append(byte.lowercasedASCII)
    } else if byte == UInt8(ascii: "="), !position.attribute.isEmpty {
      position.state = .beforeValue
      checkAttribute()
    } else if byte.isHTMLSpace {
      position.state = .afterName
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
      position.attribute.append(UInt8(ascii: "?"))
    }
  }

  private mutating func afterName(_ byte: UInt8, at offset: Int) {
    if byte.isHTMLSpace { return }
    if byte == UInt8(ascii: "=") {
      position.state = .beforeValue
    } else {
      position.state = .betweenAttributes
      betweenAttributes(byte, at: offset)
    }
  }

  private mutating func beforeValue(_ byte: UInt8, at offset: Int) {
    if byte.isHTMLSpace { return }
    position.address = .empty
    switch byte {
    case UInt8(ascii: "\""): position.state = .doubleQuoted
    case UInt8(ascii: "'"): position.state = .singleQuoted
    case UInt8(ascii: ">"):
      reportMarkup("the attribute has no value", at: offset, help: "write one in double quotes")
      endTag()
    default:
      position.state = .unquoted
      unquoted(byte, at: offset)
    }
  }

  private mutating func doubleQuoted(_ byte: UInt8) {
    if byte == UInt8(ascii: "\"") {
      position.state = .attributeEnd
      return
    }
    switch position.address {
    case .empty: position.address = byte == UInt8(ascii: "#") ? .fragment : .fixed
    case .value where byte == UInt8(ascii: "#"): position.address = .fragment
    case .value, .fragment, .uncertain, .fixed: break
    }
  }

  private mutating func unquoted(_ byte: UInt8, at offset: Int) {
    if byte.isHTMLSpace {
      position.state = .betweenAttributes
    } else if byte == UInt8(ascii: ">") {
      endTag()
    } else if "\"'<=`".utf8.contains(byte) {
      reportMarkup(
        "an attribute's value needs quotes", at: offset, help: "put double quotes around it")
    }
  }

  private mutating func declarationOpen(_ byte: UInt8, at offset: Int) {
    position.word.append(byte.lowercasedASCII)
    if position.word == Array("--".utf8) {
      position.state = .comment
      position.comment = CommentEnd()
    } else if position.word == Array("doctype".utf8) {
      position.state = .declaration
      if !rights.isDocument {
        reportMarkup(
          "a component can't contain a doctype", at: position.tagStart,
          help: "put the doctype into the template's page/shell.html")
      }
    } else if !"--".utf8.starts(with: position.word), !"doctype".utf8.starts(with: position.word) {
      reportMarkup(
        "'<!' begins neither a comment nor a doctype", at: position.tagStart,
        help: "for a comment write {{! … }}")
      position.state = byte == UInt8(ascii: ">") ? .text : .declaration
    }
  }

  /// Handles `<` in an element that only its own end tag ends.
  private mutating func closeElement(_ byte: UInt8, at offset: Int, back: HTMLPosition.State) {
    let isTitle = back == .titleText
    if position.state == .titleTagOpen || position.state == .rawTagOpen {
      position.word = []
      if byte == UInt8(ascii: "/") {
        position.state = isTitle ? .titleEndTag : .rawEndTag
        return
      }
    } else if byte.isASCIILetter || byte.isNameByte {
      position.word.append(byte.lowercasedASCII)
      return
    } else if position.word == position.element {
      if !isTitle { checkRawElement() }
      position.isEndTag = true
      position.state = .attributeEnd
      return attributeEnd(byte, at: offset)
    }
    if isTitle {
      reportMarkup(
        "the element \(VisibleText.quoted(String(decoding: position.element, as: UTF8.self)))"
          + " contains text only", at: offset, help: "write '&lt;' for '<'")
    }
    if !isTitle { hasRawText = true }
    position.state = back
    if byte == UInt8(ascii: "<") { position.state = isTitle ? .titleTagOpen : .rawTagOpen }
  }
}

extension ComponentContext {
  /// Checks that a value is alone in its `<style>` or `<script>`. The page's policy allows the
  /// element by a hash of the value, and by a hash of text that is alone.
  private mutating func checkRawElement() {
    guard !rights.isMail, let value = rawValues.first, hasRawText || rawValues.count > 1 else {
      return
    }
    let element = VisibleText.of(String(decoding: position.element, as: UTF8.self))
    problems.add(
      "shared-element", at: value, "the value shares its <\(element)> with other content",
      help: "write <\(element)> and </\(element)> directly around the value, and other content "
        + "into an element of its own")
  }

  /// The remedy for an element that loads something.
  private static func help(forLoading element: String) -> String {
    switch element {
    case "script": "write the script between <script> and </script>, or into page/*.js"
    case "iframe", "frame", "embed", "audio", "track":
      "a page loads nothing from elsewhere; link to it with <a href=\"…\">"
    default:
      "put logo.svg or logo.png into the theme's folder and write "
        + "{{#logo}}<img src=\"{{logo}}\" alt=\"\">{{/logo}}"
    }
  }

  /// Checks an attribute by its complete name.
  private mutating func checkAttribute() {
    let attribute = String(decoding: position.attribute, as: UTF8.self)
    if rights.isMail, attribute == "style" {
      problems.add(
        "component-markup", at: position.attributeStart,
        "the attribute 'style' is not allowed in a mail's component",
        help: "give it a class and write a rule in mail/inline*.css")
    } else if attribute == "style" || attribute.hasPrefix("on") {
      problems.add(
        "component-markup", at: position.attributeStart,
        "the attribute \(VisibleText.quoted(attribute)) has no effect on a page",
        help: "its content security policy forbids it; "
          + (attribute == "style" ? "write a rule in page/*.css" : "write a script in page/*.js"))
    } else if attribute == "http-equiv" {
      isHTTPEquiv = true
    } else if !rights.isMail,
      HTMLNames.fetches(attribute, of: String(decoding: position.element, as: UTF8.self))
    {
      blockedAddress = position.attributeStart
    }
  }

  private mutating func endTag() {
    if isHTTPEquiv, let httpEquivValue {
      problems.add(
        "value-place", at: httpEquivValue, "a value is in an instruction to the browser",
        help: "'http-equiv' may contain fixed text only")
    }
    let element = String(decoding: position.element, as: UTF8.self)
    position.state = .text
    if position.isEndTag {
      elements.end(element, at: position.tagStart)
      return
    }
    elements.begin(element, at: position.tagStart, isClosed: isClosed)
    if let blockedAddress {
      problems.add(
        "blocked-address", at: blockedAddress,
        "the page's content security policy blocks this <\(element)>",
        help: Self.help(forLoading: element))
    }
    if HTMLNames.textOnly.contains(element) {
      position.state = .titleText
    } else if HTMLNames.rawText.contains(element) {
      position.state = .rawText
      (rawValues, hasRawText) = ([], false)
      if !rights.isDocument {
        reportMarkup(
          "<\(element)> is not allowed in a component", at: position.tagStart,
          help: "put styles and scripts into files of the template's page folder")
      }
    } else if element == "base" {
      reportMarkup(
        "<base> would change every relative address of the page", at: position.tagStart,
        help: "leave it out")
    }
  }
}
