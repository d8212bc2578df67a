internal import JSON

/// A path of a format file to values of a report. JSON paths and XML paths are one kind of tree:
/// an XML element is an object (`FormatXML`), and a row of a table is an object of its cells.
struct FormatPath: Sendable, Hashable {
  /// The notation of paths, and the kind of values that they lead to.
  enum Dialect: Sendable, Hashable {
    case json, xml
    /// A path is the name of a column.
    case columns
    /// A path is the name of a capture.
    case captures
  }

  enum Start: Sendable, Hashable {
    /// The innermost element.
    case element
    /// The root of the report.
    case root
    /// An outer element with a name.
    case named(String)
  }

  indirect enum Step: Sendable, Hashable {
    /// The member, or the child elements, of a name.
    case member(String)
    /// All members or elements.
    case children
    /// The descendants of a name; nil for all.
    case descendants(String?)
    /// An element of an array by its index, from the end if it is negative.
    case element(Int)
    /// The nth of the nodes that a step finds in one parent, from 1.
    case nth(Step, Int)
    /// The members or elements that fulfil a predicate.
    case childrenWhere(Predicate)
    /// The node itself if it fulfils a predicate.
    case only(Predicate)
  }

  /// A predicate of a value at a path, such as `[?@.kind == 'x']`.
  struct Predicate: Sendable, Hashable {
    enum Comparison: Sendable, Hashable {
      case isThere
      case equals(String)
      case differs(String)
    }

    var steps: [Step]
    var comparison: Comparison
  }

  var start = Start.element
  var steps: [Step] = []
  /// Whether it means the key of the member instead of its value.
  var isOfKey = false
  var dialect: Dialect

  /// The number of steps in front that need only the keys around a value, not the value.
  var streamedSteps: Int {
    steps.firstIndex {
      switch $0 {
      case .member, .children, .descendants: false
      case .element(let index): index < 0
      case .nth, .childrenWhere, .only: true
      }
    } ?? steps.count
  }
}

/// A value of a report, and its key if it is a member of an object.
struct FormatNode: Sendable {
  var value: JSONValue
  var key: String?
}

// MARK: Evaluation

extension FormatPath {
  /// The nodes that the steps lead to.
  func nodes(from start: [FormatNode]) -> [FormatNode] {
    Self.nodes(steps, from: start, dialect)
  }

  static func nodes(
    _ steps: some Sequence<Step>, from start: [FormatNode], _ dialect: Dialect
  ) -> [FormatNode] {
    var nodes = start
    for step in steps {
      if nodes.isEmpty { break }
      var next: [FormatNode] = []
      for node in nodes { step.find(in: node, dialect, &next) }
      nodes = next
    }
    return nodes
  }
}

extension FormatPath.Step {
  /// Whether a child with a key, or an element of an array with an index, is found by the step.
  func matches(key: String?, index: Int?, _ dialect: FormatPath.Dialect) -> Bool {
    switch self {
    case .member(let name): key == name
    case .children: key.map { dialect != .xml || !FormatXML.isInner($0) } ?? true
    case .descendants(let name):
      name.map { $0 == key } ?? key.map { dialect != .xml || !FormatXML.isInner($0) } ?? true
    case .element(let wanted): index == wanted
    case .nth, .childrenWhere, .only: false
    }
  }

  fileprivate func find(
    in node: FormatNode, _ dialect: FormatPath.Dialect, _ found: inout [FormatNode]
  ) {
    switch self {
    case .member(let name):
      for member in node.value.members where member.key == name {
        found.append(FormatNode(value: member.value, key: name))
      }
    case .children: node.forEachChild(dialect) { found.append($0) }
    case .descendants(let name): Self.findDescendants(name, in: node, dialect, &found)
    case .element(let index):
      let elements = node.value.elements
      let place = index < 0 ? elements.count + index : index
      if elements.indices.contains(place) { found.append(FormatNode(value: elements[place])) }
    case .nth(let step, let number):
      var all: [FormatNode] = []
      step.find(in: node, dialect, &all)
      if all.indices.contains(number - 1) { found.append(all[number - 1]) }
    case .childrenWhere(let predicate):
      node.forEachChild(dialect) { if predicate.holds(for: $0, dialect) { found.append($0) } }
    case .only(let predicate): if predicate.holds(for: node, dialect) { found.append(node) }
    }
  }

  /// The nesting limit of the readers bounds the recursion.
  private static func findDescendants(
    _ name: String?, in node: FormatNode, _ dialect: FormatPath.Dialect,
    _ found: inout [FormatNode]
  ) {
    node.forEachChild(dialect) { child in
      if name == nil || name == child.key { found.append(child) }
      findDescendants(name, in: child, dialect, &found)
    }
  }
}

extension FormatPath.Predicate {
  func holds(for node: FormatNode, _ dialect: FormatPath.Dialect) -> Bool {
    let nodes = FormatPath.nodes(steps, from: [node], dialect)
    switch comparison {
    case .isThere: return nodes.contains { $0.isThere(dialect) }
    case .equals(let text): return nodes.contains { $0.text(dialect) == text }
    case .differs(let text): return !nodes.contains { $0.text(dialect) == text }
    }
  }
}

extension FormatNode {
  /// Calls `body` for each element or member. Attributes and texts of XML are not among them.
  func forEachChild(_ dialect: FormatPath.Dialect, _ body: (FormatNode) -> Void) {
    switch value.kind {
    case .array(let elements): for element in elements { body(FormatNode(value: element)) }
    case .object(let members):
      for member in members where dialect != .xml || !FormatXML.isInner(member.key) {
        body(FormatNode(value: member.value, key: member.key))
      }
    default: break
    }
  }

  /// The text of a string, a number, a truth value or an XML element; nil for others.
  func text(_ dialect: FormatPath.Dialect) -> String? {
    switch value.kind {
    case .string(let text): text
    case .number(_, let written): written
    case .bool(let value): value ? "true" : "false"
    case .object where dialect == .xml: FormatXML.text(of: value)
    case .object, .array, .null: nil
    }
  }

  /// Whether there is a value. Null and an empty text are none.
  func isThere(_ dialect: FormatPath.Dialect) -> Bool {
    switch value.kind {
    case .null: false
    case .string(let text): !text.isEmpty
    case .object, .array, .number, .bool: true
    }
  }
}
