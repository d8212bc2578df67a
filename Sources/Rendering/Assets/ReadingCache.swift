import Synchronization

/// What was read of one asset store, for the reports that are rendered with it later.
final class ReadingCache<Key: Hashable & Sendable, Reading: Sendable>: Sendable {
  private let readings = Mutex<[Key: Reading]>([:])

  /// The reading of a key, made by `read` if it is asked for the first time. Two threads that ask at
  /// once may both make it.
  func reading(_ key: Key, _ read: () -> Reading) -> Reading {
    if let known = readings.withLock({ $0[key] }) { return known }
    let made = read()
    readings.withLock { $0[key] = made }
    return made
  }
}
