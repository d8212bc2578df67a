// Unsafe pointers: the stack of frames stays at one address during a run.

internal import Text

/// A parent being rendered. Its blocks replace those of the same name.
struct ParentFrame {
  var template: Int
  var node: Int
  /// The index of the parent frame around the parent tag; -1 for none.
  var outer: Int
}

/// The state of one rendering: the stack, the sink and the position.
///
/// The stack is manual memory, so that names are looked up in place. Copying a frame would count
/// references that all threads share, which makes threads wait for each other.
struct Interpreter: ~Copyable {
  let renderer: Renderer
  let linked: [LinkedTemplate]
  var sink = ByteSink()
  var findings = TemplateFindings()
  var isStopped = false
  let schedule: Schedule
  let canSplit: Bool
  /// The template whose partial tags may be replaced; -1 for none.
  var replacing = -1

  let stack: UnsafeMutablePointer<StackFrame>
  let capacity: Int
  var height = 0
  var depth = 0
  var entries = 0
  var parents: [ParentFrame] = []
  var parent = -1
  /// The bytes that begin each line of the current template.
  var indent: [UInt8] = []
  /// Whether the section that has just ended was true; nil if its name is unknown.
  var wasTrue: Bool?
  /// Whether a block was inserted in the middle of a line, so that its first line is not indented.
  var isMidLine = false

  init(_ renderer: Renderer, stack values: [Value], schedule: Schedule) {
    self.renderer = renderer
    linked = renderer.library.linked
    self.schedule = schedule
    // `replacePartial` may count its calls, so they must come in order.
    canSplit = schedule.threads > 1 && renderer.replacePartial == nil
    capacity = values.count + RenderingLimits.depth + 1
    stack = .allocate(capacity: capacity)
    for value in values { push(value) }
  }

  deinit {
    stack.deinitialize(count: height)
    stack.deallocate()
  }

  /// Pushes a context. The depth limit keeps the height below the capacity.
  mutating func push(_ value: Value, isWholeSection: Bool = false) {
    (stack + height).initialize(to: StackFrame(value, isWholeSection: isWholeSection))
    height += 1
  }

  mutating func pop() {
    height -= 1
    (stack + height).deinitialize(count: 1)
  }

  /// Renders the nodes in a range, with their children.
  mutating func run(_ template: LinkedTemplate, _ from: Int, _ to: Int) {
    guard enter(template, from) else { return }
    var index = from
    while index < to {
      let node = template.nodes[index]
      switch node.kind {
      case .text:
        writeText(node, of: template)
        index += 1
        continue
      case .margin: writeMargin()
      case .variable: writeVariable(template, index, node, isRaw: false)
      case .rawVariable: writeVariable(template, index, node, isRaw: true)
      case .section: renderSection(template, index)
      case .inverted: renderInverted(template, index)
      case .partial: renderPartial(template, index)
      case .parent: renderParent(template, index)
      case .block: renderBlock(template, index)
      }
      if isStopped { break }
      index = Int(node.end)
    }
    depth -= 1
  }

  private mutating func writeText(_ node: Node, of template: LinkedTemplate) {
    template.source.withUnsafeBufferPointer { source in
      let text = UnsafeBufferPointer(
        rebasing: source[Int(node.first)..<Int(node.first + node.count)])
      if indent.isEmpty {
        sink.write(text)
      } else {
        writeIndented(text, startsLine: node.flags.contains(.startsLine))
      }
    }
  }

  private mutating func enter(_ template: LinkedTemplate, _ node: Int) -> Bool {
    entries += 1
    if depth >= RenderingLimits.depth {
      stop(.tooDeep, template, node)
    } else if entries > RenderingLimits.entries {
      stop(.tooMuch, template, node)
    }
    if isStopped { return false }
    depth += 1
    return true
  }

  mutating func stop(_ kind: TemplateFindings.Kind, _ template: LinkedTemplate, _ node: Int) {
    isStopped = true
    let count = template.nodes.count
    // An empty body may begin after the last node.
    if count > 0 { findings.add(kind, template: template.index, node: min(node, count - 1)) }
  }

  private mutating func writeVariable(
    _ template: LinkedTemplate, _ index: Int, _ node: Node, isRaw: Bool
  ) {
    var value = repeated(node) ?? lookUp(node, in: template)
    if case .record(let scope, let record) = value { value = scope.written(at: record) }
    switch value {
    case .missing: findings.add(.name, template: template.index, node: index)
    case .absent, .record, .records, .list: break
    case .pieces(let pieces):
      for piece in pieces {
        renderer.escaper.write(
          .finished(piece), isRaw: isRaw, in: node.context, to: &sink)
      }
    case .flag, .number, .text, .title, .address, .rich, .finished, .slot:
      renderer.escaper.write(value, isRaw: isRaw, in: node.context, to: &sink)
    }
  }

  /// The value of a variable directly in the section of its name; nil if it must be looked up.
  @inline(__always)
  private func repeated(_ node: Node) -> Value? {
    node.flags.contains(.repeatsSection) ? stack[height - 1].repeated : nil
  }

  func lookUp(_ node: Node, in template: LinkedTemplate) -> Value {
    let count = Int(node.count)
    if count == 0 { return height > 0 ? stack[height - 1].whole : .missing }
    let first = Int(node.first)
    var position = height
    while position > 0 {
      position -= 1
      let value = stack[position].value(template.path[first])
      if case .missing = value { continue }
      return count == 1 ? value : descend(from: value, template, first + 1..<first + count)
    }
    return .missing
  }

  private func descend(
    from start: Value, _ template: LinkedTemplate, _ parts: Range<Int>
  ) -> Value {
    var value = start
    for part in parts {
      switch value {
      case .record(let scope, let index): value = scope.value(template.path[part], at: index)
      case .records(let scope, let range): value = scope.member(template.path[part], in: range)
      case .absent: return .absent
      default: return .missing
      }
    }
    return value
  }
}
