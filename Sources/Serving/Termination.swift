internal import CProcess

/// Lets a program that runs until it is told to stop end in its own time: Ctrl-C and `kill` are noted
/// instead of ending it.
package enum Termination {
  /// Whether the program has been asked to end.
  package static var isRequested: Bool { tidemark_termination_requested() != 0 }

  /// Begins to note the signals. A second one ends the program as usual. An ignored hang-up (`nohup`)
  /// stays ignored.
  package static func await() { tidemark_termination_await() }
}
