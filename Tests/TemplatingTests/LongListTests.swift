import Basics
import Templating
import Testing

/// Records whose value is their index.
private final class Numbers: Scope {
  func value(_ name: Name, at index: Int) -> Value {
    switch name.text {
    case "n": .number(index)
    case "isOdd": .flag(index % 2 == 1)
    default: .missing
    }
  }
}

private final class Root: Scope {
  let count: Int

  init(_ count: Int) { self.count = count }

  func value(_ name: Name, at index: Int) -> Value {
    switch name.text {
    case "list": .records(Numbers(), 1..<(count + 1))
    case "title": .text("T")
    default: .missing
    }
  }
}

@Suite struct LongListTests {
  private let partials = ["item": "{{n}}{{#isOdd}} {{title}}{{x}}{{/isOdd}},\n{{>y}}"]
  private let template = "<\n{{#list}}\n  {{>item}}\n{{/list}}\n>{{#list}}.{{/list}}"

  @Test(arguments: [0, 1, 99, 1_000, 5_003])
  func longListsRenderTheSameOnAnyNumberOfThreads(count: Int) {
    let data = Value.record(Root(count), 0)
    let expected = render(template, partials: partials, data: data)
    for threads in [2, 3, 8] {
      var schedule = Schedule()
      schedule.threads = threads
      schedule.threshold = 50
      schedule.sliceLength = 64
      let outcome = render(template, partials: partials, data: data, schedule: schedule)
      #expect(outcome.text == expected.text)
      #expect(outcome.diagnostics == expected.diagnostics)
    }
    #expect(expected.ids.count == min(count, 1) * 2)
  }

  @Test(arguments: [1, 4])
  func outputIsFlushedDuringRendering(threads: Int) {
    var schedule = Schedule()
    schedule.threads = threads
    schedule.threshold = 50
    schedule.flushSize = 1_000
    nonisolated(unsafe) var whole: [UInt8] = []
    nonisolated(unsafe) var largest = 0
    schedule.flush = { sink in
      largest = max(largest, sink.bytes.count)
      whole += sink.bytes
      sink.bytes.removeAll(keepingCapacity: true)
      return true
    }
    let data = Value.record(Root(20_000), 0)
    let outcome = render(template, partials: partials, data: data, schedule: schedule)
    let expected = render(template, partials: partials, data: data)
    #expect(String(decoding: whole, as: UTF8.self) + outcome.text == expected.text)
    #expect(largest < 20_000)
  }

  @Test func renderingStopsWhenFlushReturnsFalse() {
    var schedule = Schedule()
    schedule.flushSize = 100
    schedule.flush = { _ in false }
    let outcome = render(
      template, partials: partials, data: .record(Root(100_000), 0), schedule: schedule)
    #expect(outcome.text.utf8.count < 200)
  }

  @Test func workersCallTheBodyOncePerNumber() {
    let memory = UnsafeMutablePointer<Int>.allocate(capacity: 1_000)
    memory.initialize(repeating: 0, count: 1_000)
    nonisolated(unsafe) let counts = memory
    Workers.concurrently(count: 1_000, threads: 4) { counts[$0] += 1 }
    Workers.concurrently(count: 0) { counts[$0] += 1 }
    #expect((0..<1_000).allSatisfy { memory[$0] == 1 })
    memory.deallocate()
  }
}
