internal import Text

extension Interpreter {
  mutating func renderSection(_ template: LinkedTemplate, _ index: Int) {
    let node = template.nodes[index]
    let end = Int(node.end)
    let value = lookUp(node, in: template)
    switch value {
    case .missing: findings.add(.name, template: template.index, node: index)
    case .list(let values):
      for value in values {
        renderOnce(value, template, index + 1, end)
        if isStopped { return }
        flushIfFull()
      }
    case .records(let scope, let range):
      if canSplit, !isMidLine, range.count >= schedule.threshold {
        renderSlices(scope, range, template, index + 1, end)
      } else {
        renderAll(scope, range, template, index + 1, end)
      }
    default:
      if value.isTrue { renderOnce(value, template, index + 1, end, isWholeSection: true) }
    }
    if case .missing = value { wasTrue = nil } else { wasTrue = value.isTrue }
  }

  mutating func renderInverted(_ template: LinkedTemplate, _ index: Int) {
    let node = template.nodes[index]
    if node.flags.contains(.followsSection), let wasTrue {
      if !wasTrue { run(template, index + 1, Int(node.end)) }
      return
    }
    let value = lookUp(node, in: template)
    if case .missing = value { findings.add(.name, template: template.index, node: index) }
    if !value.isTrue { run(template, index + 1, Int(node.end)) }
  }

  private mutating func renderOnce(
    _ value: Value, _ template: LinkedTemplate, _ from: Int, _ to: Int, isWholeSection: Bool = false
  ) {
    push(value, isWholeSection: isWholeSection)
    run(template, from, to)
    pop()
  }

  mutating func renderAll(
    _ scope: any Scope, _ range: Range<Int>, _ template: LinkedTemplate, _ from: Int, _ to: Int
  ) {
    guard !range.isEmpty else { return }
    push(.record(scope, range.lowerBound))
    for record in range {
      stack[height - 1].index = record
      run(template, from, to)
      if isStopped { break }
      flushIfFull()
    }
    pop()
  }

  /// Flushes at the end of a line, because a value may depend on the text before it in the line,
  /// such as a quote sign. At twice the flush size, flushes anywhere.
  mutating func flushIfFull() {
    guard let flush = schedule.flush, sink.bytes.count >= schedule.flushSize else { return }
    let isAtEnd = sink.bytes.last == UInt8(ascii: "\n")
    if isAtEnd || sink.bytes.count >= 2 * schedule.flushSize, !flush(&sink) { isStopped = true }
  }
}

extension Value {
  /// Whether a section is rendered for the value. Empty text and zero are false.
  package var isTrue: Bool {
    switch self {
    case .missing, .absent: false
    case .flag(let flag): flag
    case .number(let number): number != 0
    case .text(let text), .title(let text), .address(let text), .rich(let text, _, _, _),
      .finished(let text):
      !text.isEmpty
    case .pieces(let pieces): !pieces.allSatisfy(\.isEmpty)
    case .record, .slot: true
    case .records(_, let range): !range.isEmpty
    case .list(let values): !values.isEmpty
    }
  }
}
