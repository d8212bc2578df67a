internal import Platform
internal import Synchronization

/// Runs work on several POSIX threads. Dispatch would increase start-up time and size.
package enum Workers {
  /// The number of online processors. Read once, because `sysconf` reads a file each time.
  package static let processors = max(1, min(512, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// The maximum number of threads for one report.
  package static var available: Int { min(8, processors) }

  /// Calls `body` once with each number below `count`, on several threads including the caller's.
  /// Returns when all calls have. The order is unspecified.
  package static func concurrently(
    count: Int, threads: Int = available, _ body: @escaping @Sendable (Int) -> Void
  ) {
    let crew = min(threads, count)
    guard crew > 1 else {
      for index in 0..<max(0, count) { body(index) }
      return
    }
    let shift = Shift(count: count, body: body)
    // If a thread can't be created, the others do its work.
    let helpers = (1..<crew).compactMap { _ in start(shift) }
    shift.work()
    for helper in helpers { pthread_join(helper, nil) }
  }

  private final class Shift: Sendable {
    let count: Int
    let body: @Sendable (Int) -> Void
    let next = Atomic(0)

    init(count: Int, body: @escaping @Sendable (Int) -> Void) {
      self.count = count
      self.body = body
    }

    func work() {
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        body(index)
      }
    }
  }

  /// Computes results on several threads, and passes each to `receive` on the caller's thread, in
  /// order, while the next ones are computed. Ends early if `receive` returns false.
  package static func inOrder<Result: Sendable>(
    count: Int, threads: Int = available, _ make: @escaping @Sendable (Int) -> Result,
    receive: (consuming Result) -> Bool
  ) {
    let crew = min(threads, count)
    guard crew > 1 else {
      for index in 0..<max(0, count) { guard receive(make(index)) else { return } }
      return
    }
    let queue = OrderedQueue(count: count, ahead: crew * aheadOfEach, make)
    let helping = Shift(count: crew - 1) { _ in queue.help() }
    let helpers = (1..<crew).compactMap { _ in start(helping) }
    queue.lead(receive)
    for helper in helpers { pthread_join(helper, nil) }
  }

  /// The number of results per thread that may wait for `receive`, which bounds the memory.
  private static let aheadOfEach = 4

  /// Starts `body` on a new thread. Runs it at once if no thread can be created.
  package static func begin(_ body: @escaping @Sendable () -> Void) -> Errand {
    let shift = Shift(count: 1) { _ in body() }
    let thread = start(shift)
    if thread == nil { shift.work() }
    return Errand(thread)
  }

  /// Runs `body` on a detached thread. Does not run it if no thread can be created.
  package static func detach(_ body: @escaping @Sendable () -> Void) {
    if let thread = start(Shift(count: 1) { _ in body() }) { pthread_detach(thread) }
  }

  private static let stackSize = 8 << 20

  private static func start(_ shift: Shift) -> pthread_t? {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    var thread = pthread_t()
    let handed = Unmanaged.passRetained(shift)
    let status = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Shift>.fromOpaque(argument).takeRetainedValue().work()
        return nil
      }, handed.toOpaque())
    guard status == 0 else {
      handed.release()
      return nil
    }
    return thread
  }
}

/// Work on a thread of its own.
package final class Errand {
  private var thread: pthread_t?

  fileprivate init(_ thread: pthread_t?) {
    self.thread = thread
  }

  /// Waits for its end.
  package func wait() {
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }

  deinit { wait() }
}
