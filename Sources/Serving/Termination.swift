internal import Platform
internal import Synchronization

/// Lets a program that runs until it is told to stop end in its own time: Ctrl-C and `kill` are noted
/// instead of ending it.
package enum Termination {
  private static let isAsked = Atomic(false)

  /// Whether the program has been asked to end.
  package static var isRequested: Bool { isAsked.load(ordering: .relaxed) }

  /// Begins to note the signals. A second one ends the program as usual. An ignored hang-up (`nohup`)
  /// stays ignored.
  package static func await() {
    // The handler must not be the first to touch it.
    isAsked.store(false, ordering: .relaxed)
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      var before = sigaction()
      let isIgnored =
        sigaction(signal, nil, &before) == 0
        && unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == 1
      if signal == SIGHUP, isIgnored { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in
        Termination.isAsked.store(true, ordering: .relaxed)
      }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(signal, &action, nil)
    }
  }
}
