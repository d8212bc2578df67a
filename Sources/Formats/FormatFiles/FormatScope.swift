/// The elements that values begin at.
struct FormatScope {
  var innermost: FormatNode
  /// The outer elements by name. Of elements that repeat inside of themselves, all levels, the
  /// outermost first.
  var outer: [String: [OuterElement]] = [:]
  /// The values at absolute paths so far.
  let rootValues: RootValues

  func nodes(at path: FormatPath) -> [FormatNode] {
    switch path.start {
    case .element: return path.nodes(from: innermost)
    case .named(let name):
      let levels = outer[name] ?? []
      return levels.count == 1 ? levels[0].nodes(at: path) : levels.flatMap { $0.nodes(at: path) }
    case .root: return rootValues.nodes(at: path)
    }
  }

  /// Calls `body` for each node at a path, until it returns false.
  func visit(_ path: FormatPath, _ body: (FormatNode) -> Bool) {
    if case .element = path.start {
      FormatPath.visit(path.steps, from: innermost, path.dialect, body)
    } else {
      // The nodes of other elements are kept.
      _ = nodes(at: path).allSatisfy(body)
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
    let nodes = path.nodes(from: node)
    found[path] = nodes
    return nodes
  }
}

/// The values at the absolute paths of a format file, in the part of the report read so far. A
/// reference, so that scopes share it.
final class RootValues {
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
