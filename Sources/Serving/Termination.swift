internal import CProcess

/// Lets a long-running program end cleanly: Ctrl-C and `kill` set a flag instead of ending it.
package enum Termination {
  /// Whether the program has been asked to end.
  package static var isRequested: Bool { tidemark_termination_requested() != 0 }

  /// Begins to catch the signals. A second signal ends the program as usual. An ignored hang-up
  /// (`nohup`) stays ignored.
  package static func await() { tidemark_termination_await() }
}
