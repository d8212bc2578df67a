internal import Glibc

/// What the process was started with, read in one place so that everything else can be handed it.
package enum Surroundings {
  /// The environment; of a name that is there twice the first counts, as for `getenv`.
  package static func environment() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text)
      if let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) {
        let name = String(pair[..<equals])
        if variables[name] == nil {
          variables[name] = String(pair[pair.utf8.index(after: equals)...])
        }
      }
      entry += 1
    }
    return variables
  }

  /// The system's clock, for the one place that may ask it.
  package static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(seconds: Int64(time.tv_sec))
  }

  /// Nanoseconds on a clock that only ever goes forward, for measuring.
  package static func ticks() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
  }

  package static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// How many columns the terminal behind a stream shows; nil when there is none.
  package static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
