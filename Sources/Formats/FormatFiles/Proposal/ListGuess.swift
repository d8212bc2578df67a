/// A list that may hold findings or tests, with the fields chosen for them.
struct ListGuess {
  /// The index of the list.
  let list: Int
  let isOfTests: Bool
  /// The fields of the elements, and those of the elements around them.
  let own: FieldChoice
  private(set) var outer: [FieldRole: (list: Int, field: RecordField)] = [:]
  /// The names of the suites around a test, the outermost first.
  private(set) var suites: [(list: Int, field: RecordField)] = []
  /// How much speaks for the list.
  private(set) var score = 0.0

  /// The roles that elements around a finding or a test may fill.
  private static let outerRoles: [FieldRole] = [
    .file, .package, .version, .level, .rule, .message, .link,
  ]

  init?(_ list: Int, in lists: RecordLists, _ fields: [[RecordField]]) {
    self.list = list
    let isXML = lists.dialect == .xml
    // The root of XML is no element of a list, and an element with a text alone is a field.
    if isXML, lists.lists[list].outer == nil || fields[list].allSatisfy({ $0.path == "." }) {
      return nil
    }
    let count = lists.lists[list].elements.count
    let findings = FieldChoice(fields[list], FieldRole.ofFindings, of: count)
    let tests = FieldChoice(fields[list], FieldRole.ofTests, of: count)
    isOfTests =
      tests[.outcome] != nil && tests[.name] != nil
      && (findings[.level] == nil || lists.lists[list].isNamedAfterTests)
    own = isOfTests ? tests : findings
    let around = lists.chain(list).dropLast().filter { !isXML || lists.lists[$0].outer != nil }
    // A field of the first inner element belongs to that element, which may be one of this list.
    let fields = fields.map { $0.filter { !$0.isIndexed } }
    if isOfTests {
      for index in around {
        let choice = FieldChoice(fields[index], [.suite], of: lists.lists[index].elements.count)
        if let field = choice[.suite] { suites.append((index, field)) }
      }
    } else {
      for index in around.reversed() {
        let choice = FieldChoice(
          fields[index], Self.outerRoles, of: lists.lists[index].elements.count)
        for role in Self.outerRoles where own[role] == nil && outer[role] == nil {
          if let field = choice[role] { outer[role] = (index, field) }
        }
      }
    }
    score = own.choices.reduce(0) { $0 + $1.key.weight * Double($1.value.score) / 100 }
    score += outer.keys.reduce(0) { $0 + $1.weight / 2 }
    if count > 1 { score += 0.5 }
    guard isOfTests || isFinding else { return nil }
  }

  /// Halves the score if a list around it has levels, and the elements of this one are rather
  /// parts of its findings: they have no level, or no place.
  mutating func weigh(among guesses: [ListGuess], _ lists: RecordLists) {
    let around = lists.chain(list).dropLast()
    let isPart = guesses.contains { guess in
      guard around.contains(guess.list), guess.own[.level] != nil else { return false }
      if own[.level] == nil { return true }
      return guess.own[.message] != nil && own[.file] == nil && own[.line] == nil
    }
    if isPart { score /= 2 }
  }

  /// Whether the fields are those of a finding.
  private var isFinding: Bool {
    let places: [FieldRole] = [.level, .file, .line, .rule, .package]
    if let message = own.choices[.message] {
      return message.score >= 85 || places.contains { own[$0] != nil || outer[$0] != nil }
    }
    return own[.rule] != nil && (own[.level] != nil || own[.file] != nil || own[.line] != nil)
  }

  /// Whether another list has the same fields at the same paths.
  func isAlike(_ other: ListGuess) -> Bool {
    func paths(_ guess: ListGuess) -> [FieldRole: String] {
      guess.own.choices.mapValues(\.field.path)
    }
    return isOfTests == other.isOfTests && paths(self) == paths(other)
      && outer.mapValues(\.field.path) == other.outer.mapValues(\.field.path)
  }
}

extension RecordList {
  /// Whether the key of the elements, or of their list, says that they are tests.
  var isNamedAfterTests: Bool {
    let name = FieldName.words(key).joined()
    return ["test", "testcase", "case", "testresult", "spec", "scenario"].contains {
      name == $0 || name == $0 + "s"
    }
  }

  /// Whether the key says that the elements are failures.
  private var isNamedAfterFailures: Bool {
    FieldName.words(key).contains {
      ["failure", "failures", "error", "errors", "exception"].contains($0)
    }
  }

  /// Whether the elements are failures of the elements of another list, which are tests. Then tests
  /// without a failure may have passed, or have another sign of failure.
  func tells(failuresOf outer: RecordList) -> Bool {
    isNamedAfterFailures && outer.isNamedAfterTests
  }
}

extension RecordLists {
  /// The fields of the elements of each list.
  var fields: [[RecordField]] {
    let repeated = lists.filter { list in
      list.outer.map { list.count > lists[$0].count } ?? false
    }
    let places = dialect == .xml ? Set(repeated.map(\.place)) : []
    return lists.map { RecordFields($0, dialect, repeated: places).fields }
  }

  /// The lists that probably hold the findings or the tests: the best one, and those like it. The
  /// other lists that may hold some are returned, too.
  func guesses(_ fields: [[RecordField]]) -> (chosen: [ListGuess], others: [ListGuess]) {
    var all = lists.indices.compactMap { ListGuess($0, in: self, fields) }
    for index in all.indices { all[index].weigh(among: all, self) }
    guard let best = all.max(by: { $0.score < $1.score }) else { return ([], []) }
    let chosen = all.filter { guess in
      guess.list == best.list || guess.isAlike(best) && !isAround(guess.list, best.list)
    }
    let known = Set(chosen.flatMap { chain($0.list) })
    let others = all.filter { guess in
      !known.contains(guess.list) && !chosen.contains { isAround(guess.list, $0.list) }
    }
    return (chosen, others)
  }

  private func isAround(_ one: Int, _ other: Int) -> Bool {
    one != other && (chain(one).contains(other) || chain(other).contains(one))
  }
}
