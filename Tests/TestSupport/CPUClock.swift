import Foundation

/// Measures the processor time of a thread, which does not depend on the load by other programs.
package struct CPUClock {
  private let start = CPUClock.seconds

  package init() {}

  /// The processor time in seconds since the clock was created. Call it on the same thread.
  package var seconds: Double { CPUClock.seconds - start }

  private static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
