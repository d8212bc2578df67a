package import Diagnostics
package import JSON
internal import Text

/// The tokens of a theme's `tokens.json` in the Design Tokens format, by flattened name, with
/// references resolved and values in CSS syntax.
package struct Tokens: Sendable {
  package struct Token: Sendable {
    /// `color-error-background`: the path without `light` and `dark`, joined by hyphens.
    package var name: String
    package var value: String
    package var location: SourceLocation
  }

  /// Tokens of the light scheme and those without a scheme, in source order.
  package private(set) var light: [Token] = []
  /// Tokens that differ in the dark scheme.
  package private(set) var dark: [Token] = []

  /// Reads a token file. Invalid tokens are reported and omitted.
  package init(_ root: JSONValue, problems: inout [Diagnostic]) {
    var reader = TokenReader(root: root)
    reader.walk(root, at: TokenReader.Position(), type: nil)
    problems += reader.problems
    light = reader.light
    dark = reader.dark
    let names = Set(light.map(\.name))
    for token in dark where !names.contains(token.name) {
      problems.append(
        Diagnostic(
          .error, "dark-alone", "'\(token.name)' has no value for the light scheme",
          at: token.location))
    }
  }

  /// These tokens completed by those of `base`.
  package func completed(by base: Tokens) -> Tokens {
    var whole = base
    whole.light = Self.replacing(base.light, by: light)
    whole.dark = Self.replacing(base.dark, by: dark)
    return whole
  }

  private static func replacing(_ tokens: [Token], by others: [Token]) -> [Token] {
    let new = Dictionary(others.map { ($0.name, $0) }) { _, last in last }
    let names = Set(tokens.map(\.name))
    return tokens.map { new[$0.name] ?? $0 } + others.filter { !names.contains($0.name) }
  }

  /// The value of a token in a scheme; the dark scheme falls back to the light one.
  package func value(_ name: String, isDark: Bool) -> String? {
    if isDark, let token = dark.first(where: { $0.name == name }) { return token.value }
    return light.first { $0.name == name }?.value
  }

  /// The values of a scheme by name; the dark scheme falls back to the light one.
  package func values(isDark: Bool) -> [String: String] {
    let light = Dictionary(light.map { ($0.name, $0.value) }) { first, _ in first }
    guard isDark else { return light }
    return Dictionary(dark.map { ($0.name, $0.value) }) { first, _ in first }
      .merging(light) { first, _ in first }
  }

  /// The tokens as CSS custom properties. Print always uses the light scheme.
  package var css: String {
    var sink = ByteSink()
    Self.write(light, to: &sink)
    if !dark.isEmpty {
      sink.write("@media screen and (prefers-color-scheme:dark){" as StaticString)
      Self.write(dark, to: &sink)
      sink.write("}" as StaticString)
    }
    return sink.string
  }

  private static func write(_ tokens: [Token], to sink: inout ByteSink) {
    sink.write(":root{" as StaticString)
    for (index, token) in tokens.enumerated() {
      if index > 0 { sink.write(";" as StaticString) }
      sink.write("--" as StaticString)
      sink.write(token.name)
      sink.write(":" as StaticString)
      sink.write(token.value)
    }
    sink.write("}" as StaticString)
  }
}

/// Walks a token file.
private struct TokenReader {
  let root: JSONValue
  var light: [Tokens.Token] = []
  var dark: [Tokens.Token] = []
  var problems: [Diagnostic] = []
  private var places: [String: Place]?

  /// What a reference leads to: the value and the type of a token, or the type of a group.
  private struct Place {
    var content: JSONValue?
    var type: String?
  }

  init(root: JSONValue) { self.root = root }

  /// A position in the tree: the name and path of its token, and its scheme.
  struct Position {
    var name = ""
    var path = ""
    var depth = 0
    var isDark = false

    func entering(_ key: String) -> Position {
      var position = self
      position.depth += 1
      position.path += path.isEmpty ? key : "." + key
      if key == "dark" {
        position.isDark = true
      } else if key != "light" {
        position.name += name.isEmpty ? key : "-" + key
      }
      return position
    }
  }

  mutating func walk(_ value: JSONValue, at position: Position, type: String?) {
    guard case .object(let members) = value.kind else { return }
    guard position.depth < 16 else {
      fail("deep-token", "tokens are nested too deeply", value.location)
      return
    }
    let type = value["$type"]?.string ?? type
    if let content = value["$value"] {
      addToken(content, at: position, type: type)
      return
    }
    for member in members {
      if member.key.utf8.first == UInt8(ascii: "$") {
        if !Self.ownKeys.contains(member.key), !isOfTools(member.key, at: position) {
          warn(of: member, at: position)
        }
        continue
      }
      if case .object = member.value.kind {
      } else {
        warn(of: member, at: position)
        continue
      }
      guard member.key.utf8.allSatisfy(Self.isNameByte) else {
        fail(
          "token-name", "invalid token name: use letters, digits and hyphens",
          member.keyLocation)
        continue
      }
      walk(member.value, at: position.entering(member.key), type: type)
    }
  }

  /// The keys of a token or a group in the format, in the order of suggestions.
  private static let ownKeys = [
    "$value", "$type", "$description", "$extensions", "$deprecated", "$root", "$extends", "$ref",
  ]

  /// Whether other programs write the key at the top of a file, such as `$schema`.
  private func isOfTools(_ key: String, at position: Position) -> Bool {
    position.depth == 0 && Suggestion.nearest(to: key, among: Self.ownKeys) == nil
  }

  /// Reports a value that is neither a token nor a group, such as `value` for `$value`.
  private mutating func warn(of member: JSONValue.Member, at position: Position) {
    let name = VisibleText.of(member.key)
    let path = position.path.isEmpty ? name : VisibleText.of(position.path) + "." + name
    let word = member.key.hasPrefix("$") ? member.key : "$" + member.key
    let meant = Suggestion.nearest(to: word, among: Self.ownKeys)
    let isBase = position.depth == 0 && ["base", "basis", "extends", "theme"].contains(name)
    problems.append(
      Diagnostic(
        .warning, "unknown-token-key", "'\(path)' is neither a token nor a group",
        at: member.keyLocation,
        help: [
          isBase
            ? "write the name of the theme for all other values into the file 'base'"
            : meant.map { "did you mean '\($0)'?" } ?? "a token is an object with a '$value'"
        ]))
  }

  private mutating func addToken(_ content: JSONValue, at position: Position, type: String?) {
    guard let (value, type) = resolve(content, type: type, depth: 0) else { return }
    guard let text = css(value, type: type) else {
      fail(
        "token-value", "the value of '\(position.path)' is invalid for its type",
        content.location)
      return
    }
    guard Self.isHarmless(text) else {
      fail(
        "token-value",
        "'\(position.path)' holds characters that end a declaration or begin a comment",
        content.location)
      return
    }
    let token = Tokens.Token(name: position.name, value: text, location: content.location)
    if position.isDark { dark.append(token) } else { light.append(token) }
  }

  /// Resolves references such as `{light.color.blue}`.
  private mutating func resolve(
    _ value: JSONValue, type: String?, depth: Int
  ) -> (JSONValue, String?)? {
    guard let text = value.string, text.hasPrefix("{"), text.hasSuffix("}") else {
      return (value, type)
    }
    let path = text.dropFirst().dropLast().split(separator: ".").joined(separator: ".")
    let places = places ?? Self.places(in: root)
    self.places = places
    guard let place = places[path] else {
      fail("unknown-token", "unknown token '\(text)'", value.location)
      return nil
    }
    guard let content = place.content, depth < 16 else {
      fail("unknown-token", "the reference '\(text)' has no value", value.location)
      return nil
    }
    return resolve(content, type: place.type ?? type, depth: depth + 1)
  }

  /// All objects by their paths, because a search for each reference would not be linear.
  private static func places(in root: JSONValue) -> [String: Place] {
    var places: [String: Place] = [:]
    func add(_ value: JSONValue, at path: String, type: String?, depth: Int) {
      var place = Place(type: type)
      for member in value.members {
        if member.key == "$value" { place.content = member.value }
        if member.key == "$type" { place.type = member.value.string ?? type }
      }
      if places[path] == nil { places[path] = place }
      guard depth < 32 else { return }
      for member in value.members where !member.key.hasPrefix("$") {
        let inner = path.isEmpty ? member.key : path + "." + member.key
        add(member.value, at: inner, type: place.type, depth: depth + 1)
      }
    }
    add(root, at: "", type: nil, depth: 0)
    return places
  }

  private mutating func fail(_ id: String, _ summary: String, _ location: SourceLocation) {
    problems.append(Diagnostic(.error, id, summary, at: location))
  }

  /// The value in CSS syntax; nil if it is invalid for the type.
  private func css(_ value: JSONValue, type: String?) -> String? {
    switch type {
    case "color":
      let hex = value.string ?? value["hex"]?.string
      guard let hex, hex.hasPrefix("#"), [4, 5, 7, 9].contains(hex.utf8.count),
        hex.utf8.dropFirst().allSatisfy(Self.isHexadecimal)
      else { return nil }
      return hex
    case "dimension", "duration":
      if let text = value.string { return Self.isMeasure(text) ? text : nil }
      guard case .number(_, let number)? = value["value"]?.kind, let unit = value["unit"]?.string
      else { return nil }
      return Self.isMeasure(number + unit) ? number + unit : nil
    case "fontFamily":
      let families = value.string.map { [$0] } ?? value.elements.compactMap(\.string)
      guard !families.isEmpty, !families.contains(where: { $0.utf8.contains(where: Self.isQuote) })
      else { return nil }
      return families.map { $0.utf8.allSatisfy(Self.isNameByte) ? $0 : "\"\($0)\"" }
        .joined(separator: ",")
    case "cubicBezier":
      let numbers = value.elements.compactMap(Self.written)
      return numbers.count == 4 ? "cubic-bezier(\(numbers.joined(separator: ",")))" : nil
    case "fontWeight", "number": return Self.written(value)
    default: return nil
    }
  }

  private static func written(_ value: JSONValue) -> String? {
    if case .number(_, let text) = value.kind { text } else { nil }
  }

  /// Whether the text is a number with a unit, `0.5rem`. Only 0 needs none.
  private static func isMeasure(_ text: String) -> Bool {
    let number = text.utf8.prefix { (0x2D...0x39).contains($0) && $0 != UInt8(ascii: "/") }
    let unit = text.utf8.dropFirst(number.count)
    guard let value = Double(String(text.prefix(number.count))) else { return false }
    return (value == 0 || !unit.isEmpty)
      && unit.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "%") }
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Whether a value can't end its declaration or load a resource.
  private static func isHarmless(_ text: String) -> Bool {
    !text.utf8.contains { $0 < 0x20 || ";{}<>\\@".utf8.contains($0) }
      && ["url(", "/*", "*/"].allSatisfy { ByteSearch.first($0, in: text.utf8) == nil }
  }
}
