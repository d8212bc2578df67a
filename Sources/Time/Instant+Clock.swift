internal import Platform

extension Instant {
  /// The current time of the system's clock.
  package static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(seconds: Int64(time.tv_sec))
  }
}
