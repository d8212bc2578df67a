internal import JSON
internal import ToolReports

/// A value that a format file takes from an element: a path, a text with paths, the first of
/// several, or a word that a table gives.
indirect enum FormatValue: Sendable {
  case constant(String)
  case path(FormatPath, [FormatFilter])
  /// A text with values in braces. It is absent if one of them is absent.
  case template([FormatValue])
  /// The first value that is present.
  case first([FormatValue])
  case mapped(FormatValue, FormatWords)
  /// All values as one text.
  case joined(FormatValue, by: String)
  /// The difference of two numbers. An absent second number counts as zero.
  case difference(FormatValue, FormatValue)

  /// The longest text that a template may make. A longer one counts as absent.
  private static let longestText = 4 << 20

  /// The path, if the value is a path and nothing else.
  var plainPath: FormatPath? {
    if case .path(let path, let filters) = self, filters.isEmpty { path } else { nil }
  }

  /// The words that the file itself gives, in place of the report.
  var givenWords: [String] {
    switch self {
    case .constant(let word): [word]
    case .mapped(_, let table): table.given
    case .first(let values): values.flatMap(\.givenWords)
    case .path, .template, .joined, .difference: []
    }
  }

  /// All its values. An empty text counts as absent.
  func texts(in scope: FormatScope) -> [String] {
    switch self {
    case .constant(let text): return text.isEmpty ? [] : [text]
    case .path(let path, let filters): return path.texts(scope.nodes(at: path), filters)
    case .template(let parts):
      var text = ""
      for part in parts {
        guard text.utf8.count <= Self.longestText, let value = part.text(in: scope) else {
          return []
        }
        text += value
      }
      return [text]
    case .first(let values):
      for value in values {
        let texts = value.texts(in: scope)
        if !texts.isEmpty { return texts }
      }
      return []
    case .mapped(let value, let table): return value.texts(in: scope).compactMap(table.text)
    case .joined(let value, let separator):
      let texts = value.texts(in: scope)
      return texts.isEmpty ? [] : [texts.joined(separator: separator)]
    case .difference(let value, let other):
      let subtrahend = other.text(in: scope) == nil ? 0 : other.number(in: scope)
      guard let number = value.number(in: scope), let subtrahend else { return [] }
      return [FormatFilter.written(number - subtrahend)]
    }
  }

  /// Its value: the first one, but of elements that repeat inside of themselves the innermost one.
  func text(in scope: FormatScope) -> String? {
    switch self {
    case .path(let path, let filters):
      guard case .named(let name) = path.start, let levels = scope.outer[name], levels.count > 1
      else {
        if filters.contains(where: \.needsAllTexts) { return texts(in: scope).first }
        var text: String?
        scope.visit(path) { node in
          text = path.text(node, filters)
          return text == nil
        }
        return text
      }
      for level in levels.reversed() {
        if let text = path.texts(level.nodes(at: path), filters).first { return text }
      }
      return nil
    case .first(let values): return values.lazy.compactMap { $0.text(in: scope) }.first
    case .mapped(let value, let table): return value.text(in: scope).flatMap(table.text)
    case .constant, .template, .joined, .difference: return texts(in: scope).first
    }
  }

  /// The number of its value.
  func number(in scope: FormatScope) -> Double? {
    text(in: scope).flatMap { Self.number(of: $0) }
  }

  private static func number(of text: String) -> Double? {
    Double(PlainText.trimmed(text)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Its value as a whole number, such as a line.
  func whole(in scope: FormatScope) -> Int? {
    text(in: scope).flatMap { Int($0) ?? Self.number(of: $0).flatMap { Int(exactly: $0) } }
  }
}

extension FormatPath {
  /// The text of a node after its filters. No filter may need the texts of other nodes.
  fileprivate func text(_ node: FormatNode, _ filters: [FormatFilter]) -> String? {
    guard var text = isOfKey ? node.key : node.text(dialect) else { return nil }
    for filter in filters {
      guard let filtered = filter.applied(to: text) else { return nil }
      text = filtered
    }
    return text.isEmpty ? nil : text
  }

  /// The texts of nodes after filters.
  fileprivate func texts(_ nodes: [FormatNode], _ filters: [FormatFilter]) -> [String] {
    // Objects are counted, too.
    if case .count? = filters.first, !isOfKey {
      let count = [String(nodes.count { $0.isThere(dialect) })]
      return filters.dropFirst().reduce(count) { $1.applied(to: $0) }
    }
    let texts = nodes.compactMap { isOfKey ? $0.key : $0.text(dialect) }
    return filters.reduce(texts) { $1.applied(to: $0) }.filter { !$0.isEmpty }
  }
}

/// The words for the words or the numbers of a tool.
struct FormatWords: Sendable {
  enum Bound: String, Sendable, CaseIterable {
    case atLeast = ">="
    case atMost = "<="
    case above = ">"
    case below = "<"
    case equal = "="
  }

  /// The words in lower case.
  var words: [String: String] = [:]
  /// The ranges of numbers, in order.
  var ranges: [(bound: Bound, number: Double, word: String)] = []
  var otherwise: String?

  var given: [String] { words.values + ranges.map(\.word) + (otherwise.map { [$0] } ?? []) }

  /// The word for a text; nil without one.
  func text(_ text: String) -> String? {
    if let word = words[text.lowercased()] { return word }
    if !ranges.isEmpty, let number = Double(PlainText.trimmed(text)) {
      for range in ranges {
        let holds =
          switch range.bound {
          case .atLeast: number >= range.number
          case .atMost: number <= range.number
          case .above: number > range.number
          case .below: number < range.number
          case .equal: number == range.number
          }
        if holds { return range.word }
      }
    }
    return otherwise
  }
}
