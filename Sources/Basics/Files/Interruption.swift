internal import Platform
internal import Synchronization

/// Removes the files in the making when a signal ends the process, which then ends by that signal.
///
/// The signals' handler runs between any two instructions, so it uses nothing but system calls and
/// memory that is laid out already. The list of files is guarded by a lock; its holder has these
/// signals wait, so that the handler never waits for the thread that it has interrupted.
enum Interruption {
  private static let signals = [SIGHUP, SIGINT, SIGTERM]

  /// A file that is removed, until it is forgotten.
  struct Entry: @unchecked Sendable {
    fileprivate let node: UnsafeMutablePointer<Node>
  }

  fileprivate struct Node {
    var previous: UnsafeMutablePointer<Node>?
    var next: UnsafeMutablePointer<Node>?
    /// The root's path, then each name below it, each ended by NUL; an empty one ends all.
    var words: UnsafeMutablePointer<CChar>
  }

  private final class State: @unchecked Sendable {
    let isLocked = Atomic(false)
    /// The first of the list. Stands before all files.
    let head: UnsafeMutablePointer<Node>
    init() {
      let words = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
      words.initialize(to: 0)
      head = .allocate(capacity: 1)
      head.initialize(to: Node(previous: nil, next: nil, words: words))
    }
  }

  private static let state = State()

  /// Calls `open`, which makes a file below a root; where it does (a result that is not negative) the
  /// file is removed when a signal ends the process.
  static func register(
    _ root: String, _ path: String, opening open: () -> Int32
  ) -> (descriptor: Int32, entry: Entry?) {
    _ = installed
    // What takes memory is done before the signals wait.
    let words = flattened([Substring(root)] + path.split(separator: "/"))
    let node = UnsafeMutablePointer<Node>.allocate(capacity: 1)
    node.initialize(to: Node(previous: nil, next: nil, words: words))
    let descriptor = locked {
      let descriptor = open()
      if descriptor >= 0 {
        let head = state.head
        node.pointee.previous = head
        node.pointee.next = head.pointee.next
        head.pointee.next?.pointee.previous = node
        head.pointee.next = node
      }
      return descriptor
    }
    guard descriptor < 0 else { return (descriptor, Entry(node: node)) }
    free(node)
    return (descriptor, nil)
  }

  /// Leaves a file alone from now on: it has taken its place, or is gone.
  static func forget(_ entry: Entry) {
    let node = entry.node
    locked {
      node.pointee.previous?.pointee.next = node.pointee.next
      node.pointee.next?.pointee.previous = node.pointee.previous
    }
    free(node)
  }

  private static func free(_ node: UnsafeMutablePointer<Node>) {
    node.pointee.words.deallocate()
    node.deallocate()
  }

  private static func flattened(_ words: [Substring]) -> UnsafeMutablePointer<CChar> {
    var bytes: [CChar] = []
    for word in words { bytes += word.utf8.map { CChar(bitPattern: $0) } + [0] }
    bytes.append(0)
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    copy.initialize(from: bytes, count: bytes.count)
    return copy
  }

  // MARK: Signals

  /// Has the signals wait while `body` runs.
  static func deferring<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var set = sigset_t()
    var before = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }

  private static func locked<Result>(_ body: () -> Result) -> Result {
    deferring {
      while state.isLocked.exchange(true, ordering: .acquiring) { usleep(50) }
      defer { state.isLocked.store(false, ordering: .releasing) }
      return body()
    }
  }

  /// Set up once, before the first file. A signal that is ignored (`nohup`) stays ignored.
  private static let installed: Bool = {
    _ = state
    for signal in signals {
      var before = sigaction()
      guard sigaction(signal, nil, &before) == 0,
        unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == 0
      else { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { signal in Interruption.end(by: signal) }
      sigemptyset(&action.sa_mask)
      for other in signals { sigaddset(&action.sa_mask, other) }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(signal, &action, nil)
    }
    return true
  }()

  /// Removes the files and has the process end by the signal. The lock is never given back: no other
  /// thread begins a file any more.
  private static func end(by signal: Int32) {
    let state = state
    var patience = 10_000
    while state.isLocked.exchange(true, ordering: .acquiring), patience > 0 {
      usleep(1_000)
      patience -= 1
    }
    var node = state.head.pointee.next
    while let found = node {
      remove(found.pointee.words)
      node = found.pointee.next
    }
    // The usual answer to the signal is back in force, and waits for this one to return.
    raise(signal)
  }

  /// Removes a file without following a link below its root.
  private static func remove(_ words: UnsafeMutablePointer<CChar>) {
    var folder = open(words, openForPath | O_DIRECTORY | O_CLOEXEC)
    var word = words + strlen(words) + 1
    while folder >= 0, word.pointee != 0 {
      let next = word + strlen(word) + 1
      if next.pointee == 0 {
        unlinkat(folder, word, 0)
        close(folder)
        return
      }
      let inner = openat(folder, word, openForPath | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      close(folder)
      folder = inner
      word = next
    }
    if folder >= 0 { close(folder) }
  }
}
