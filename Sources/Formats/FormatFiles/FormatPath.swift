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

  enum Step: Sendable, Hashable {
    /// The member, or the child elements, of a name.
    case member(String)
    /// All members or elements.
    case children
    /// The descendants of a name; nil for all.
    case descendants(String?)
    /// An element of an array by its index, from the end if it is negative.
    case element(Int)
    /// The nth of the nodes that a step finds in one parent, from 1.
    indirect case nth(Step, Int)
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

  /// The hash needs few of the steps, because a format file has few paths.
  func hash(into hasher: inout Hasher) {
    hasher.combine(steps.count)
    hasher.combine(steps.last)
  }

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
  func nodes(from start: FormatNode) -> [FormatNode] {
    Self.nodes(steps, from: start, dialect)
  }

  /// - Parameter first: The index of the first step.
  static func nodes(
    _ steps: [Step], from start: FormatNode, _ dialect: Dialect, first: Int = 0
  ) -> [FormatNode] {
    var nodes: [FormatNode] = []
    visit(steps, first, from: start, dialect) { node in
      nodes.append(node)
      return true
    }
    return nodes
  }

  /// Calls `body` for each node that the steps lead to, until it returns false. Returns whether it
  /// was called for all. The longest path and the nesting limit of the readers bound the recursion.
  ///
  /// - Parameter first: The index of the first step.
  @discardableResult
  static func visit(
    _ steps: [Step], _ first: Int = 0, from node: FormatNode, _ dialect: Dialect,
    _ body: (FormatNode) -> Bool
  ) -> Bool {
    guard first < steps.count else { return body(node) }
    func visitRest(_ node: FormatNode) -> Bool {
      visit(steps, first + 1, from: node, dialect, body)
    }
    switch steps[first] {
    case .member(let name):
      guard case .object(let members) = node.value.kind else { return true }
      // By index, because copying a member changes many reference counts.
      for index in members.indices where members[index].key == name {
        guard visitRest(FormatNode(value: members[index].value, key: name)) else { return false }
      }
      return true
    case .children: return node.visitChildren(dialect, visitRest)
    case .descendants(let name):
      return visitDescendants(name, of: node, dialect, visitRest)
    case .element(let index):
      guard case .array(let elements) = node.value.kind else { return true }
      let place = index < 0 ? elements.count + index : index
      return !elements.indices.contains(place) || visitRest(FormatNode(value: elements[place]))
    case .nth(let step, let number):
      var (count, wanted) = (0, FormatNode?.none)
      visit([step], from: node, dialect) { found in
        count += 1
        if count == number { wanted = found }
        return wanted == nil
      }
      return wanted.map(visitRest) ?? true
    case .childrenWhere(let predicate):
      return node.visitChildren(dialect) {
        !predicate.holds(for: $0, dialect) || visitRest($0)
      }
    case .only(let predicate):
      return !predicate.holds(for: node, dialect) || visitRest(node)
    }
  }

  /// The nesting limit of the readers bounds the recursion.
  private static func visitDescendants(
    _ name: String?, of node: FormatNode, _ dialect: Dialect, _ body: (FormatNode) -> Bool
  ) -> Bool {
    node.visitChildren(dialect) { child in
      if name == nil || name == child.key, !body(child) { return false }
      return visitDescendants(name, of: child, dialect, body)
    }
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
}

extension FormatPath.Predicate {
  func holds(for node: FormatNode, _ dialect: FormatPath.Dialect) -> Bool {
    switch comparison {
    case .isThere: has(node, dialect) { $0.isThere(dialect) }
    case .equals(let text): has(node, dialect) { $0.text(dialect) == text }
    case .differs(let text): !has(node, dialect) { $0.text(dialect) == text }
    }
  }

  /// Whether one of the nodes at its path fulfils a condition.
  private func has(
    _ node: FormatNode, _ dialect: FormatPath.Dialect, where holds: (FormatNode) -> Bool
  ) -> Bool {
    !FormatPath.visit(steps, from: node, dialect) { !holds($0) }
  }
}

extension FormatNode {
  /// Calls `body` for each element or member, until it returns false. Returns whether it was called
  /// for all. Attributes and texts of XML are not among them.
  fileprivate func visitChildren(
    _ dialect: FormatPath.Dialect, _ body: (FormatNode) -> Bool
  ) -> Bool {
    switch value.kind {
    case .array(let elements):
      for element in elements { guard body(FormatNode(value: element)) else { return false } }
    case .object(let members):
      for index in members.indices
      where dialect != .xml || !FormatXML.isInner(members[index].key) {
        let child = FormatNode(value: members[index].value, key: members[index].key)
        guard body(child) else { return false }
      }
    default: break
    }
    return true
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
