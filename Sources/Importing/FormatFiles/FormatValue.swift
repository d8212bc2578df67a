internal import Basics
internal import JSON

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
    case .path, .template, .joined: []
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
    }
  }

  /// Its value: the first one, but of elements that repeat inside of themselves the innermost one.
  func text(in scope: FormatScope) -> String? {
    switch self {
    case .path(let path, let filters):
      guard case .named(let name) = path.start, let levels = scope.outer[name], levels.count > 1
      else { return path.text(scope.nodes(at: path), filters) }
      for level in levels.reversed() {
        if let text = path.text(level.nodes(at: path), filters) { return text }
      }
      return nil
    case .first(let values): return values.lazy.compactMap { $0.text(in: scope) }.first
    case .mapped(let value, let table): return value.text(in: scope).flatMap(table.text)
    case .constant, .template, .joined: return texts(in: scope).first
    }
  }

  /// The number of its value.
  func number(in scope: FormatScope) -> Double? {
    text(in: scope).flatMap { Double(PlainText.trimmed($0)) }.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Its value as a whole number, such as a line.
  func whole(in scope: FormatScope) -> Int? { number(in: scope).flatMap { Int(exactly: $0) } }
}

extension FormatPath {
  /// The first text of nodes after filters. It visits no more nodes than necessary, because a path
  /// from the root may have found many.
  fileprivate func text(_ nodes: [FormatNode], _ filters: [FormatFilter]) -> String? {
    if filters.contains(where: \.needsAllTexts) { return texts(nodes, filters).first }
    for node in nodes {
      if let text = texts([node], filters).first { return text }
    }
    return nil
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

/// The elements that values begin at.
struct FormatScope {
  var innermost: FormatNode
  /// The outer elements by name. Of elements that repeat inside of themselves, all levels, the
  /// outermost first.
  var outer: [String: [OuterElement]] = [:]
  /// The values at absolute paths so far.
  let captures: FormatCaptures

  func nodes(at path: FormatPath) -> [FormatNode] {
    switch path.start {
    case .element: return path.nodes(from: [innermost])
    case .named(let name):
      let levels = outer[name] ?? []
      return levels.count == 1 ? levels[0].nodes(at: path) : levels.flatMap { $0.nodes(at: path) }
    case .root: return captures.nodes(at: path)
    }
  }
}

/// An element with a name, and the nodes found at paths from it. A reference, so that all elements
/// inside of it share what one of them has found.
final class OuterElement {
  private let node: FormatNode
  private var found: [FormatPath: [FormatNode]] = [:]

  init(_ node: FormatNode) {
    self.node = node
  }

  func nodes(at path: FormatPath) -> [FormatNode] {
    if let nodes = found[path] { return nodes }
    let nodes = path.nodes(from: [node])
    found[path] = nodes
    return nodes
  }
}

/// The values at the absolute paths of a format file, in the part of the report read so far. A
/// reference, so that scopes share it.
final class FormatCaptures {
  private var values: [FormatPath: [FormatNode]] = [:]
  private var counts: [FormatPath: Int] = [:]
  /// The values of the current line, for a format with one object a line.
  private var ofLine: [FormatPath: [FormatNode]] = [:]
  private let hasLines: Bool
  /// Whether a path has more values than are kept.
  private(set) var isFull = false

  private static let mostValues = 100_000

  init(hasLines: Bool) {
    self.hasLines = hasLines
  }

  func beginLine() { ofLine.removeAll(keepingCapacity: true) }

  /// Ends the lines: from now on, the values of all lines count.
  func endLines() { beginLine() }

  func add(_ node: FormatNode, at path: FormatPath) {
    if hasLines { ofLine[path, default: []].append(node) }
    let count = counts[path, default: 0]
    counts[path] = count + 1
    guard count < Self.mostValues else {
      isFull = true
      return
    }
    values[path, default: []].append(node)
  }

  /// The values, those of the current line first of all.
  func nodes(at path: FormatPath) -> [FormatNode] { ofLine[path] ?? values[path] ?? [] }
}
