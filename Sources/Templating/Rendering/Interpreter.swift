internal import Basics

/// A parent that is being rendered: its blocks stand in for those of the same name.
struct ParentFrame {
  var template: Int
  var node: Int
  /// The parent frame that was in force where the parent tag stands; -1 is none.
  var outer: Int
}

/// One run of a renderer: the stack, the sink and how far it has come.
struct Interpreter: ~Copyable {
  let renderer: Renderer
  let linked: UnsafeBufferPointer<LinkedTemplate>
  var sink = ByteSink()
  var findings = TemplateFindings()
  var isStopped = false
  let schedule: Schedule
  let canSplit: Bool
  /// The template in which partial tags may be replaced; -1 is none.
  var replacing = -1

  let stack: UnsafeMutablePointer<StackFrame>
  let capacity: Int
  var height = 0
  var depth = 0
  var entries = 0
  var parents: [ParentFrame] = []
  var parent = -1
  /// What each line of the template that is being rendered begins with.
  var indent: [UInt8] = []
  /// A block has been put in the middle of a line: its first line is indented already.
  var isMidLine = false

  init(_ renderer: Renderer, stack values: [Value], schedule: Schedule) {
    self.renderer = renderer
    linked = renderer.library.linked
    self.schedule = schedule
    // What replaces partials may count them, so it sees them in order.
    canSplit = schedule.threads > 1 && renderer.replacePartial == nil
    capacity = values.count + RenderingLimits.depth + 1
    stack = .allocate(capacity: capacity)
    for value in values { push(value) }
  }

  deinit {
    stack.deinitialize(count: height)
    stack.deallocate()
  }

  /// The depth limit keeps the height below the capacity.
  mutating func push(_ value: Value) {
    (stack + height).initialize(to: StackFrame(value))
    height += 1
  }

  mutating func pop() {
    height -= 1
    (stack + height).deinitialize(count: 1)
  }

  /// Renders the nodes from one place up to another, each with all that is inside it.
  mutating func run(_ template: Int, _ from: Int, _ to: Int) {
    guard enter(template, from) else { return }
    let nodes = linked[template].nodes
    let source = linked[template].source
    var index = from
    while index < to {
      let node = nodes + index
      switch node.pointee.kind {
      case .text:
        let text = UnsafeBufferPointer(
          rebasing: source[Int(node.pointee.first)..<Int(node.pointee.first + node.pointee.count)])
        if indent.isEmpty {
          sink.write(text)
        } else {
          writeIndented(text, startsLine: node.pointee.flags.contains(.startsLine))
        }
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
      index = Int(node.pointee.end)
    }
    depth -= 1
  }

  private mutating func enter(_ template: Int, _ node: Int) -> Bool {
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

  mutating func stop(_ kind: TemplateFindings.Kind, _ template: Int, _ node: Int) {
    isStopped = true
    let count = linked[template].nodeCount
    // A body without nodes begins behind the last one.
    if count > 0 { findings.add(kind, template: template, node: min(node, count - 1)) }
  }

  private mutating func writeVariable(
    _ template: Int, _ index: Int, _ node: UnsafePointer<Node>, isRaw: Bool
  ) {
    let value = lookUp(node, linked[template].path)
    switch value {
    case .missing: findings.add(.name, template: template, node: index)
    case .absent, .record, .records, .list: break
    case .flag, .number, .text, .address, .rich, .finished:
      renderer.escaper.write(value, isRaw: isRaw, in: node.pointee.context, to: &sink)
    }
  }

  func lookUp(_ node: UnsafePointer<Node>, _ path: UnsafePointer<PathPart>) -> Value {
    let count = Int(node.pointee.count)
    if count == 0 { return height > 0 ? stack[height - 1].whole : .missing }
    let first = Int(node.pointee.first)
    var place = height
    while place > 0 {
      place -= 1
      let value = stack[place].value(path[first])
      if case .missing = value { continue }
      return count == 1 ? value : descend(from: value, path + first + 1, count - 1)
    }
    return .missing
  }

  private func descend(
    from start: Value, _ parts: UnsafePointer<PathPart>, _ count: Int
  ) -> Value {
    var value = start
    for place in 0..<count {
      switch value {
      case .record(let scope, let index): value = parts[place].value(in: scope, at: index)
      case .absent: return .absent
      default: return .missing
      }
    }
    return value
  }
}
