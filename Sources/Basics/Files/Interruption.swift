internal import Platform
internal import Synchronization

/// Removes temporary files when a signal ends the process.
///
/// The handler may run between any two instructions, so it uses only system calls and memory that
/// is already allocated. A lock guards the list of files. Its holder blocks the signals, so that
/// the handler never waits for the thread that it interrupted.
enum Interruption {
  private static let signals = [SIGHUP, SIGINT, SIGTERM]

  /// A registered file.
  struct Entry: @unchecked Sendable {
    fileprivate let node: UnsafeMutablePointer<Node>
  }

  fileprivate struct Node {
    var previous: UnsafeMutablePointer<Node>?
    var next: UnsafeMutablePointer<Node>?
    /// The root's path, then each name below it, each NUL-terminated; an empty name ends the list.
    var names: UnsafeMutablePointer<CChar>
  }

  private final class State: @unchecked Sendable {
    let isLocked = Atomic(false)
    /// The sentinel at the start of the list.
    let head: UnsafeMutablePointer<Node>
    init() {
      let names = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
      names.initialize(to: 0)
      head = .allocate(capacity: 1)
      head.initialize(to: Node(previous: nil, next: nil, names: names))
    }
  }

  private static let state = State()

  /// Calls `open`, which creates a file below a root. If it succeeds (a result that is not
  /// negative), the file is removed when a signal ends the process.
  static func register(
    _ root: String, _ path: String, opening open: () -> Int32
  ) -> (descriptor: Int32, entry: Entry?) {
    _ = installed
    // Allocate before the signals are blocked.
    let names = flattened([Substring(root)] + path.split(separator: "/"))
    let node = UnsafeMutablePointer<Node>.allocate(capacity: 1)
    node.initialize(to: Node(previous: nil, next: nil, names: names))
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

  /// Unregisters a file that is in its final place or removed.
  static func forget(_ entry: Entry) {
    let node = entry.node
    locked {
      node.pointee.previous?.pointee.next = node.pointee.next
      node.pointee.next?.pointee.previous = node.pointee.previous
    }
    free(node)
  }

  private static func free(_ node: UnsafeMutablePointer<Node>) {
    node.pointee.names.deallocate()
    node.deallocate()
  }

  private static func flattened(_ names: [Substring]) -> UnsafeMutablePointer<CChar> {
    var bytes: [CChar] = []
    for name in names { bytes += name.utf8.map { CChar(bitPattern: $0) } + [0] }
    bytes.append(0)
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    copy.initialize(from: bytes, count: bytes.count)
    return copy
  }

  // MARK: Signals

  /// Blocks the signals while `body` runs.
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
      // Mostly held for a few instructions, but also while a file is created, which may take long.
      var attempts = 0
      while state.isLocked.exchange(true, ordering: .acquiring) {
        attempts += 1
        if attempts > 20 { usleep(50) } else { sched_yield() }
      }
      defer { state.isLocked.store(false, ordering: .releasing) }
      return body()
    }
  }

  /// Installs the handlers, once. Ignored signals (`nohup`) stay ignored.
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

  /// Removes the files and ends the process by the signal. Keeps the lock, so that no other thread
  /// can create a file.
  private static func end(by signal: Int32) {
    let state = state
    var attempts = 10_000
    while state.isLocked.exchange(true, ordering: .acquiring), attempts > 0 {
      usleep(1_000)
      attempts -= 1
    }
    var node = state.head.pointee.next
    while let found = node {
      remove(found.pointee.names)
      node = found.pointee.next
    }
    // The default action is restored; the signal is delivered when this handler returns.
    raise(signal)
  }

  /// Removes a file without following a link below its root.
  private static func remove(_ names: UnsafeMutablePointer<CChar>) {
    var folder = open(names, openForPath | O_DIRECTORY | O_CLOEXEC)
    var name = names + strlen(names) + 1
    while folder >= 0, name.pointee != 0 {
      let next = name + strlen(name) + 1
      if next.pointee == 0 {
        unlinkat(folder, name, 0)
        close(folder)
        return
      }
      let inner = openat(folder, name, openForPath | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      close(folder)
      folder = inner
      name = next
    }
    if folder >= 0 { close(folder) }
  }
}
