internal import Basics
internal import Diagnostics
internal import JSON

/// Finds lists that a report has under other names than the format knows.
extension FormatReport {
  private static let mostUnknownLists = 100

  /// Notes lists that no path leads to, beside a place where a list of the format is missing.
  mutating func noteUnknownLists(_ lists: [String: UnknownList]) {
    for (name, list) in lists.sorted(by: { $0.key < $1.key })
    where unknownLists.count < Self.mostUnknownLists {
      unknownLists[name, default: list].add(list)
    }
  }

  /// Notes the lists beside the place where a path finds nothing.
  mutating func noteUnknownLists(besides path: FormatPath, _ scope: FormatScope) {
    var place = path
    place.steps = []
    var nodes = scope.nodes(at: place)
    for step in path.steps {
      guard case .member = step else { return }
      let inner = FormatPath.nodes(CollectionOfOne(step), from: nodes, path.dialect)
      if inner.isEmpty {
        for member in nodes.flatMap(\.value.members) {
          guard let list = UnknownList(member, path.dialect) else { continue }
          noteUnknownLists([member.key: list])
        }
        return
      }
      nodes = inner
    }
  }

  /// Counts unknown lists as not read if the report shows and claims nothing: they may be the lists
  /// of the format in another version of the tool. Lists in an example are known to be others.
  mutating func addUnknownLists() {
    guard !hasTotals, !hasFindings, shown.tests == 0 else { return }
    for (name, list) in unknownLists.sorted(by: {
      ($0.value.line, $0.key) < ($1.value.line, $1.key)
    })
    where !file.mentions(name) && list.isLike(file) {
      noteUnread(name, line: list.line)
    }
  }
}

/// A part of a report that no path leads to and that may be a list of findings or tests.
struct UnknownList {
  private(set) var line: Int
  private var names: ElementNames
  private let dialect: FormatPath.Dialect

  init(line: Int, names: ElementNames, _ dialect: FormatPath.Dialect) {
    (self.line, self.names, self.dialect) = (line, names, dialect)
  }

  /// An array with an object, an object that has only objects and arrays, or an XML element with
  /// attributes or elements; nil for other members.
  init?(_ member: JSONValue.Member, _ dialect: FormatPath.Dialect) {
    line = member.keyLocation.line
    self.dialect = dialect
    names = ElementNames()
    if dialect == .xml {
      if FormatXML.isInner(member.key) { return nil }
      for inner in member.value.members where inner.key != FormatXML.textKey {
        names.add(String(inner.key.drop { $0 == "@" }))
      }
    } else {
      for element in member.value.elements { names.add(element) }
      let values = member.value.members.map(\.value)
      if values.allSatisfy(\.isContainer) {
        for value in values {
          names.add(value)
          for element in value.elements { names.add(element) }
        }
      }
    }
    if names.areOfNone { return nil }
  }

  mutating func add(_ other: UnknownList) {
    line = min(line, other.line)
    names.add(other.names)
  }

  /// Whether it has two names that lists of the format use. Most lists share one, such as a line or
  /// a name. In JSON, where most lists are lists, the name of a message or of a severity is enough,
  /// and so are elements without names.
  fileprivate func isLike(_ file: FormatFile) -> Bool {
    if dialect != .xml, names.tellFinding || names.names.isEmpty { return true }
    return names.names.count { file.usesInLists($0) } >= 2
  }
}

/// The names in the elements of a list.
struct ElementNames {
  private(set) var names: Set<String> = []
  /// Whether a name is that of a message or of a severity, also in an object of an element.
  private(set) var tellFinding = false
  /// Whether the list has no element with names or without.
  private(set) var areOfNone = true

  private static let mostNames = 1_000

  mutating func add(_ name: String) {
    areOfNone = false
    if names.count < Self.mostNames { names.insert(name) }
  }

  /// Adds the names in an object and in the lists of the object.
  mutating func add(_ element: JSONValue) {
    guard case .object(let members) = element.kind else { return }
    areOfNone = false
    let inner = members.flatMap { $0.value.elements.flatMap(\.members) }
    for member in members + inner { add(member.key) }
    let all = members + inner + members.flatMap(\.value.members)
    if all.contains(where: { FieldRole.tellsFinding($0.key) }) { tellFinding = true }
  }

  mutating func add(_ other: ElementNames) {
    if names.count < Self.mostNames { names.formUnion(other.names) }
    tellFinding = tellFinding || other.tellFinding
    areOfNone = areOfNone && other.areOfNone
  }
}

extension JSONValue {
  fileprivate var isContainer: Bool {
    switch kind {
    case .object, .array: true
    default: false
    }
  }
}

extension FormatFile {
  /// Whether a path or an example of the file has a name.
  func mentions(_ name: String) -> Bool {
    ["variants", "recognize", "lists", "run", "claims", "looked", "examples"].contains { key in
      source?[key]?.mentions(name) ?? false
    }
  }

  /// Whether a list of the file uses a name.
  func usesInLists(_ name: String) -> Bool {
    guard let source else { return false }
    return FormatFileReader.variants(of: source).contains { $0["lists"]?.mentions(name) ?? false }
  }
}

extension JSONValue {
  /// Whether a key or a text has a word. The nesting limit of the reader bounds the recursion.
  fileprivate func mentions(_ word: String) -> Bool {
    switch kind {
    case .string(let text): Self.has(word, in: text)
    case .array(let elements): elements.contains { $0.mentions(word) }
    case .object(let members):
      members.contains { Self.has(word, in: $0.key) || $0.value.mentions(word) }
    case .null, .bool, .number: false
    }
  }

  private static func has(_ word: String, in text: String) -> Bool {
    // A name with other characters is never one word of a text.
    guard word.utf8.allSatisfy(isOfName) else { return text.contains(word) }
    return text.utf8.split { !isOfName($0) }.contains { $0.elementsEqual(word.utf8) }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
      true
    default: false
    }
  }
}

/// The lists in an object, or in an XML element, that no path follows.
struct UnfollowedMembers {
  private var followed: Set<String> = []
  private var lists: [String: UnknownList] = [:]

  mutating func addFollowed(_ name: String) { followed.insert(name) }

  mutating func addList(_ name: String, _ list: UnknownList) {
    lists[name, default: list].add(list)
  }

  /// Whether a list of the format is missing beside them so far.
  func lackList(_ states: FormatStates, _ current: [FormatStates.State]) -> Bool {
    states.lacksList(current, followed)
  }

  /// The lists by name, if a list of the format is missing beside them.
  func unknownLists(
    _ states: FormatStates, _ current: [FormatStates.State]
  ) -> [String: UnknownList] {
    lists.isEmpty || !lackList(states, current) ? [:] : lists
  }
}
