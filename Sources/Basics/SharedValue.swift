internal import Synchronization

/// A value that is made once, by the thread that asks for it first; others wait for it.
package final class SharedValue<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)
  private let make: @Sendable () -> Value

  package init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  package var value: Value {
    made.withLock { known in
      if let known { return known }
      let value = make()
      known = value
      return value
    }
  }

  /// Makes the value on a thread of its own.
  package func begin() -> Errand {
    Workers.begin { _ = self.value }
  }
}
