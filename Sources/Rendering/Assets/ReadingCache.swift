import Synchronization

/// Caches the results of reading an asset store, so that later reports reuse them.
final class ReadingCache<Key: Hashable & Sendable, Reading: Sendable>: Sendable {
  private let readings = Mutex<[Key: Reading]>([:])

  /// The reading of a key, made by `read` on its first use. Two threads may both call `read` for
  /// the same key.
  func reading(_ key: Key, _ read: () -> Reading) -> Reading {
    if let known = readings.withLock({ $0[key] }) { return known }
    let made = read()
    readings.withLock { $0[key] = made }
    return made
  }
}
