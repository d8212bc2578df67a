/// A phrase cut at its placeholders once, so that filling it in never looks at a value's own
/// braces.
struct Phrase: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case words(String)
    case placeholder(String)
  }

  let text: String
  let parts: [Part]

  init(_ text: String) {
    self.text = text
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"),
      let close = rest[open...].firstIndex(of: "}")
    {
      let name = rest[rest.index(after: open)..<close]
      guard Phrase.isName(name) else {
        let next = rest.index(after: open)
        parts.append(.words(String(rest[..<next])))
        rest = rest[next...]
        continue
      }
      if open > rest.startIndex { parts.append(.words(String(rest[..<open]))) }
      parts.append(.placeholder(String(name)))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.words(String(rest))) }
    self.parts = parts
  }

  private static func isName(_ name: Substring) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }
  }

  /// A placeholder that no value is given for stays as it is written.
  func filled(_ value: (String) -> String?) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .words(let words): result += words
      case .placeholder(let name): result += value(name) ?? "{\(name)}"
      }
    }
    return result
  }

  var placeholders: Set<String> {
    var names: Set<String> = []
    for case .placeholder(let name) in parts { names.insert(name) }
    return names
  }
}
