/// The names that each kind of record has, for checks of templates without a report.
package struct RecordKinds: Sendable {
  /// What a name leads to.
  package enum Target: Sendable, Equatable {
    /// A value without names of its own.
    case value
    case record(String)
    case list(String)
  }

  private var names: [String: [String: Target]] = [:]
  /// The names of each kind that lead to records, in the order of the table.
  private var records: [String: [String]] = [:]
  /// The number of kinds that have a name.
  private var uses: [String: Int] = [:]

  /// - Parameter table: For each kind its names, separated by white space. `run>run` leads to a
  ///   record, `facts*fact` to a list of records, any other word to a value.
  package init(_ table: [String: String]) {
    for (kind, words) in table { add(kind, words) }
  }

  /// Adds a kind, as in a table.
  package mutating func add(_ kind: String, _ words: String) {
    var found: [String: Target] = [:]
    var order: [String] = []
    for word in words.split(whereSeparator: \.isWhitespace) {
      if let mark = word.firstIndex(where: { $0 == ">" || $0 == "*" }) {
        let target = String(word[word.index(after: mark)...])
        let name = String(word[..<mark])
        if found[name] == nil { order.append(name) }
        found[name] = word[mark] == ">" ? .record(target) : .list(target)
      } else {
        found[String(word)] = .value
      }
    }
    (names[kind], records[kind]) = (found, order)
    for name in found.keys { uses[name, default: 0] += 1 }
  }

  /// Adds a kind whose names lead to values.
  package mutating func add(_ kind: String, names words: [String]) {
    names[kind] = Dictionary(words.map { ($0, .value) }) { first, _ in first }
  }

  /// The target of a name; nil if records of this kind do not have it.
  package func target(of name: String, in kind: String) -> Target? { names[kind]?[name] }

  /// The names of a kind and their targets.
  package func names(of kind: String) -> [String: Target] { names[kind] ?? [:] }

  /// The names of a kind that lead to records which have a name, in the order of the table.
  func paths(from kind: String, to name: String) -> (records: [String], lists: [String]) {
    var found: (records: [String], lists: [String]) = ([], [])
    for key in records[kind] ?? [] {
      switch target(of: key, in: kind) {
      case .record(let inner) where target(of: name, in: inner) != nil: found.records.append(key)
      case .list(let inner) where target(of: name, in: inner) != nil: found.lists.append(key)
      default: break
      }
    }
    return found
  }

  package var kinds: [String] { names.keys.sorted() }

  /// Whether records of a kind have lists of records.
  func hasLists(_ kind: String) -> Bool {
    names(of: kind).values.contains { if case .list = $0 { true } else { false } }
  }

  /// Whether a name leads to a list in any kind of record.
  func isList(_ name: String) -> Bool {
    names.values.contains { if case .list? = $0[name] { true } else { false } }
  }

  /// Whether many kinds have a name, so that its author probably means the innermost record.
  func isCommon(_ name: String) -> Bool { uses[name, default: 0] >= 4 }
}
