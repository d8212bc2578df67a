internal import Platform

/// What the process was started with, read in one place so that everything else can be handed it.
package enum SystemInfo {
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

  /// The words of the command line, the program's own name left out. Swift reads them from `/proc`;
  /// where that is not mounted they are taken from where the system has laid them.
  package static func arguments() -> [String] {
    let words = CommandLine.arguments.isEmpty ? initialArguments() : CommandLine.arguments
    return Array(words.dropFirst())
  }

  /// A process begins with the number of its arguments, the arguments, a null, and the environment:
  /// going back from the last finds the number that equals the distance.
  private static func initialArguments() -> [String] {
    let most = 1 << 16
    let end = UnsafeMutableRawPointer(environ).assumingMemoryBound(to: UInt.self) - 1
    guard end.pointee == 0 else { return [] }
    var count = 0
    while (end - count - 1).pointee != UInt(count) {
      count += 1
      guard count <= most else { return [] }
    }
    return (environ - 1 - count..<environ - 1).compactMap { $0.pointee.map { String(cString: $0) } }
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
