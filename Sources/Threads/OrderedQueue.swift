// Unsafe pointers: the locks of the C library need a fixed address.

internal import Platform

/// Results that several threads compute and one thread consumes in order. A POSIX mutex and two
/// condition variables guard its state. They need a fixed address, hence `@unchecked Sendable`.
///
/// Each change wakes only the one thread that can continue. With more threads than processors,
/// the others would only compete for the lock.
final class OrderedQueue<Result: Sendable>: @unchecked Sendable {
  private let count: Int
  private let ahead: Int
  private let make: @Sendable (Int) -> Result
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Signals that the next result to consume is ready.
  private let isReady = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Signals that one more result may be computed.
  private let hasRoom = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  private var next = 0
  private var taken = 0
  private var results: [Result?]
  private var hasEnded = false

  /// - Parameter ahead: The largest number of results that are begun and not yet consumed.
  init(count: Int, ahead: Int, _ make: @escaping @Sendable (Int) -> Result) {
    self.count = count
    self.ahead = ahead
    self.make = make
    results = Array(repeating: nil, count: count)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(isReady, nil)
    pthread_cond_init(hasRoom, nil)
  }

  deinit {
    pthread_cond_destroy(isReady)
    pthread_cond_destroy(hasRoom)
    pthread_mutex_destroy(lock)
    isReady.deallocate()
    hasRoom.deallocate()
    lock.deallocate()
  }

  /// Computes results until all are begun.
  func help() {
    pthread_mutex_lock(lock)
    while !hasEnded, next < count {
      if next < taken + ahead { makeNext() } else { pthread_cond_wait(hasRoom, lock) }
    }
    pthread_mutex_unlock(lock)
  }

  /// Consumes all results, and computes some while none is ready. Stops if `receive` returns false.
  func lead(_ receive: (consuming Result) -> Bool) {
    pthread_mutex_lock(lock)
    while taken < count, !hasEnded {
      if let result = results[taken].take() {
        pthread_mutex_unlock(lock)
        let goesOn = receive(result)
        pthread_mutex_lock(lock)
        taken += 1
        hasEnded = !goesOn
        pthread_cond_signal(hasRoom)
      } else if next < count, next < taken + ahead {
        makeNext()
      } else {
        pthread_cond_wait(isReady, lock)
      }
    }
    hasEnded = true
    pthread_cond_broadcast(hasRoom)
    pthread_mutex_unlock(lock)
  }

  /// Computes a result. The caller holds the lock, which is released meanwhile.
  private func makeNext() {
    let index = next
    next += 1
    pthread_mutex_unlock(lock)
    let result = make(index)
    pthread_mutex_lock(lock)
    results[index] = result
    if index == taken { pthread_cond_signal(isReady) }
  }
}
