/// Follows the tags of a library as a rendering would, with kinds of records in place of records, so
/// that it also finds mistakes where no report has led yet.
package struct NameReview {
  /// A context of the stack.
  struct Frame: Hashable {
    /// nil for a value without names.
    var kind: String?
    /// The name of the section, if it repeats for each record of a list.
    var loop: String?
    /// Whether the section's name is a mistake, so that its records are unknown.
    var isUnknown = false

    static let unknown = Frame(isUnknown: true)
  }

  private struct Visit: Hashable {
    var template: Int
    var stack: [Frame]
    var givers: [Giver]
  }

  /// A parent tag that gives blocks.
  struct Giver: Hashable {
    var template: Int
    var node: Int
  }

  let library: TemplateLibrary
  let kinds: RecordKinds
  /// The sections that are never shown, by their names: with `digest`, `{{^digest}}` is omitted.
  private let present: Set<String>
  private var visited: Set<Visit> = []
  private var work = 0
  private var depth = 0
  private(set) var found: [NameFinding: Int] = [:]
  /// The indices of the templates that a rendering can reach.
  package private(set) var reached: Set<Int> = []

  /// Limits far above what a template needs. They end one that includes itself.
  private static let (deepest, most) = (200, 400_000)
  private static let mostFindings = 2_000

  /// - Parameter present: Names that always have a value.
  package init(_ library: TemplateLibrary, _ kinds: RecordKinds, present: Set<String> = []) {
    (self.library, self.kinds, self.present) = (library, kinds, present)
  }

  /// Follows the template called `name` with records of these kinds, the innermost last.
  package mutating func read(_ name: String, in stack: [String]) {
    guard let index = library.index(of: name) else { return }
    read(index, stack.map { Frame(kind: $0) }, [])
  }

  private mutating func read(_ template: Int, _ stack: [Frame], _ givers: [Giver]) {
    let visit = Visit(template: template, stack: stack, givers: givers)
    guard depth < Self.deepest, work < Self.most, visited.insert(visit).inserted else { return }
    reached.insert(template)
    depth += 1
    walk(template, 0, library.templates[template].nodes.count, stack, givers)
    depth -= 1
  }

  private mutating func walk(
    _ template: Int, _ from: Int, _ to: Int, _ stack: [Frame], _ givers: [Giver]
  ) {
    guard depth < Self.deepest else { return }
    depth += 1
    let nodes = library.templates[template].nodes
    var index = from
    while index < to, work < Self.most {
      work += 1
      let node = nodes[index]
      let end = Int(node.end)
      switch node.kind {
      case .text, .margin: break
      case .variable, .rawVariable: _ = resolve(template, index, stack)
      case .section:
        let frame = resolve(template, index, stack)
        walk(template, index + 1, end, stack + [frame], givers)
      case .inverted:
        _ = resolve(template, index, stack)
        if !present.contains(library.templates[template].name(of: node)) {
          walk(template, index + 1, end, stack, givers)
        }
      case .partial:
        let target = Int(library.linked[template].target(of: node))
        if target >= 0 { read(target, stack, givers) }
      case .parent:
        let target = Int(library.linked[template].target(of: node))
        if target >= 0 {
          checkBlocks(template, index, target)
          read(target, stack, givers + [Giver(template: template, node: index)])
        }
      case .block: walkBlock(template, index, stack, givers)
      }
      index = max(end, index + 1)
    }
    depth -= 1
  }

  /// Follows the block that the outermost parent gives, otherwise the default content.
  private mutating func walkBlock(
    _ template: Int, _ index: Int, _ stack: [Frame], _ givers: [Giver]
  ) {
    let node = library.templates[template].nodes[index]
    let name = library.templates[template].name(of: node)
    for (outer, giver) in givers.enumerated() {
      let nodes = library.templates[giver.template].nodes
      guard
        let given = children(of: giver.node, in: giver.template).last(where: {
          nodes[$0].kind == .block && library.templates[giver.template].name(of: nodes[$0]) == name
        })
      else { continue }
      let end = Int(nodes[given].end)
      return walk(giver.template, given + 1, end, stack, Array(givers[..<outer]))
    }
    walk(template, index + 1, Int(node.end), stack, givers)
  }

  private func children(of node: Int, in template: Int) -> [Int] {
    let nodes = library.templates[template].nodes
    var children: [Int] = []
    var child = node + 1
    while child < Int(nodes[node].end) {
      children.append(child)
      child = max(Int(nodes[child].end), child + 1)
    }
    return children
  }

  /// The blocks of each template and of those that it includes.
  private var blocks: [Int: Set<String>] = [:]

  private mutating func checkBlocks(_ template: Int, _ index: Int, _ target: Int) {
    let source = library.templates[template]
    for child in children(of: index, in: template) where source.nodes[child].kind == .block {
      let name = source.name(of: source.nodes[child])
      let known = blockNames(of: target)
      if !known.contains(name) {
        note(.block(known.sorted()), template, child)
      }
    }
  }

  private mutating func blockNames(of template: Int) -> Set<String> {
    if let known = blocks[template] { return known }
    var names: Set<String> = []
    var seen: Set<Int> = [template]
    var open = [template]
    while let next = open.popLast() {
      let source = library.templates[next]
      for node in source.nodes {
        if node.kind == .block { names.insert(source.name(of: node)) }
        guard node.kind == .partial || node.kind == .parent else { continue }
        let target = Int(library.linked[next].target(of: node))
        if target >= 0, seen.insert(target).inserted { open.append(target) }
      }
    }
    blocks[template] = names
    return names
  }

  private mutating func note(_ problem: NameFinding.Problem, _ template: Int, _ node: Int) {
    guard found.count < Self.mostFindings else { return }
    let finding = NameFinding(template: template, node: node, problem: problem)
    found[finding] = found[finding] ?? found.count
  }
}

extension NameReview {
  /// The context that a section of the tag's name makes. Notes a name that no record has.
  private mutating func resolve(_ template: Int, _ index: Int, _ stack: [Frame]) -> Frame {
    let source = library.templates[template]
    let parts = source.parts(of: source.nodes[index])
    guard let first = parts.first else { return stack.last ?? Frame() }
    let found = stack.lastIndex { frame in
      frame.isUnknown || frame.kind.map { kinds.target(of: first.text, in: $0) != nil } ?? false
    }
    if let found, stack[found].isUnknown { return .unknown }
    guard let found, let kind = stack[found].kind,
      var target = kinds.target(of: first.text, in: kind)
    else {
      // The library reports a word that is no name at all.
      if library.vocabulary.firstUnknown(parts) == nil {
        note(.elsewhere(hint(for: parts, stack)), template, index)
      }
      return .unknown
    }
    checkFall(of: first.text, to: found, parts.count, stack, template, index)
    var isList = library.vocabulary.listsWithIDs.contains(first.text)
    var path = first.text
    for part in parts.dropFirst() {
      switch target {
      case .list(let kind) where isList:
        (target, isList) = (.record(kind), false)
      case .record(let kind):
        guard let next = kinds.target(of: part.text, in: kind) else {
          let known = kinds.names(of: kind).keys.sorted()
          note(.notIn(path, known), template, index)
          return .unknown
        }
        (target, isList) = (next, library.vocabulary.listsWithIDs.contains(part.text))
      case .value, .list:
        note(.notIn(path, []), template, index)
        return .unknown
      }
      path += "." + part.text
    }
    switch target {
    case .value: return Frame()
    case .record(let kind): return Frame(kind: kind)
    case .list(let kind): return Frame(kind: kind, loop: path)
    }
  }

  /// Notes a common name that the record of a loop lacks and a record around the loop has.
  private mutating func checkFall(
    of name: String, to found: Int, _ count: Int, _ stack: [Frame], _ template: Int, _ index: Int
  ) {
    guard count == 1, kinds.isCommon(name),
      let loop = stack[(found + 1)...].last(where: { $0.loop != nil && $0.kind != nil }),
      let section = loop.loop, let kind = loop.kind
    else { return }
    let inner = kinds.paths(from: kind, to: name).records.map { $0 + "." + name }
    // A link in the list of a section may lead to the whole report.
    if inner.isEmpty, found == 0, kinds.hasLists(kind) { return }
    note(.outer(section, stack[found].loop ?? stack[found].kind ?? "", inner), template, index)
  }

  /// Where a name can be found from here: `run.branch`, or `{{#sections}}`.
  private func hint(for parts: ArraySlice<Name>, _ stack: [Frame]) -> NameFinding.Hint {
    guard let first = parts.first?.text else { return .none }
    let places = stack.reversed().compactMap(\.kind).map { kinds.paths(from: $0, to: first) }
    let record = places.compactMap(\.records.first).first
    let list = places.compactMap(\.lists.first).first
    if let list, record == nil || parts.count == 1 && kinds.isList(first) { return .section(list) }
    return record.map { .path($0 + "." + parts.map(\.text).joined(separator: ".")) } ?? .none
  }
}
