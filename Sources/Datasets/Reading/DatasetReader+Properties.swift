import Diagnostics
internal import Inputs
internal import JSON
internal import Model

extension DatasetReader {
  /// Reads own properties. Reports and leaves out those that templates could not use.
  func readProperties(_ reader: inout JSONReader) -> [Property] {
    guard reader.peek() == .object else {
      reader.rejectType("an object", name: "properties")
      return []
    }
    let start = reader.valuePosition
    reader.enterObject()
    var properties: [Property] = []
    var names: Set<String> = []
    while reader.nextKey() {
      let name = reader.textString
      let position = reader.keyPosition
      guard Property.isName(name) else {
        reader.report(
          .warning, "bad-property", at: position,
          "\(VisibleText.quoted(name)) is no name for a property",
          help: [Property.nameHelp])
        reader.skipValue()
        continue
      }
      if properties.count == Property.most {
        reader.report(
          .warning, "bad-property", at: start,
          "'properties' has more than \(Property.most) members",
          help: ["the others are left out"])
        reader.skipValue()
        while reader.nextKey() { reader.skipValue() }
        break
      }
      guard names.insert(name).inserted else {
        reader.reportDuplicate(name, at: position, first: nil)
        reader.skipValue()
        continue
      }
      if let value = readValue(of: name, &reader) { properties.append(Property(name, value)) }
    }
    return properties
  }

  private func readValue(of name: String, _ reader: inout JSONReader) -> Property.Value? {
    switch reader.peek() {
    case .number: return reader.number(name).map { .number($0) }
    case .string:
      guard let text = reader.string(name) else { return nil }
      if text.count <= Property.longestText { return .text(text) }
      reader.report(
        .warning, "bad-property", at: reader.valuePosition,
        "'\(name)' has more than \(Property.longestText) characters",
        help: ["it is left out; use 'text' or 'details' for long texts"])
      return nil
    default:
      reader.rejectType("a string or a number", name: name)
      return nil
    }
  }
}
