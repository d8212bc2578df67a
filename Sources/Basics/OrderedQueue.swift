internal import Platform

/// Results that several threads make and one takes in their order. A lock and two conditions of POSIX
/// guard its state; they need an address that stays, which is why it is unchecked.
///
/// Each change wakes the one thread that can go on: where there are more threads than processors, the
/// others would only take turns at the lock.
final class OrderedQueue<Result: Sendable>: @unchecked Sendable {
  private let count: Int
  private let ahead: Int
  private let make: @Sendable (Int) -> Result
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// The result that is taken next has been made.
  private let isReady = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// One more result may be made.
  private let hasRoom = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  private var next = 0
  private var taken = 0
  private var results: [Result?]
  private var hasEnded = false

  /// - Parameter ahead: How many results may be made before the one that is taken next.
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

  /// Makes results until all are begun.
  func help() {
    pthread_mutex_lock(lock)
    while !hasEnded, next < count {
      if next < taken + ahead { makeNext() } else { pthread_cond_wait(hasRoom, lock) }
    }
    pthread_mutex_unlock(lock)
  }

  /// Takes all results, and makes some where none is ready.
  func lead(_ take: (consuming Result) -> Bool) {
    pthread_mutex_lock(lock)
    while taken < count, !hasEnded {
      if let result = results[taken].take() {
        pthread_mutex_unlock(lock)
        let goesOn = take(result)
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

  /// Makes a result without the lock, which is held before and after.
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
