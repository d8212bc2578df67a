internal import Diagnostics

/// Splits a template into tags and text.
struct TemplateLexer {
  private let source: [UInt8]
  private(set) var tokens: [TemplateToken] = []
  private(set) var problems = TemplateProblems()
  private var open: [UInt8] = Array("{{".utf8)
  private var close: [UInt8] = Array("}}".utf8)

  init(source: [UInt8], from start: Int) {
    self.source = source
    cut(from: start)
  }

  private mutating func cut(from start: Int) {
    var position = start
    var textStart = start
    while let start = find(open, from: position) {
      let (token, next) = tag(at: start)
      if let token {
        addText(from: textStart, to: start)
        tokens.append(token)
        textStart = next
      }
      position = next
    }
    addText(from: textStart, to: source.count)
  }

  private mutating func addText(from start: Int, to end: Int) {
    if start < end { tokens.append(TemplateToken(.text, from: start, to: end)) }
  }

  /// Reads the tag at `start`. Returns nil if it is malformed, and the index at which to continue.
  private mutating func tag(at start: Int) -> (TemplateToken?, Int) {
    let inside = skipSpace(from: start + open.count)
    let sigil = inside < source.count ? source[inside] : 0
    switch sigil {
    case UInt8(ascii: "!"): return comment(at: start, inside: inside + 1)
    case UInt8(ascii: "="): return delimiters(at: start, inside: inside + 1)
    case UInt8(ascii: "{"):
      return plain(.rawVariable, at: start, inside: inside + 1, close: [0x7D] + close)
    default:
      let kind = Self.kind(of: sigil)
      return plain(
        kind ?? .variable, at: start, inside: kind == nil ? inside : inside + 1, close: close)
    }
  }

  private static func kind(of sigil: UInt8) -> TemplateToken.Kind? {
    switch sigil {
    case UInt8(ascii: "&"): .rawVariable
    case UInt8(ascii: "#"): .section
    case UInt8(ascii: "^"): .inverted
    case UInt8(ascii: "/"): .close
    case UInt8(ascii: ">"): .partial
    case UInt8(ascii: "<"): .parent
    case UInt8(ascii: "$"): .block
    default: nil
    }
  }

  private mutating func comment(at start: Int, inside: Int) -> (TemplateToken?, Int) {
    guard let end = find(close, from: inside) else {
      problems.add(
        "unclosed-tag", at: start, "the comment is not closed", help: [closeHelp("after its text")])
      return (nil, source.count)
    }
    return (TemplateToken(.silent, from: start, to: end + close.count), end + close.count)
  }

  private mutating func delimiters(at start: Int, inside: Int) -> (TemplateToken?, Int) {
    guard let end = find(close, from: inside) else {
      problems.add(
        "unclosed-tag", at: start, "the delimiter tag is not closed",
        help: ["write it like '{{=<% %>=}}'"])
      return (nil, source.count)
    }
    let next = end + close.count
    let token = TemplateToken(.silent, from: start, to: next)
    let isEnded = end > inside && source[end - 1] == UInt8(ascii: "=")
    let pair = source[inside..<max(inside, end - 1)].split(whereSeparator: Self.isSpace)
    guard isEnded, pair.count == 2, !pair.contains(where: { $0.contains(UInt8(ascii: "=")) }) else {
      problems.add(
        "bad-delimiters", at: start, "a delimiter tag needs two delimiters between equals signs",
        help: ["write it like '{{=<% %>=}}'; a delimiter can't contain a space or an equals sign"])
      return (token, next)
    }
    (open, close) = (Array(pair[0]), Array(pair[1]))
    return (token, next)
  }

  private mutating func plain(
    _ kind: TemplateToken.Kind, at start: Int, inside: Int, close: [UInt8]
  ) -> (TemplateToken?, Int) {
    // A second opening tag before the end shows that this one is not closed.
    let stop = find(close, orUnlessSame: open, from: inside)
    guard let stop, matches(close, at: stop) else {
      let isTriple = close.count > self.close.count
      let closed = VisibleText.quoted(String(decoding: close, as: UTF8.self))
      problems.add(
        "unclosed-tag", at: start, "the tag is not closed",
        help: [
          isTriple ? "a tag of three braces ends with \(closed)" : closeHelp("after its name")
        ])
      return (nil, stop ?? source.count)
    }
    var token = TemplateToken(kind, from: start, to: stop + close.count)
    (token.innerStart, token.innerEnd) = trimmed(from: inside, to: stop)
    if kind == .partial || kind == .parent || kind == .close,
      token.innerStart < token.innerEnd, source[token.innerStart] == UInt8(ascii: "*")
    {
      token.isDynamic = true
      (token.innerStart, token.innerEnd) = trimmed(from: token.innerStart + 1, to: token.innerEnd)
    }
    return (token, token.end)
  }

  private func closeHelp(_ position: String) -> String {
    "write \(VisibleText.quoted(String(decoding: close, as: UTF8.self))) \(position)"
  }

  private func trimmed(from start: Int, to end: Int) -> (Int, Int) {
    var (start, end) = (start, end)
    while start < end, Self.isSpace(source[start]) { start += 1 }
    while start < end, Self.isSpace(source[end - 1]) { end -= 1 }
    return (start, end)
  }

  private func skipSpace(from start: Int) -> Int {
    var position = start
    while position < source.count, Self.isSpace(source[position]) { position += 1 }
    return position
  }

  private func matches(_ word: [UInt8], at position: Int) -> Bool {
    guard position + word.count <= source.count else { return false }
    for index in word.indices where source[position + index] != word[index] { return false }
    return true
  }

  private func find(_ word: [UInt8], from start: Int) -> Int? {
    find(word, orUnlessSame: word, from: start)
  }

  /// The position of the first occurrence of either word.
  private func find(_ word: [UInt8], orUnlessSame other: [UInt8], from start: Int) -> Int? {
    var position = start
    while position < source.count {
      let byte = source[position]
      if byte == word[0], matches(word, at: position) { return position }
      if byte == other[0], matches(other, at: position) { return position }
      position += 1
    }
    return nil
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
  }
}
