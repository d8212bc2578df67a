import Foundation
import Templating
import Testing
import Text
import Threads

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

  private func pieces(of template: String, flushSize: Int) -> [[UInt8]] {
    nonisolated(unsafe) var pieces: [[UInt8]] = []
    var schedule = Schedule()
    schedule.flushSize = flushSize
    schedule.flush = { sink in
      pieces.append(sink.bytes)
      sink.bytes.removeAll()
      return true
    }
    _ = render(template, data: .record(Root(500), 0), schedule: schedule)
    return pieces
  }

  @Test func outputIsFlushedAtTheEndOfALine() {
    let lines = "{{#list}}> {{#isOdd}}{{n}}, {{/isOdd}}{{n}}\n{{/list}}"
    let pieces = pieces(of: lines, flushSize: 100)
    #expect(pieces.count > 10)
    #expect(pieces.allSatisfy { $0.last == UInt8(ascii: "\n") && $0.first == UInt8(ascii: ">") })
  }

  @Test func longLineIsFlushedBeforeItsEnd() {
    let pieces = pieces(of: "{{#list}}{{n}}, {{/list}}", flushSize: 100)
    #expect(pieces.count > 5)
    #expect(pieces.allSatisfy { $0.count >= 200 && $0.count < 220 })
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

  /// What is settled stands in its place, and the last slice is not, since what follows may shorten it.
  @Test func slicesAreSettledWhereTheyAreRendered() {
    nonisolated(unsafe) var whole = ""
    nonisolated(unsafe) var settledSlices = 0
    var schedule = Schedule()
    schedule.threads = 3
    schedule.threshold = 50
    schedule.sliceLength = 64
    schedule.flush = { sink in
      whole += sink.string
      sink = ByteSink()
      return true
    }
    schedule.settle = { $0.string.uppercased() }
    schedule.flushSettled = { sink, settled in
      settledSlices += 1
      whole += settled as? String ?? "?"
      sink = ByteSink()
      return true
    }
    let data = Value.record(Root(640), 0)
    let outcome = render("{{#list}}n{{n}};{{/list}}.", data: data, schedule: schedule)
    #expect(settledSlices == 9)
    let expected = (1...640).map { $0 <= 576 ? "N\($0);" : "n\($0);" }.joined() + "."
    #expect(whole + outcome.text == expected)
  }

  @Test(arguments: [1, 2, 16])
  func workersHandResultsOverInOrder(threads: Int) {
    var taken: [Int] = []
    Workers.inOrder(count: 500, threads: threads) {
      $0 * 3
    } receive: { result in
      taken.append(result)
      return true
    }
    #expect(taken == (0..<500).map { $0 * 3 })
    Workers.inOrder(count: 0, threads: threads) {
      $0
    } receive: { _ in
      Issue.record("nothing is made of nothing")
      return true
    }
  }

  @Test func workersGoOnWhenASlowTakerHasMadeRoom() {
    // The threads that have made the first half of the results, and the second.
    var makers: [Set<String>] = [[], []]
    Workers.inOrder(count: 400, threads: 2) { number in
      usleep(500)
      return (number, "\(pthread_self())")
    } receive: { number, thread in
      // By then no more results may wait.
      if number == 0 { usleep(50_000) }
      makers[number < 200 ? 0 : 1].insert(thread)
      return true
    }
    #expect(makers.map(\.count) == [2, 2])
  }

  @Test(arguments: [1, 2, 16])
  func workersEndWhereAResultIsRefused(threads: Int) {
    var taken = 0
    Workers.inOrder(count: 10_000, threads: threads) {
      $0
    } receive: { result in
      taken += 1
      return result < 20
    }
    #expect(taken == 21)
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
