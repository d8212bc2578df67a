internal import Synchronization

/// Values that are kept until the process ends. The system then takes their memory back at once, while
/// destroying 100,000 messages one after the other takes a tenth of the time of a rendering.
package enum KeptValues {
  private static let values = Mutex<[any Sendable]>([])

  /// Keeps a value for good: for a process that is about to end, and never in a loop or a server.
  package static func keep(_ value: some Sendable) { values.withLock { $0.append(value) } }
}
