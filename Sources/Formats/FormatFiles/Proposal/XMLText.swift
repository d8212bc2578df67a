internal import JSON
internal import Text
internal import ToolReports

/// Writes XML.
enum XMLText {
  /// The lines of an element. An element without inner elements is on one line.
  package static func lines(of element: JSONValue, named name: String, namespace: String?)
    -> [String]
  {
    var attributes = element.members.filter { $0.key.hasPrefix("@") }
      .map { (name: String($0.key.dropFirst()), value: $0.value.string ?? "") }
    if namespace != nil { attributes.removeAll { FieldValues.isAddress($0.value) } }
    attributes.removeAll { $0.name == "xmlns" || $0.name == "schemaLocation" }
    if let namespace { attributes.insert(("xmlns", namespace), at: 0) }
    let start = name + attributes.map { " \($0.name)=\"\(escaped($0.value))\"" }.joined()
    let children = element.members.filter { !FormatXML.isInner($0.key) }
    if children.isEmpty {
      let text = escaped(FormatXML.text(of: element))
      return text.isEmpty ? ["<\(start)/>"] : ["<\(start)>\(text)</\(name)>"]
    }
    let inner = element.members.flatMap { member -> [String] in
      if member.key == FormatXML.textKey {
        let text = PlainText.trimmed(member.value.string ?? "")
        return text.isEmpty ? [] : [escaped(text)]
      }
      if member.key.hasPrefix("@") { return [] }
      return lines(of: member.value, named: member.key, namespace: nil)
    }
    return ["<\(start)>"] + inner.map { " " + $0 } + ["</\(name)>"]
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("\n", with: "&#10;")
  }
}
