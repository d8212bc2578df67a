import Markup
import Preparing
import Text

/// Converts HTML of templates and Markdown to HTML for mail: each element gets the declarations for
/// its name and classes as a style attribute, and non-ASCII characters become references.
///
/// The input is made by this program: values are escaped, so `<` always begins a tag, and quotes
/// inside attributes are references.
final class MailWriter {
  var out = ByteSink()
  private let style: MailStyle
  /// Bytes that can't be processed before more arrive.
  private var rest: [UInt8] = []
  /// The attributes of each combination of element and classes. A mail has few.
  private var known: [[UInt8]: ElementAttributes] = [:]

  private struct ElementAttributes {
    var classes: String
    var declarations: String
  }

  init(_ style: MailStyle) {
    self.style = style
  }

  /// Converts a complete piece of HTML.
  static func finished(_ html: [UInt8], _ style: MailStyle) -> String {
    let writer = MailWriter(style)
    var sink = ByteSink()
    sink.bytes = html
    writer.convert(&sink)
    writer.finish()
    return writer.out.string
  }

  /// Converts the content of the sink up to an incomplete tag or character, and keeps the rest.
  func convert(_ sink: inout ByteSink) {
    let bytes = rest.isEmpty ? sink.bytes : rest + sink.bytes
    sink.bytes.removeAll(keepingCapacity: true)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "<") {
        guard let end = markup(bytes, at: index) else { break }
        index = end
      } else if byte < 0x80 {
        let start = index
        while index < bytes.count, bytes[index] < 0x80, bytes[index] != UInt8(ascii: "<") {
          index += 1
        }
        bytes.withUnsafeBufferPointer { out.write(.init(rebasing: $0[start..<index])) }
      } else {
        guard let end = reference(bytes, at: index) else { break }
        index = end
      }
    }
    rest = Array(bytes[index...])
  }

  /// Writes the remaining ASCII bytes unchanged.
  func finish() {
    for byte in rest where byte < 0x80 { out.write(byte: byte) }
    rest = []
  }

  // MARK: - Text

  /// Writes the character at `index` as a reference; nil if it is incomplete.
  private func reference(_ bytes: [UInt8], at index: Int) -> Int? {
    let length = bytes[index] >= 0xF0 ? 4 : bytes[index] >= 0xE0 ? 3 : 2
    guard index + length <= bytes.count else { return nil }
    let text = String(decoding: bytes[index..<(index + length)], as: UTF8.self)
    for scalar in text.unicodeScalars {
      out.write("&#")
      out.write(String(scalar.value))
      out.write(";")
    }
    return index + length
  }

  private func writeInASCII(_ bytes: ArraySlice<UInt8>) {
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar.isASCII {
        out.write(byte: UInt8(truncatingIfNeeded: scalar.value))
      } else {
        out.write("&#")
        out.write(String(scalar.value))
        out.write(";")
      }
    }
  }

  // MARK: - Markup

  /// Writes the tag or comment at `index`; nil if it is incomplete.
  private func markup(_ bytes: [UInt8], at index: Int) -> Int? {
    guard index + 1 < bytes.count else { return nil }
    switch bytes[index + 1] {
    case UInt8(ascii: "!"):
      guard index + 4 <= bytes.count else { return nil }
      let isComment = bytes[(index + 2)..<(index + 4)].elementsEqual("--".utf8)
      guard let end = after(isComment ? "-->" : ">", in: bytes, from: index + 2) else { return nil }
      writeInASCII(bytes[index..<end])
      return end
    case UInt8(ascii: "/"):
      guard let end = after(">", in: bytes, from: index) else { return nil }
      writeInASCII(bytes[index..<end])
      return end
    default: return startTag(bytes, at: index)
    }
  }

  private func after(_ text: StaticString, in bytes: [UInt8], from start: Int) -> Int? {
    ByteSearch.first(text, in: bytes, from: start).map { $0 + text.utf8CodeUnitCount }
  }

  private func startTag(_ bytes: [UInt8], at index: Int) -> Int? {
    guard let end = tagEnd(bytes, from: index) else { return nil }
    var position = index + 1
    while position < end, bytes[position].isNameByte { position += 1 }
    let name = bytes[(index + 1)..<position]
    var attributes: [Range<Int>] = []
    var classes: ArraySlice<UInt8> = []
    while position < end {
      guard bytes[position].isNameByte else {
        position += 1
        continue
      }
      let attribute = attribute(bytes, from: position, to: end)
      if bytes[attribute.name].elementsEqual("class".utf8) {
        classes = bytes[attribute.value]
      } else {
        attributes.append(attribute.whole)
      }
      position = attribute.whole.upperBound
    }
    out.write("<")
    writeInASCII(name)
    let elementAttributes = elementAttributes(name, classes)
    out.write(elementAttributes.classes)
    for range in attributes {
      out.write(" ")
      writeInASCII(bytes[range])
    }
    out.write(elementAttributes.declarations)
    out.write(">")
    if name.elementsEqual("style".utf8) {
      // A style sheet always arrives in one piece, and is not escaped.
      let close = after("</style", in: bytes, from: end) ?? bytes.count
      bytes.withUnsafeBufferPointer { out.write(.init(rebasing: $0[end..<close])) }
      return close
    }
    return end
  }

  /// The index after a tag's `>`.
  private func tagEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    var isQuoted = false
    for index in start..<bytes.count {
      if bytes[index] == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if bytes[index] == UInt8(ascii: ">"), !isQuoted {
        return index + 1
      }
    }
    return nil
  }

  private func attribute(
    _ bytes: [UInt8], from start: Int, to end: Int
  ) -> (name: Range<Int>, value: Range<Int>, whole: Range<Int>) {
    var index = start
    while index < end, bytes[index].isNameByte { index += 1 }
    let name = start..<index
    guard index + 1 < end, bytes[index] == UInt8(ascii: "="),
      bytes[index + 1] == UInt8(ascii: "\"")
    else { return (name, index..<index, name) }
    let first = index + 2
    index = first
    while index < end, bytes[index] != UInt8(ascii: "\"") { index += 1 }
    return (name, first..<index, start..<min(index + 1, end))
  }

  /// The class and style attributes of an element.
  private func elementAttributes(_ name: ArraySlice<UInt8>, _ classes: ArraySlice<UInt8>)
    -> ElementAttributes
  {
    let key = name + [UInt8(ascii: " ")] + classes
    if let elementAttributes = known[Array(key)] { return elementAttributes }
    let text = String(decoding: classes, as: UTF8.self)
      .split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    let element = String(decoding: name, as: UTF8.self)
    let declarations = style.declarations(for: element, text)
    let kept = text.filter(style.usesClass)
    var elementAttributes = ElementAttributes(classes: "", declarations: "")
    if !kept.isEmpty {
      elementAttributes.classes = " class=\"" + kept.joined(separator: " ") + "\""
    }
    if !declarations.isEmpty {
      var sink = ByteSink()
      HTMLEscaping.writeAttribute(declarations, to: &sink)
      elementAttributes.declarations = " style=\"" + sink.string + "\""
    }
    if element == "td", let ground = style.boxGround(for: text) {
      elementAttributes.declarations = " bgcolor=\"\(ground)\"" + elementAttributes.declarations
    }
    known[Array(key)] = elementAttributes
    return elementAttributes
  }
}
