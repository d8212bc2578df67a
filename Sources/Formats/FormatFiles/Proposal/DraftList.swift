/// A list of a proposed format, as it is written.
struct DraftList {
  /// The paths of `each`; none for rows, lines and the objects of lines.
  private(set) var each: [String] = []
  let isOfTests: Bool
  /// The fields and their values, as they are written.
  private(set) var fields: [(key: String, value: String)] = []
  /// The words of the levels or the outcomes; nil without such a field.
  private(set) var table: LevelTable?
  /// The condition of the elements, as it is written.
  private(set) var condition: String?
  /// The place of the status in an element, if elements that passed are left out.
  private(set) var status: [String]?
  /// The places of the values in the sample, with keys from the root. The first one is that of the
  /// list.
  private(set) var places: [[String]] = []

  private let dialect: FormatPath.Dialect
  /// The names of outer elements by list.
  private var names: [Int: String] = [:]

  init(
    _ guess: ListGuess, in lists: RecordLists, _ fields: [[RecordField]],
    _ dialect: FormatPath.Dialect
  ) {
    isOfTests = guess.isOfTests
    self.dialect = dialect
    let list = lists.lists[guess.list]
    let chain = lists.chain(guess.list)
    let named = Set(guess.outer.values.map(\.list) + guess.suites.map(\.list))
    // A path that begins with the name of an outer element begins at that element.
    let inner = Set(
      fields[guess.list].compactMap(\.place.first) + chain.map { lists.lists[$0].key })
    name(chain.filter { named.contains($0) || lists.lists[$0].again != nil }, lists, inner)
    if dialect == .json || dialect == .xml { writePaths(chain, lists) }
    places.append(list.place)
    for index in chain {
      let again = lists.lists[index].again == nil ? [] : [lists.lists[index].place]
      places += again
    }
    if isOfTests { addTest(guess, lists) } else { addFinding(guess, lists, fields[guess.list]) }
  }

  // MARK: Levels

  private mutating func name(_ indices: [Int], _ lists: RecordLists, _ inner: Set<String>) {
    for index in indices {
      var key = lists.lists[index].key.lowercased()
      if key.hasSuffix("ies") {
        key = key.dropLast(3) + "y"
      } else if key.hasSuffix("s"), key.count > 3 {
        key.removeLast()
      }
      let isPlain = !key.isEmpty && key.utf8.allSatisfy { 0x61...0x7A ~= $0 }
      let candidates = (isPlain ? [key] : []) + ["outer", "outer2", "outer3", "outer4"]
      let taken = Set(names.values).union(inner)
      names[index] = candidates.first { !taken.contains($0) } ?? "outer\(index)"
    }
  }

  private mutating func writePaths(_ chain: [Int], _ lists: RecordLists) {
    var path = ""
    for index in chain {
      let list = lists.lists[index]
      path = path.isEmpty ? list.path : FormatNotation.joined(path, list.path, dialect)
      guard let name = names[index] else { continue }
      each.append(path + (list.again.map { " again " + $0 } ?? "") + " as " + name)
      path = ""
    }
    // The object of a line has an empty path.
    if !path.isEmpty { each.append(path) }
  }

  // MARK: Fields

  private func path(_ field: RecordField, _ list: Int?) -> String {
    guard let list, let name = names[list] else { return field.path }
    switch field.path {
    case "~": return name + "~"
    case ".": return name
    default:
      if dialect == .xml { return name + "/" + field.path }
      return name + (field.path.hasPrefix("[") ? "" : ".") + field.path
    }
  }

  private mutating func add(
    _ key: String, _ field: RecordField, _ list: Int?, _ lists: RecordLists, filter: String = ""
  ) {
    fields.append((key, FormatNotation.quoted(path(field, list) + filter)))
    note(field, list, lists)
  }

  private mutating func note(_ field: RecordField, _ list: Int?, _ lists: RecordLists) {
    let outer = list.map { lists.lists[$0].place } ?? places[0]
    places.append(outer + field.place)
  }

  private mutating func addFinding(
    _ guess: ListGuess, _ lists: RecordLists, _ all: [RecordField]
  ) {
    for role in FieldRole.written {
      let field = guess.own[role] ?? guess.outer[role]?.field
      guard let field else { continue }
      let list = guess.own[role] == nil ? guess.outer[role]?.list : nil
      switch role {
      case .level: addTable(LevelTable(levels: field.values), "level", field, list, lists)
      case .message: addMessage(field, list, guess, lists, all)
      default: add(role.key, field, list, lists)
      }
    }
    addCondition(guess, all, lists)
  }

  /// Elements without the usual message may have another one.
  private mutating func addMessage(
    _ field: RecordField, _ list: Int?, _ guess: ListGuess, _ lists: RecordLists,
    _ all: [RecordField]
  ) {
    let count = lists.lists[guess.list].elements.count
    let used = Set(guess.own.choices.values.map(\.field.path))
    let others =
      list == nil && field.values.count < count
      ? all.filter { !used.contains($0.path) } : []
    let second = FieldChoice(others, [.message], of: 1)[.message]
    guard let second else { return add("message", field, list, lists) }
    fields.append(
      (
        "message",
        "[" + FormatNotation.quoted(field.path) + ", " + FormatNotation.quoted(second.path) + "]"
      ))
    note(field, nil, lists)
    note(second, nil, lists)
  }

  private mutating func addTest(_ guess: ListGuess, _ lists: RecordLists) {
    guard let name = guess.own[.name], let outcome = guess.own[.outcome] else { return }
    add("name", name, nil, lists)
    if let field = guess.own[.className] { add("class", field, nil, lists) }
    let suites =
      guess.suites.map { ($0.field, Optional($0.list)) }
      + (guess.own[.suite].map { [($0, nil)] } ?? [])
    if !suites.isEmpty {
      let paths = suites.map { FormatNotation.quoted(path($0.0, $0.1)) }
      fields.append(
        ("suites", paths.count == 1 ? paths[0] : "[" + paths.joined(separator: ", ") + "]"))
      for (field, list) in suites { note(field, list, lists) }
    }
    addTable(LevelTable(outcomes: outcome.values), "outcome", outcome, nil, lists)
    if let field = guess.own[.seconds] {
      add("seconds", field, nil, lists, filter: Self.unit(of: field))
    }
    for role in [FieldRole.testMessage, .testDetails, .file, .line] {
      if let field = guess.own[role] { add(role.key, field, nil, lists) }
    }
  }

  private mutating func addTable(
    _ table: LevelTable, _ key: String, _ field: RecordField, _ list: Int?, _ lists: RecordLists
  ) {
    self.table = table
    let from = FormatNotation.quoted(path(field, list))
    fields.append((key, "{ from: \(from), map: \(table.text) }"))
    note(field, list, lists)
  }

  /// The filter that makes seconds of a duration.
  private static func unit(of field: RecordField) -> String {
    if !FieldValues.isMostly(field.values, FieldValues.isNumber) { return " | seconds" }
    let words = FieldName.words(field.names.last ?? "")
    for (unit, marks) in [
      (1_000, ["ms", "millis", "milliseconds", "durationms", "timems", "elapsedms"]),
      (1_000_000, ["us", "micros", "microseconds"]),
      (1_000_000_000, ["ns", "nanos", "nanoseconds"]),
    ] where words.contains(where: marks.contains) {
      return " | divide \(unit)"
    }
    return ""
  }

  /// Leaves out elements that a status calls passed.
  private mutating func addCondition(
    _ guess: ListGuess, _ all: [RecordField], _ lists: RecordLists
  ) {
    let level = guess.own[.level]?.path
    let used = Set(guess.own.choices.values.map(\.field.path)).subtracting(level.map { [$0] } ?? [])
    let status = all.first { field in
      let word = FieldName.words(field.names.last ?? "").last ?? ""
      return ["status", "result", "outcome", "state", "compliance"].contains(word)
        && !used.contains(field.path) && field.values.contains(where: FieldValues.isPass)
        && Set(field.values).count <= LevelTable.mostWords
    }
    guard let status else { return }
    let words = Set(status.values.filter(FieldValues.isPass)).sorted().map(FormatNotation.quoted)
    condition =
      "{ \(FormatNotation.key(status.path)): { not: [\(words.joined(separator: ", "))] } }"
    self.status = status.place
    note(status, nil, lists)
  }
}

extension FieldRole {
  /// The roles of findings in the order in which they are written.
  fileprivate static let written: [FieldRole] = [
    level, rule, message, details, file, line, column, package, version, fixed, link, time,
  ]
}
