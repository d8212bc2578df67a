import Synchronization
import Testing

@testable import Basics

@Suite("Values that threads share") struct SharedValueTests {
  @Test func isMadeOnceHoweverManyThreadsAsk() {
    let calls = Atomic(0)
    let value = SharedValue { calls.wrappingAdd(1, ordering: .relaxed).newValue }
    let errands = (0..<4).map { _ in value.begin() }
    #expect(value.value == 1)
    for errand in errands { errand.wait() }
    #expect(value.value == 1)
  }

  @Test func isNotMadeUnlessItIsAskedFor() {
    let calls = Atomic(0)
    _ = SharedValue { calls.wrappingAdd(1, ordering: .relaxed).newValue }
    #expect(calls.load(ordering: .relaxed) == 0)
  }
}
