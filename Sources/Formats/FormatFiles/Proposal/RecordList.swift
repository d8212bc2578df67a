internal import JSON

/// The elements of a sample at one path, such as the objects of an array or the rows of a table.
struct RecordList {
  /// The index of the list of the outer elements; nil at the root.
  var outer: Int?
  /// The path from the outer element, in the notation of format files.
  var path: String
  /// The keys from the root, with `[]` for the elements of an array and `*` for all members.
  var place: [String]
  /// The last key of the path.
  var key: String
  /// The path to elements of the same kind inside of an element.
  var again: String?
  /// Whether the elements are the members of an object, and their keys are values, too.
  var isMap = false
  /// The first elements, with their keys.
  var elements: [FormatNode] = []
  /// The number of all elements.
  var count = 0
}

/// Finds all lists of a sample in JSON or XML.
struct RecordLists {
  private(set) var lists: [RecordList] = []
  private var indices: [String: Int] = [:]
  let dialect: FormatPath.Dialect

  private static let mostLists = 300
  private static let mostElements = 300

  /// A place in the sample.
  private struct Here {
    var outer: Int?
    var path = ""
    var place: [String] = []
    var key = ""
  }

  /// Finds the lists of a value in JSON.
  init(json root: JSONValue) {
    dialect = .json
    find(in: root, Here(path: "$"))
  }

  /// Finds the lists of the objects in the lines of a text.
  init(lines: [JSONValue]) {
    self.init(records: lines, .json)
    for line in lines { findMembers(of: line, Here(path: "$", place: ["[]"])) }
  }

  /// One list, of rows or of the captures of lines.
  init(records: [JSONValue], _ dialect: FormatPath.Dialect) {
    self.dialect = dialect
    guard let list = list(Here(place: ["[]"])) else { return }
    for record in records { add(FormatNode(value: record), to: list) }
  }

  /// Finds the lists of an XML document.
  init(xml root: JSONValue, named name: String) {
    dialect = .xml
    guard let list = list(Here(path: "/" + name, place: [name], key: name)) else { return }
    add(FormatNode(value: root, key: name), to: list)
    findElements(in: root, list)
  }

  /// The list at a place; nil if there are too many lists.
  private mutating func list(_ here: Here) -> Int? {
    let name = here.place.joined(separator: "\n")
    if let index = indices[name] { return index }
    guard lists.count < Self.mostLists else { return nil }
    lists.append(
      RecordList(outer: here.outer, path: here.path, place: here.place, key: here.key))
    indices[name] = lists.count - 1
    return lists.count - 1
  }

  private mutating func add(_ node: FormatNode, to list: Int) {
    lists[list].count += 1
    guard lists[list].elements.count < Self.mostElements else { return }
    lists[list].elements.append(node)
  }

  // MARK: JSON

  /// The nesting limit of the reader bounds the recursion.
  private mutating func find(in value: JSONValue, _ here: Here) {
    switch value.kind {
    case .array(let elements):
      var inner = here
      inner.path += "[*]"
      inner.place.append("[]")
      findElements(elements.map { FormatNode(value: $0) }, inner, isMap: false)
    case .object(let members) where Self.isMap(members):
      var inner = here
      inner.path += inner.path.isEmpty ? "*" : ".*"
      inner.place.append("*")
      findElements(
        members.map { FormatNode(value: $0.value, key: $0.key) }, inner, isMap: true)
    case .object: findMembers(of: value, here)
    default: break
    }
  }

  private mutating func findElements(_ elements: [FormatNode], _ here: Here, isMap: Bool) {
    let isOfContainers = elements.contains {
      switch $0.value.kind {
      case .object, .array: true
      default: false
      }
    }
    guard isOfContainers, let list = list(here) else { return }
    lists[list].isMap = isMap
    for element in elements {
      add(element, to: list)
      var inner = Here(outer: list, path: "", place: here.place, key: here.key)
      switch element.value.kind {
      case .object: findMembers(of: element.value, inner)
      case .array(let values):
        inner.path = "[*]"
        inner.place.append("[]")
        findElements(values.map { FormatNode(value: $0) }, inner, isMap: false)
      default: break
      }
    }
  }

  private mutating func findMembers(of object: JSONValue, _ here: Here) {
    for member in object.members {
      guard let path = FormatNotation.json(here.path, adding: member.key) else { continue }
      if here.path.isEmpty, case .array(let elements) = member.value.kind, let outer = here.outer,
        lists[outer].key == member.key, lists[outer].place.last == "[]"
      {
        // Elements with elements of their own kind, such as suites in suites.
        lists[outer].again = path + "[*]"
        var same = here
        (same.place, same.key) = (lists[outer].place, member.key)
        findAgain(elements, outer, same)
        continue
      }
      find(
        in: member.value,
        Here(outer: here.outer, path: path, place: here.place + [member.key], key: member.key))
    }
  }

  private mutating func findAgain(_ elements: [JSONValue], _ list: Int, _ here: Here) {
    for element in elements {
      add(FormatNode(value: element), to: list)
      findMembers(of: element, Here(outer: list, path: "", place: here.place, key: here.key))
    }
  }

  /// Whether the members of an object are elements: all are objects or all are arrays, and they
  /// have keys in common.
  private static func isMap(_ members: [JSONValue.Member]) -> Bool {
    // A single member with the name of a field is no element.
    guard
      members.count > 1
        || members.contains(where: { FormatNotation.json("", adding: $0.key) != $0.key })
    else { return false }
    let objects = members.filter { !$0.value.members.isEmpty }
    if objects.count == members.count {
      let first = Set(objects[0].value.members.map(\.key))
      return objects.dropFirst().prefix(20).allSatisfy { object in
        let keys = Set(object.value.members.map(\.key))
        return first.intersection(keys).count * 2 >= max(first.count, keys.count)
      }
    }
    // Arrays of objects under names of files.
    return members.allSatisfy { member in
      FieldValues.isPath(member.key)
        && member.value.elements.contains { !$0.members.isEmpty }
    }
  }

  // MARK: XML

  /// The depth limit of the reader bounds the recursion.
  private mutating func findElements(in element: JSONValue, _ outer: Int) {
    for member in element.members where !FormatXML.isInner(member.key) {
      let node = FormatNode(value: member.value, key: member.key)
      let isAgain = member.key == lists[outer].key && lists[outer].outer != nil
      if isAgain { lists[outer].again = member.key }
      let place = lists[outer].place + [member.key]
      let inner =
        isAgain
        ? outer : list(Here(outer: outer, path: member.key, place: place, key: member.key))
      guard let inner else { continue }
      add(node, to: inner)
      findElements(in: member.value, inner)
    }
  }
}

extension RecordLists {
  /// The indices of a list and of those around it, the outermost first.
  func chain(_ list: Int) -> [Int] {
    var chain = [list]
    while let outer = lists[chain[0]].outer { chain.insert(outer, at: 0) }
    return chain
  }
}
