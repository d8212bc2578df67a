internal import Inputs
internal import JSON
internal import Text
internal import ToolReports

/// Copies a sample with its first elements, short texts, and without secrets.
struct SampleCopy {
  /// The places of lists.
  private let lists: Set<[String]>
  /// The places of used values, and of the values around them.
  private let used: Set<[String]>
  /// The place of each list with elements of its own kind, by the place of those elements.
  private let repeated: [[String]: [String]]
  /// The place of the status in the elements of lists that leave out those that passed.
  private let statuses: [[String]: [String]]
  private let dialect: FormatPath.Dialect
  /// The keys of the root that stay.
  private let rootKeys: Set<String>
  /// The totals in place of those of the sample.
  var totals: [[String]: Int] = [:]
  private var redactor: Redactor
  private let size: Size

  /// How much stays.
  struct Size: Sendable {
    var elements: Int
    var others: Int
    var characters: Int

    static let usual = Size(elements: 3, others: 6, characters: 160)
    static let small = Size(elements: 1, others: 0, characters: 60)
  }

  /// The deepest level of elements in elements of their own kind.
  private static let mostRepeats = 2
  private static let lineWidth = 90

  /// - Parameter totals: The places of totals, which stay.
  init(
    _ sample: FormatSample, _ drafts: [DraftList], totals: [[String]], rootKeys: Set<String>,
    _ size: Size, _ redactor: Redactor
  ) {
    dialect = sample.lists.dialect
    var statuses: [[String]: [String]] = [:]
    for draft in drafts {
      if let status = draft.status, let list = draft.places.first { statuses[list] = status }
    }
    self.statuses = statuses
    lists = Set(sample.lists.lists.map(\.place))
    var used: Set<[String]> = []
    for place in drafts.flatMap(\.places) + totals {
      for count in 0...place.count { used.insert(Array(place.prefix(count))) }
    }
    self.used = used
    var repeated: [[String]: [String]] = [:]
    for list in sample.lists.lists where list.again != nil {
      let inner = sample.lists.dialect == .xml ? [list.key] : [list.key, "[]"]
      repeated[list.place + inner] = list.place
    }
    self.repeated = repeated
    (self.rootKeys, self.size, self.redactor) = (rootKeys, size, redactor)
  }

  /// The lines of the copy.
  mutating func lines(of sample: FormatSample) -> [String] {
    switch sample.contents {
    case .json(let root): return Self.lines(of: copy(root, []), indent: 0)
    case .jsonLines(let objects):
      return shown(objects, ["[]"]).map { Self.text(of: copy($0, ["[]"])) }
    case .xml(let root, let name):
      return XMLText.lines(
        of: copyElement(root, [name]), named: name, namespace: sample.head.xmlNamespace)
    case .table(let table):
      let records = zip(table.rows, table.records).filter { !hasPassed($0.1, ["[]"]) }
      let below = (records.isEmpty ? table.rows : records.map(\.0)).prefix(size.elements)
      let rows = table.rowsAbove + [table.header] + below
      return rows.map { row in
        row.enumerated().map { index, cell in
          let key = table.header.indices.contains(index) ? table.header[index] : ""
          return Self.cell(short(cell, key), table.delimiter)
        }.joined(separator: String(Character(Unicode.Scalar(table.delimiter))))
      }
    case .lines: return []
    }
  }

  private static func cell(_ text: String, _ delimiter: UInt8) -> String {
    let isPlain = !text.utf8.contains { $0 == delimiter || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
    return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  /// A text without secrets, shortened.
  private mutating func short(_ text: String, _ key: String) -> String {
    var text = redactor.redacted(text)
    // The key may be the name of a secret.
    if !key.isEmpty, redactor.hides(in: Array("\(key)=\(text)".utf8)) { text = Redactor.sign }
    return text.count > size.characters ? text.prefix(size.characters) + "…" : text
  }

  // MARK: JSON

  private func object(_ members: [JSONValue.Member], _ value: JSONValue) -> JSONValue {
    JSONValue(.object(members), at: value.location)
  }

  /// The nesting limit of the reader bounds the recursion.
  private mutating func copy(
    _ value: JSONValue, _ place: [String], key: String = "", repeats: Int = 0
  ) -> JSONValue {
    if let total = totals[place] {
      return JSONValue(.number(Double(total), "\(total)"), at: value.location)
    }
    switch value.kind {
    case .string(let text): return JSONValue(.string(short(text, key)), at: value.location)
    case .array(let elements):
      let (inner, isAgain) = canonical(place + ["[]"])
      if isAgain, repeats >= Self.mostRepeats { return JSONValue(.array([]), at: value.location) }
      let kept = used.contains(inner) ? shown(elements, inner) : []
      return JSONValue(
        .array(kept.map { copy($0, inner, repeats: repeats + (isAgain ? 1 : 0)) }),
        at: value.location)
    case .object(let members):
      let isMap = lists.contains(place + ["*"])
      let kept = isMap ? Array(members.prefix(size.elements)) : chosen(members, place)
      return object(
        kept.map { member in
          var member = member
          let inner = place + [isMap ? "*" : member.key]
          member.value = copy(member.value, inner, key: member.key, repeats: repeats)
          if isMap { member.key = redactor.redacted(member.key) }
          return member
        }, value)
    default: return value
    }
  }

  /// The first elements of an array that are findings.
  private func shown(_ elements: [JSONValue], _ place: [String]) -> [JSONValue] {
    let findings = elements.filter { !hasPassed($0, place) }
    let most = lists.contains(place) ? size.elements : 1
    return Array((findings.isEmpty ? elements : findings).prefix(most))
  }

  /// Whether the status of an element of a list says that it is no finding.
  private func hasPassed(_ element: JSONValue, _ place: [String]) -> Bool {
    guard let status = statuses[place] else { return false }
    var value: JSONValue? = element
    for key in status { value = key == "[]" ? value?.elements.first : value?[key] }
    return value.flatMap { FormatNode(value: $0).text(dialect) }.map(FieldValues.isPass) ?? false
  }

  /// The place, or that of the same list around it.
  private func canonical(_ place: [String]) -> (place: [String], isAgain: Bool) {
    repeated[place].map { ($0, true) } ?? (place, false)
  }

  /// The members that stay: used ones, keys of the root, and a few short ones.
  private func chosen(_ members: [JSONValue.Member], _ place: [String]) -> [JSONValue.Member] {
    var others = 0
    return members.filter { member in
      let inner = place + [member.key]
      if used.contains(inner) || totals[inner] != nil || repeated[inner + ["[]"]] != nil {
        return true
      }
      if place.isEmpty || place == ["[]"] || place == ["*"], rootKeys.contains(member.key) {
        return true
      }
      guard let text = FormatNode(value: member.value).text(.json), text.utf8.count <= 40 else {
        return false
      }
      others += 1
      return others <= size.others
    }
  }

  // MARK: XML

  /// The depth limit of the reader bounds the recursion.
  private mutating func copyElement(
    _ element: JSONValue, _ place: [String], repeats: Int = 0
  ) -> JSONValue {
    var counts: [String: Int] = [:]
    var members: [JSONValue.Member] = []
    var others = 0
    for member in element.members {
      var member = member
      let (inner, isAgain) = canonical(place + [member.key])
      if FormatXML.isInner(member.key) {
        guard let text = member.value.string else { continue }
        let isUsed = used.contains(inner) || place.count == 1 || member.key == FormatXML.textKey
        if !isUsed { others += 1 }
        guard isUsed || others <= size.others && text.utf8.count <= 40 else { continue }
        let shown = totals[inner].map(String.init) ?? short(text, String(member.key.dropFirst()))
        member.value = JSONValue(.string(shown), at: member.value.location)
      } else {
        if hasPassed(member.value, inner) { continue }
        counts[inner.joined(separator: "/"), default: 0] += 1
        let isFirstChild = place.count == 1 && members.allSatisfy { FormatXML.isInner($0.key) }
        guard used.contains(inner) || isFirstChild,
          counts[inner.joined(separator: "/"), default: 0] <= size.elements,
          !isAgain || repeats < Self.mostRepeats
        else { continue }
        member.value = copyElement(
          member.value, inner, repeats: repeats + (isAgain ? 1 : 0))
      }
      members.append(member)
    }
    return object(members, element)
  }

  // MARK: Lines

  /// The lines of JSON: a value on one line if it fits, else each member or element on its own.
  private static func lines(of value: JSONValue, indent: Int) -> [String] {
    let whole = text(of: value)
    if whole.count + indent <= lineWidth { return [whole] }
    var inner: [[String]]
    let (open, close): (String, String)
    switch value.kind {
    case .object(let members):
      (open, close) = ("{", "}")
      inner = members.map { member in
        var lines = lines(of: member.value, indent: indent + 1)
        lines[0] = quoted(member.key) + ": " + lines[0]
        return lines
      }
    case .array(let elements):
      (open, close) = ("[", "]")
      inner = elements.map { lines(of: $0, indent: indent + 1) }
    default: return [whole]
    }
    for index in inner.indices.dropLast() { inner[index][inner[index].count - 1] += "," }
    return [open] + inner.joined().map { " " + $0 } + [close]
  }

  private static func text(of value: JSONValue) -> String {
    switch value.kind {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .number(_, let text): text
    case .string(let text): quoted(text)
    case .array(let elements): "[" + elements.map(text).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { quoted($0.key) + ": " + text(of: $0.value) }.joined(separator: ", ") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.value(text)
    return writer.string
  }
}
