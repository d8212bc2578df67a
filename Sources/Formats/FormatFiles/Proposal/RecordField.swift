internal import JSON
internal import Text

/// A value that elements of a list have at one path.
struct RecordField {
  /// The path from the element, in the notation of format files.
  var path: String
  /// The keys from the element, with `[]` for elements of an array.
  var place: [String]
  /// The names of the field and of the objects around it, the innermost last.
  var names: [String]
  /// The texts in the first elements.
  var values: [String] = []
  /// Whether it is in the first element of an array.
  var isIndexed = false
  /// Whether this element is an object, so that the others may be findings, too.
  var isOfElement = false
}

/// The fields of the elements of a list.
struct RecordFields {
  private(set) var fields: [RecordField] = []
  private var indices: [String: Int] = [:]
  private let dialect: FormatPath.Dialect
  private let repeated: Set<[String]>

  private static let mostFields = 300
  private static let mostElements = 200
  private static let mostDepth = 4

  /// - Parameter repeated: The places of XML elements that occur several times in an element.
  init(_ list: RecordList, _ dialect: FormatPath.Dialect, repeated: Set<[String]> = []) {
    self.dialect = dialect
    self.repeated = repeated
    for element in list.elements.prefix(Self.mostElements) {
      if list.isMap, let key = element.key {
        let name = FieldValues.isPath(key) ? "file" : list.key
        add(key, RecordField(path: "~", place: [], names: [name]))
      }
      let whole = RecordField(path: "", place: [], names: [])
      if dialect == .xml {
        addElement(element.value, whole, list.place)
      } else {
        addMembers(element.value, whole)
      }
    }
  }

  private mutating func add(_ text: String, _ field: RecordField) {
    if text.isEmpty { return }
    if let index = indices[field.path] {
      fields[index].values.append(text)
    } else if fields.count < Self.mostFields {
      indices[field.path] = fields.count
      fields.append(field)
      fields[fields.count - 1].values = [text]
    }
  }

  private mutating func addMembers(_ object: JSONValue, _ outer: RecordField) {
    for member in object.members {
      guard let path = path(outer.path, adding: member.key) else { continue }
      var field = outer
      field.path = path
      field.place.append(member.key)
      field.names.append(member.key)
      add(member.value, field)
    }
  }

  /// The path to a member; nil if it can't be written.
  private func path(_ path: String, adding key: String) -> String? {
    switch dialect {
    case .json, .xml: FormatNotation.json(path, adding: key)
    case .columns, .captures:
      key.contains("|") || key.contains("{{") || ["", "*", "@", "$"].contains(key) ? nil : key
    }
  }

  private mutating func add(_ value: JSONValue, _ field: RecordField) {
    switch value.kind {
    case .object:
      if field.names.count < Self.mostDepth { addMembers(value, field) }
    case .array(let elements):
      guard let first = elements.first, !field.isIndexed else { return }
      var inner = field
      inner.path += "[0]"
      inner.place.append("[]")
      inner.isIndexed = true
      if case .object = first.kind { inner.isOfElement = true }
      add(first, inner)
    default:
      if let text = FormatNode(value: value).text(.json) { add(text, field) }
    }
  }

  /// - Parameter root: The place of the element of the list.
  private mutating func addElement(
    _ element: JSONValue, _ outer: RecordField, _ root: [String]
  ) {
    var known: Set<String> = []
    for member in element.members where known.insert(member.key).inserted {
      if member.key == FormatXML.textKey { continue }
      var field = outer
      field.path += (field.path.isEmpty ? "" : "/") + member.key
      field.place.append(member.key)
      if member.key.hasPrefix("@") {
        field.names.append(String(member.key.dropFirst()))
        add(member.value.string ?? "", field)
      } else if field.names.count < Self.mostDepth {
        field.names.append(member.key)
        if repeated.contains(root + field.place) {
          // Elements with elements of their own are a list.
          guard Self.isLeaf(member.value), !field.isIndexed else { continue }
          field.isIndexed = true
        }
        addElement(member.value, field, root)
      }
    }
    guard Self.isLeaf(element) else { return }
    var text = outer
    // The text of the element itself.
    if text.path.isEmpty { (text.path, text.names) = (".", ["text"]) }
    add(FormatXML.text(of: element), text)
  }

  private static func isLeaf(_ element: JSONValue) -> Bool {
    element.members.allSatisfy { FormatXML.isInner($0.key) }
  }
}
