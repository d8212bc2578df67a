import Diagnostics
import Synchronization

/// Templates that were read of one asset store, for the reports that are rendered with it later.
final class TemplateCache: Sendable {
  struct Key: Hashable {
    var name: String
    var form: String
    /// The keys of the interface strings that its tags may name.
    var stringKeys: [String]
  }

  typealias Reading = (template: TargetTemplate?, problems: [Diagnostic])

  private let readings = Mutex<[Key: Reading]>([:])

  /// The template of a key, read by `read` if it is asked for the first time. Two threads that ask at
  /// once may both read it.
  func reading(_ key: Key, _ read: () -> Reading) -> Reading {
    if let known = readings.withLock({ $0[key] }) { return known }
    let made = read()
    readings.withLock { $0[key] = made }
    return made
  }
}
