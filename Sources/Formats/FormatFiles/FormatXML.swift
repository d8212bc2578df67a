internal import Diagnostics
internal import JSON
internal import ToolReports
internal import XML

/// XML elements as objects: attributes under `@name`, children under their names, texts under
/// `text()`, all in order. A name may repeat.
enum FormatXML {
  static let textKey = "text()"

  /// Whether a key is not the name of a child element.
  static func isInner(_ key: String) -> Bool { key.hasPrefix("@") || key == textKey }

  /// Reads the element that has just started, to its end. The depth limit of the reader bounds the
  /// recursion.
  static func readElement(_ reader: inout XMLReader) -> JSONValue {
    let location = reader.location(reader.position)
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ value: JSONValue) {
      members.append(JSONValue.Member(key: key, keyLocation: value.location, value: value))
    }
    for attribute in reader.attributes {
      add("@" + attribute.name, JSONValue(.string(attribute.value), at: location))
    }
    var text: [UInt8] = []
    func endText() {
      if text.isEmpty { return }
      add(textKey, JSONValue(.string(String(decoding: text, as: UTF8.self)), at: location))
      text.removeAll(keepingCapacity: true)
    }
    let inside = reader.depth
    while reader.depth >= inside, let event = reader.next() {
      switch event {
      case .start:
        endText()
        let name = reader.name
        add(name, readElement(&reader))
      case .text: text.append(contentsOf: reader.text)
      case .end: break
      }
    }
    endText()
    return JSONValue(.object(members), at: location)
  }

  /// All text inside an element, without white space around it.
  static func text(of element: JSONValue) -> String {
    var text = ""
    append(textOf: element, to: &text)
    return PlainText.trimmed(text)
  }

  private static func append(textOf element: JSONValue, to text: inout String) {
    for member in element.members {
      if member.key == textKey {
        text += member.value.string ?? ""
      } else if !isInner(member.key) {
        append(textOf: member.value, to: &text)
      }
    }
  }
}
