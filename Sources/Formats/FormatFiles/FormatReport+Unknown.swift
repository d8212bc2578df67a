internal import Diagnostics
internal import JSON
internal import Text

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
      let inner = nodes.flatMap { FormatPath.nodes([step], from: $0, path.dialect) }
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
    guard !hasTotals, shown.findings.all == 0, shown.tests == 0 else { return }
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
  /// The names in an XML element. Most elements are no list.
  private var names: Set<String>?

  private static let mostNames = 1_000

  init(line: Int, names: Set<String>? = nil) {
    (self.line, self.names) = (line, names)
  }

  /// An array with an object, an object that has only objects and arrays, or an XML element with
  /// attributes or elements; nil for other members.
  init?(_ member: JSONValue.Member, _ dialect: FormatPath.Dialect) {
    line = member.keyLocation.line
    let (members, elements) = (member.value.members, member.value.elements)
    if dialect == .xml {
      let names = Set(members.map(\.key)).subtracting([FormatXML.textKey])
      if FormatXML.isInner(member.key) || names.isEmpty { return nil }
      self.names = names
    } else {
      let isMap = !members.isEmpty && members.allSatisfy { $0.value.isContainer }
      guard isMap || elements.contains(where: \.isObject) else { return nil }
    }
  }

  mutating func add(_ other: UnknownList) {
    line = min(line, other.line)
    if let others = other.names, (names?.count ?? 0) < Self.mostNames { names?.formUnion(others) }
  }

  /// Whether an XML element has two names that lists of the format use. Most elements share one, such
  /// as a line or a name.
  fileprivate func isLike(_ file: FormatFile) -> Bool {
    guard let names else { return true }
    return names.count { file.usesInLists(String($0.drop { $0 == "@" })) } >= 2
  }
}

extension JSONValue {
  fileprivate var isObject: Bool {
    if case .object = kind { true } else { false }
  }

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
    ["variants", "recognize", "lists", "run", "claims", "looked", "scanned", "examples"].contains {
      key in
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
