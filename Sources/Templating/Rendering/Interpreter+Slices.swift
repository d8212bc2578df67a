internal import Basics

/// The result of one slice of a list.
private struct SliceResult: Sendable {
  var sink: ByteSink
  var findings: TemplateFindings
  var isStopped: Bool
}

/// The state of an interpreter that the interpreters of its slices start with.
private struct SliceStart: Sendable {
  let renderer: Renderer
  let stack: [Value]
  let depth: Int
  let parents: [ParentFrame]
  let parent: Int
  let indent: [UInt8]
}

extension Interpreter {
  /// Renders a long list on several threads, one group of slices at a time, which bounds the
  /// memory. Keeps the order of the list.
  mutating func renderSlices(
    _ scope: any Scope, _ range: Range<Int>, _ template: Int, _ from: Int, _ to: Int
  ) {
    let start = SliceStart(
      renderer: renderer, stack: (0..<height).map { stack[$0].whole }, depth: depth,
      parents: parents, parent: parent, indent: indent)
    let length = max(1, schedule.sliceLength)
    var lower = range.lowerBound
    while lower < range.upperBound, !isStopped {
      var slices: [Range<Int>] = []
      while slices.count < schedule.threads * 4, lower < range.upperBound {
        let upper = range.upperBound - lower > length ? lower + length : range.upperBound
        slices.append(lower..<upper)
        lower = upper
      }
      let group = slices
      let results = Self.concurrently(group.count, threads: schedule.threads) {
        start.render(scope, group[$0], template, from, to)
      }
      for result in results where !isStopped { take(result) }
    }
  }

  private mutating func take(_ result: SliceResult) {
    findings.merge(result.findings)
    if sink.bytes.isEmpty {
      sink = result.sink
    } else {
      result.sink.bytes.withUnsafeBufferPointer { sink.write($0) }
    }
    isStopped = result.isStopped
    if !isStopped { flushIfFull() }
  }

  private static func concurrently(
    _ count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> SliceResult
  ) -> [SliceResult] {
    let memory = UnsafeMutablePointer<SliceResult?>.allocate(capacity: count)
    memory.initialize(repeating: nil, count: count)
    // Each thread writes its own elements, and all threads end before any element is read.
    nonisolated(unsafe) let results = memory
    Workers.concurrently(count: count, threads: threads) { results[$0] = body($0) }
    let all = (0..<count).compactMap { memory[$0] }
    memory.deinitialize(count: count)
    memory.deallocate()
    return all
  }
}

extension SliceStart {
  fileprivate func render(
    _ scope: any Scope, _ records: Range<Int>, _ template: Int, _ from: Int, _ to: Int
  ) -> SliceResult {
    var interpreter = Interpreter(renderer, stack: stack, schedule: Schedule())
    interpreter.depth = depth
    interpreter.parents = parents
    interpreter.parent = parent
    interpreter.indent = indent
    interpreter.renderAll(scope, records, template, from, to)
    return SliceResult(
      sink: interpreter.sink, findings: interpreter.findings, isStopped: interpreter.isStopped)
  }
}
