internal import Diagnostics
internal import JSON
internal import ToolReports
internal import XML

/// Reads a report by a format file. Follows the paths through the report, takes the elements of
/// lists as trees, and hands them to `FormatReport`.
struct FormatReading {
  typealias State = FormatStates.State

  private let states: FormatStates
  private let dialect: FormatPath.Dialect
  private(set) var output: FormatReport

  /// - Parameter isRecognized: Whether the variant recognizes the report, and is not only the
  ///   likeliest one of a format that is named for it.
  init(
    _ file: FormatFile, _ variant: FormatFile.Variant, isRecognized: Bool, _ context: ImportContext
  ) {
    states = FormatStates(variant, isRecognized: isRecognized)
    dialect = variant.kind.dialect
    output = FormatReport(file, variant, context)
  }

  /// Keeps the fields of findings and tests.
  mutating func keepExampleFields() { output.exampleFields = ExampleFields() }

  mutating func noteEnd(failed: Bool, completed: Bool) {
    if failed { output.hasFailedLine = true }
    if completed { output.hasCompletedLine = true }
  }

  /// Reports the signs of failure in lines that nothing uses.
  mutating func report(_ signs: FailureSigns) {
    signs.report(in: &output.report, showsErrors: output.shown.findings.errors > 0)
  }

  mutating func noteUnread(_ text: String, line: Int) { output.noteUnread(text, line: line) }

  // MARK: JSON

  mutating func read(_ reader: inout JSONReader) {
    read(&reader, states.initial, key: nil)
    reader.finish()
  }

  /// The nesting limit of the reader bounds the recursion.
  private mutating func read(_ reader: inout JSONReader, _ current: [State], key: String?) {
    let kind = reader.peek()
    let isContainer = kind == .object || kind == .array
    if current.contains(where: isWanted) || !isContainer {
      return readValue(FormatNode(value: reader.readTree(), key: key), current)
    }
    // The value itself is not needed.
    let location = reader.location(reader.valuePosition)
    keepRootValue(FormatNode(value: JSONValue(.object([]), at: location), key: key), current)
    note(current, isContainer: true, isNull: false, location)
    var isEmpty = true
    if kind == .object {
      reader.enterObject()
      var others = UnfollowedMembers()
      while reader.nextKey() {
        isEmpty = false
        let (key, line) = (reader.textString, reader.keyPosition.line)
        let next = states.next(current, key: key, index: nil)
        if next.isEmpty, !others.lackList(states, current) {
          reader.skipValue()
        } else if next.isEmpty {
          if Self.skipsList(&reader) { others.addList(key, UnknownList(line: line)) }
        } else {
          others.addFollowed(key)
          read(&reader, next, key: key)
        }
      }
      note(others, current)
    } else {
      reader.enterArray()
      var index = 0
      while reader.nextElement() {
        let next = states.next(current, key: nil, index: index)
        if next.isEmpty { reader.skipValue() } else { read(&reader, next, key: nil) }
        index += 1
      }
      isEmpty = index == 0
    }
    if isEmpty { noteEmpty(current) }
  }

  /// Skips a value. Returns whether it may be a list of findings or tests, as `UnknownList` says.
  private static func skipsList(_ reader: inout JSONReader) -> Bool {
    switch reader.peek() {
    case .array:
      var hasObject = false
      reader.enterArray()
      while reader.nextElement() {
        if reader.peek() == .object { hasObject = true }
        reader.skipValue()
      }
      return hasObject
    case .object:
      var (isEmpty, hasOthers) = (true, false)
      reader.enterObject()
      while reader.nextKey() {
        isEmpty = false
        let kind = reader.peek()
        if kind != .object, kind != .array { hasOthers = true }
        reader.skipValue()
      }
      return !isEmpty && !hasOthers
    default:
      reader.skipValue()
      return false
    }
  }

  /// Whether the value at a state is needed as a tree.
  private func isWanted(_ state: State) -> Bool {
    guard states.isAtEnd(state) else { return false }
    guard case .rootValue(let path) = states.paths[state.path].use else { return true }
    // Of an object, only XML has a text.
    return dialect == .xml && !path.isOfKey || path.streamedSteps < path.steps.count
  }

  // MARK: JSON Lines

  mutating func read(_ reader: inout JSONLineReader) {
    while reader.next() {
      let object = reader.json.readTree()
      guard reader.endObject() else { continue }
      readRow(object)
    }
  }

  /// Reads one object of a line, or one row.
  mutating func readRow(_ object: JSONValue) {
    output.rootValues.beginLine()
    readValue(FormatNode(value: object), states.initial)
  }

  // MARK: XML

  mutating func read(_ reader: inout XMLReader) {
    while let event = reader.next() {
      guard event == .start else { continue }
      let next = states.next(states.initial, key: reader.name, index: nil)
      if next.isEmpty { reader.skipElement() } else { readElement(&reader, next) }
    }
  }

  /// Reads the element that has just started. The depth limit of the reader bounds the recursion.
  private mutating func readElement(_ reader: inout XMLReader, _ current: [State]) {
    let name = reader.name
    if current.contains(where: isWanted) {
      return readValue(FormatNode(value: FormatXML.readElement(&reader), key: name), current)
    }
    let location = reader.location(reader.position)
    keepRootValue(FormatNode(value: JSONValue(.object([]), at: location), key: name), current)
    note(current, isContainer: true, isNull: false, location)
    for attribute in reader.attributes {
      let key = "@" + attribute.name
      let node = FormatNode(value: JSONValue(.string(attribute.value), at: location), key: key)
      keepRootValue(node, states.next(current, key: key, index: nil))
    }
    var others = UnfollowedMembers()
    let inside = reader.depth
    while reader.depth >= inside, let event = reader.next() {
      guard event == .start else { continue }
      let (name, line) = (reader.name, reader.position.line)
      let next = states.next(current, key: name, index: nil)
      if next.isEmpty, !others.lackList(states, current) {
        reader.skipElement()
      } else if next.isEmpty {
        let names = Self.skippedNames(&reader)
        if !names.isEmpty { others.addList(name, UnknownList(line: line, names: names)) }
      } else {
        others.addFollowed(name)
        readElement(&reader, next)
      }
    }
    note(others, current)
  }

  /// Skips the element that has just started. Returns the names of its attributes and elements.
  private static func skippedNames(_ reader: inout XMLReader) -> Set<String> {
    var names = Set(reader.attributes.map(\.name))
    let depth = reader.depth
    while reader.depth >= depth, let event = reader.next() {
      if event == .start, reader.depth == depth + 1 { names.insert(reader.name) }
    }
    return names
  }

  // MARK: Trees

  /// Reads a value in memory: absolute values inside of it first, then the elements of lists.
  private mutating func readValue(_ node: FormatNode, _ current: [State]) {
    keepRootValues(inside: node, current.filter { states.paths[$0.path].isRootValue })
    readLists(inside: node, current.filter { !states.paths[$0.path].isRootValue })
  }

  private mutating func keepRootValues(inside node: FormatNode, _ current: [State]) {
    if current.isEmpty { return }
    keepRootValue(node, current)
    if current.allSatisfy(states.isAtEnd) { return }
    Self.forEachMember(of: node) { child, index in
      keepRootValues(inside: child, states.next(current, key: child.key, index: index))
    }
  }

  private mutating func readLists(inside node: FormatNode, _ current: [State]) {
    if current.isEmpty { return }
    note(current, node)
    for state in current where states.isAtEnd(state) {
      guard case .list(let list, let rest) = states.paths[state.path].use else { continue }
      for element in FormatPath.nodes(rest, from: node, dialect) {
        output.addElement(element, list: list)
      }
    }
    if current.allSatisfy(states.isAtEnd) { return }
    if states.lacksList(current, []) { noteUnfollowed(node.value.members, current) }
    Self.forEachMember(of: node) { child, index in
      readLists(inside: child, states.next(current, key: child.key, index: index))
    }
  }

  private mutating func noteUnfollowed(_ members: [JSONValue.Member], _ current: [State]) {
    var others = UnfollowedMembers()
    for member in members {
      if !states.next(current, key: member.key, index: nil).isEmpty {
        others.addFollowed(member.key)
      } else if let list = UnknownList(member, dialect) {
        others.addList(member.key, list)
      }
    }
    note(others, current)
  }

  /// Calls `body` for each element with its index, or each member, with attributes of XML.
  private static func forEachMember(
    of node: FormatNode, _ body: (FormatNode, Int?) -> Void
  ) {
    switch node.value.kind {
    case .array(let elements):
      for (index, element) in elements.enumerated() { body(FormatNode(value: element), index) }
    case .object(let members):
      for member in members { body(FormatNode(value: member.value, key: member.key), nil) }
    default: break
    }
  }

  /// Keeps a value at absolute paths.
  private func keepRootValue(_ node: FormatNode, _ current: [State]) {
    for state in current where states.isAtEnd(state) {
      guard case .rootValue(let path) = states.paths[state.path].use else { continue }
      FormatPath.visit(path.steps, path.streamedSteps, from: node, dialect) { found in
        output.rootValues.add(found.kept(path.dialect), at: path)
        return true
      }
    }
  }

  // MARK: Lists that are there

  private mutating func note(_ current: [State], _ node: FormatNode) {
    switch node.value.kind {
    case .array(let elements):
      note(current, isContainer: true, isNull: false, node.value.location)
      if elements.isEmpty { noteEmpty(current) }
    case .object(let members):
      note(current, isContainer: true, isNull: false, node.value.location)
      if members.isEmpty { noteEmpty(current) }
    case .null: note(current, isContainer: false, isNull: true, node.value.location)
    default: note(current, isContainer: false, isNull: false, node.value.location)
    }
  }

  /// Notes lists that no path follows, if a list of the format is missing beside them.
  private mutating func note(_ others: UnfollowedMembers, _ current: [State]) {
    output.noteUnknownLists(others.unknownLists(states, current))
  }

  /// Notes the lists whose outer elements are there and are none.
  private mutating func noteEmpty(_ current: [State]) {
    for list in states.lists(emptiedAt: current) { output.noteList(list) }
  }

  /// Notes the lists that are there, even if they are empty. Some tools write null for an empty
  /// list. Another value in the place of a list is not read.
  private mutating func note(
    _ current: [State], isContainer: Bool, isNull: Bool, _ location: SourceLocation
  ) {
    if isContainer || isNull {
      for list in states.lists(around: current) { output.noteList(list) }
    } else if current.contains(where: states.needsContainer) {
      output.noteUnread("a value in place of a list", line: location.line)
    }
  }
}

extension FormatNode {
  /// The value without its members, if only its text or its being there may matter.
  fileprivate func kept(_ dialect: FormatPath.Dialect) -> FormatNode {
    switch value.kind {
    case .object where dialect == .xml:
      FormatNode(
        value: JSONValue(
          .object([
            JSONValue.Member(
              key: FormatXML.textKey, keyLocation: value.location,
              value: JSONValue(.string(FormatXML.text(of: value)), at: value.location))
          ]), at: value.location), key: key)
    case .object, .array: FormatNode(value: JSONValue(.object([]), at: value.location), key: key)
    default: self
    }
  }
}
