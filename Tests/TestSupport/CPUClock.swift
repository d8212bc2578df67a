import Foundation

/// The time that a thread has spent on a processor, which other programs don't make longer.
package struct CPUClock {
  private let start = CPUClock.seconds

  package init() {}

  /// What the calling thread has spent since the clock was made on the same thread.
  package var seconds: Double { CPUClock.seconds - start }

  private static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
