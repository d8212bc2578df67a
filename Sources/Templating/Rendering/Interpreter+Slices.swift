internal import Text
internal import Threads

/// The result of one slice of a list.
private struct SliceResult: Sendable {
  var sink: ByteSink
  var findings: TemplateFindings
  var isStopped: Bool
  /// The result of `Schedule.settle` for the output.
  var settled: (any Sendable)?
}

/// The initial state of the interpreters of slices.
private struct SliceStart: Sendable {
  let renderer: Renderer
  let stack: [Value]
  let depth: Int
  let parents: [ParentFrame]
  let parent: Int
  let indent: [UInt8]
  let settle: (@Sendable (ByteSink) -> any Sendable)?

  init(_ interpreter: borrowing Interpreter) {
    renderer = interpreter.renderer
    stack = (0..<interpreter.height).map { interpreter.stack[$0].whole }
    depth = interpreter.depth
    parents = interpreter.parents
    parent = interpreter.parent
    indent = interpreter.indent
    settle = interpreter.schedule.settle
  }
}

extension Interpreter {
  /// Renders a long list in slices on several threads, in the order of the list. Only a few slices
  /// wait to be written.
  mutating func renderSlices(
    _ scope: any Scope, _ range: Range<Int>, _ template: LinkedTemplate, _ from: Int, _ to: Int
  ) {
    let start = SliceStart(self)
    let length = max(1, schedule.sliceLength)
    let count = (range.count + length - 1) / length
    var results = 0
    Workers.inOrder(count: count, threads: schedule.threads) { slice in
      let lower = range.lowerBound + slice * length
      return start.render(
        scope, lower..<min(lower + length, range.upperBound), template, from, to)
    } receive: { result in
      results += 1
      writeSlice(result, isLast: results == count)
      return !isStopped
    }
  }

  /// Writes a slice. Keeps the last one in the sink, because later content may shorten its end.
  private mutating func writeSlice(_ result: SliceResult, isLast: Bool) {
    var result = result
    findings.merge(result.findings)
    isStopped = result.isStopped
    let isLarge = sink.bytes.count + result.sink.bytes.count >= schedule.flushSize
    if !isLast, !isStopped, let flush = schedule.flush, isLarge || result.settled != nil {
      if !sink.bytes.isEmpty, !flush(&sink) { isStopped = true }
      if !isStopped {
        if let settled = result.settled, let flushSettled = schedule.flushSettled {
          isStopped = !flushSettled(&result.sink, settled)
        } else {
          isStopped = !flush(&result.sink)
        }
      }
      // A flush that only inspects the output leaves it in the sink.
      sink.write(result.sink.bytes)
      return
    }
    if sink.bytes.isEmpty {
      sink = result.sink
    } else {
      sink.write(result.sink.bytes)
    }
    if !isStopped { flushIfFull() }
  }
}

extension SliceStart {
  fileprivate func render(
    _ scope: any Scope, _ records: Range<Int>, _ template: LinkedTemplate, _ from: Int, _ to: Int
  ) -> SliceResult {
    var interpreter = Interpreter(renderer, stack: stack, schedule: Schedule())
    interpreter.depth = depth
    interpreter.parents = parents
    interpreter.parent = parent
    interpreter.indent = indent
    interpreter.renderAll(scope, records, template, from, to)
    return SliceResult(
      sink: interpreter.sink, findings: interpreter.findings, isStopped: interpreter.isStopped,
      settled: settle?(interpreter.sink))
  }
}
