/// Checks that HTML has exactly the form that `HTMLWriter` promises. Returns the problem, or nil.
struct HTMLChecker {
  private var rest: Substring
  private var open: [String] = []

  private static let blocks: Set<String> = [
    "p", "h4", "h5", "h6", "blockquote", "ul", "ol", "li", "pre", "hr", "div",
    "table", "thead", "tbody", "tr", "th", "td",
  ]
  /// The elements that an element of a table stands in.
  private static let tables: [String: Set<String>] = [
    "thead": ["table"], "tbody": ["table"], "tr": ["thead", "tbody"], "th": ["tr"], "td": ["tr"],
  ]
  private static let containers: Set<String> = [
    "ul", "ol", "blockquote", "div", "table", "thead", "tbody", "tr",
  ]
  private static let classes: Set<String> = [
    "grid", "wide", "task", "to-left", "to-center", "to-right", "ins", "del",
    "hunk",
  ]
  private static let marks: Set<String> = [
    "em", "strong", "del", "code", "a", "br", "span", "mark",
  ]
  private static let attributes: [String: Set<String>] = [
    "p": ["dir"], "h4": ["dir"], "h5": ["dir"], "h6": ["dir"], "blockquote": ["dir"],
    "ul": ["dir"], "ol": ["dir", "start"], "pre": ["dir", "tabindex"], "a": ["href", "title"],
    "div": ["class", "tabindex"], "table": ["class", "dir"], "th": ["class", "scope"],
    "td": ["class"], "span": ["class"],
  ]

  static func problem(in html: String) -> String? {
    for scalar in html.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A: continue
      case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xF_0000...:
        return "holds U+\(String(scalar.value, radix: 16))"
      default: continue
      }
    }
    var checker = HTMLChecker(rest: html[...])
    return checker.check()
  }

  private mutating func check() -> String? {
    while let sign = rest.first {
      switch sign {
      case "<": if let problem = tag() { return problem }
      case "&": if let problem = entity() { return problem }
      case ">": return "a bare >"
      default:
        if open.isEmpty || Self.containers.contains(open[open.count - 1]),
          !sign.isWhitespace
        {
          return "words outside of a block: \(rest.prefix(10))"
        }
        rest = rest.dropFirst()
      }
    }
    return open.isEmpty ? nil : "unclosed \(open)"
  }

  private mutating func entity() -> String? {
    for name in ["&amp;", "&lt;", "&gt;", "&quot;"] where rest.hasPrefix(name) {
      rest = rest.dropFirst(name.count)
      return nil
    }
    return "a bare &"
  }

  private mutating func tag() -> String? {
    guard let end = rest.firstIndex(of: ">") else { return "an unclosed tag" }
    var body = rest[rest.index(after: rest.startIndex)..<end]
    rest = rest[rest.index(after: end)...]
    if body.first == "/" {
      guard open.popLast() == String(body.dropFirst()) else { return "stray </\(body)>" }
      return nil
    }
    let name = String(body.prefix { $0.isLetter || $0.isNumber })
    body = body.dropFirst(name.count)
    guard Self.blocks.contains(name) || Self.marks.contains(name) else { return "a <\(name)>" }
    if let problem = place(of: name) { return problem }
    while !body.isEmpty {
      guard body.first == " ", let equals = body.firstIndex(of: "=") else { return "bad \(body)" }
      let key = String(body[body.index(after: body.startIndex)..<equals])
      var value = body[body.index(after: equals)...]
      guard value.first == "\"" else { return "unquoted \(key)" }
      value = value.dropFirst()
      guard let quote = value.firstIndex(of: "\"") else { return "unclosed \(key)" }
      body = value[value.index(after: quote)...]
      value = value[..<quote]
      guard Self.attributes[name]?.contains(key) == true else { return "\(key) of \(name)" }
      if value.contains("<") { return "< in \(key)" }
      if key == "class", !Self.classes.contains(String(value)),
        value.wholeMatch(of: /(a\d+ ?)+/) == nil
      {
        return "class \(value)"
      }
      if key == "href", let problem = address(String(value)) { return problem }
    }
    if name != "br" && name != "hr" { open.append(name) }
    return nil
  }

  private func place(of name: String) -> String? {
    let parent = open.last
    if Self.marks.contains(name) {
      if name == "a", open.contains("a") { return "a link in a link" }
      return parent.map(Self.containers.contains) ?? true
        ? "<\(name)> outside of a block" : nil
    }
    if name == "li" { return parent == "ul" || parent == "ol" ? nil : "<li> outside of a list" }
    if let parents = Self.tables[name] {
      return parents.contains(parent ?? "") ? nil : "<\(name)> in \(parent ?? "nothing")"
    }
    if name == "table", parent == "div" { return nil }
    return parent == nil || parent == "blockquote" || parent == "li" ? nil : "<\(name)> in words"
  }

  private func address(_ value: String) -> String? {
    let value = value.replacing("&amp;", with: "&").lowercased()
    if value.isEmpty || value.hasPrefix("//") || value.contains("\\") { return "goes to \(value)" }
    if value.unicodeScalars.contains(where: { $0.value <= 0x20 }) { return "space in \(value)" }
    let head = value.prefix { !"/?#".contains($0) }
    guard head.contains(":") else { return nil }
    return ["http:", "https:", "mailto:"].contains { head.hasPrefix($0) }
      ? nil : "goes to \(value)"
  }
}
