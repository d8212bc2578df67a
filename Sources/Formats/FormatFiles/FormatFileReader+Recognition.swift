internal import Diagnostics
internal import Inputs
internal import JSON

/// Reads the facts of the recognition.
extension FormatFileReader {
  /// The recognition, and whether it is only a hint.
  mutating func recognition(
    _ value: JSONValue, _ kind: FormatFile.Kind
  ) -> (FormatRecognition?, isHint: Bool) {
    guard case .object(let members) = value.kind else {
      wrong(value, "'recognize' is an object of facts", ["write { version: \"string\" }"])
      return (nil, false)
    }
    var isHint = false
    var facts = members
    // A fact has a text or an object, so that a member of a report may have these names, too.
    facts.removeAll { member in
      guard let bool = member.value.bool else { return false }
      switch member.key {
      case "hint": isHint = bool
      case "always" where !bool: break
      default: return false
      }
      return true
    }
    if facts.isEmpty, members.contains(where: { $0.key == "always" }) { return (nil, isHint) }
    let recognition: FormatRecognition? =
      switch kind {
      case .json, .jsonLines: jsonFacts(facts, value)
      case .xml: xmlFacts(JSONValue(.object(facts), at: value.location))
      case .table: columns(JSONValue(.object(facts), at: value.location))
      case .lines: lineFacts(JSONValue(.object(facts), at: value.location))
      }
    return (recognition, isHint)
  }

  private mutating func jsonFacts(
    _ members: [JSONValue.Member], _ value: JSONValue
  ) -> FormatRecognition? {
    var facts: [FormatRecognition.JSONFact] = []
    for member in members {
      var written = member.key
      let mark = written.last
      if mark == "?" || mark == "!" { written.removeLast() }
      guard let path = Self.pathOfOutline(written) else {
        wrong(
          member.value, "'\(member.key)' is no path of the beginning",
          [
            "it has at most \(JSONOutline.mostDepth) levels, and '[]' is the first element: "
              + "\"[].filePath\""
          ])
        continue
      }
      let kind = mark == "!" ? .absent : kind(member.value)
      if let kind { facts.append(.init(path: path, kind: kind, isOptional: mark == "?")) }
    }
    if !facts.contains(where: \.isNeeded) {
      wrong(
        value, "'recognize' has no fact that must be there", ["give a key that every report has"])
    }
    return .json(facts)
  }

  /// The path as the outline of the beginning spells it; nil for another path.
  private static func pathOfOutline(_ text: String) -> String? {
    var path = ""
    var levels = 0
    var rest = text.utf8[...]
    while let first = rest.first {
      levels += 1
      if rest.starts(with: "[]".utf8) {
        path += "[]"
        rest = rest.dropFirst(2)
        continue
      }
      if !path.isEmpty { path += "." }
      if first == UInt8(ascii: "[") {
        // A key in quotes.
        guard let quote = rest.dropFirst().first, "'\"".utf8.contains(quote) else { return nil }
        let inside = rest.dropFirst(2)
        guard let end = inside.firstIndex(of: quote),
          inside[end...].dropFirst().first == UInt8(ascii: "]")
        else { return nil }
        path += String(Substring(inside[..<end]))
        rest = inside[end...].dropFirst(2)
      } else {
        if levels > 1, first == UInt8(ascii: ".") { rest = rest.dropFirst() }
        let key = rest.prefix { !".[".utf8.contains($0) }
        if key.isEmpty { return nil }
        path += String(Substring(key))
        rest = rest[key.endIndex...]
      }
    }
    return levels <= JSONOutline.mostDepth ? path : nil
  }

  private static let kinds: [String: FormatRecognition.JSONFact.Kind] = [
    "object": .kind(.object), "array": .kind(.array), "string": .kind(.string),
    "number": .kind(.number), "any": .any,
  ]

  private mutating func kind(_ value: JSONValue) -> FormatRecognition.JSONFact.Kind? {
    if let word = value.string, let kind = Self.kinds[word] { return kind }
    if case .object = value.kind, checkKeys(of: value, ["is", "starts"], "a fact") {
      if let start = value["starts"]?.string { return .startsWith(start) }
      switch value["is"]?.kind {
      case .string(let text): return .isText([text])
      case .array(let texts) where !texts.isEmpty && texts.allSatisfy { $0.string != nil }:
        return .isText(texts.compactMap(\.string))
      default: break
      }
    }
    wrong(
      value, "a fact has an unknown kind",
      ["it is object, array, string, number, any, { is: \"text\" } or { starts: \"text\" }"])
    return nil
  }

  private mutating func xmlFacts(_ value: JSONValue) -> FormatRecognition? {
    guard checkKeys(of: value, ["root", "namespace", "child", "attributes"], "'recognize'"),
      let root = text(value, "root")
    else { return nil }
    return .xml(
      root: root, namespace: value["namespace"]?.string, child: value["child"]?.string,
      attributes: (value["attributes"]?.elements ?? []).compactMap(\.string))
  }

  private mutating func lineFacts(_ value: JSONValue) -> FormatRecognition? {
    guard checkKeys(of: value, ["line"], "'recognize'"), let line = value["line"] else {
      missing("line", in: value, "give a line that every report has: line: \"Build of %.%#\"")
      return nil
    }
    let first = line.string ?? line.elements.first?.string ?? ""
    return patterns(line).map { .lines($0, first: first) }
  }

  private mutating func columns(_ value: JSONValue) -> FormatRecognition? {
    guard checkKeys(of: value, ["columns"], "'recognize'"), let columns = value["columns"] else {
      missing("columns", in: value, "name the columns of the table: columns: [\"File\", \"Rule\"]")
      return nil
    }
    let names = elements(of: columns, named: "columns").compactMap(\.string)
    if names.isEmpty { wrong(columns, "'columns' names no column", []) }
    return .columns(names)
  }
}
