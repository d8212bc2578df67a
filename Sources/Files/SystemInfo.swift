// Unsafe pointers: 'environ' is a list of C strings.

internal import CProcess
internal import Platform

/// Reads the state of the process and the system, so that other code receives it as parameters.
package enum SystemInfo {
  /// The environment variables. The first of duplicate names is used, as by `getenv`.
  package static func environment() -> [String: String] {
    // Reserves capacity, because growing hashes all names again.
    var variables = [String: String](minimumCapacity: 64)
    var entry = environ
    while let text = entry.pointee {
      if let equals = strchr(text, Int32(UInt8(ascii: "="))) {
        let name = text.withMemoryRebound(to: UInt8.self, capacity: equals - text) {
          String(decoding: UnsafeBufferPointer(start: $0, count: equals - text), as: UTF8.self)
        }
        if variables[name] == nil { variables[name] = String(cString: equals + 1) }
      }
      entry += 1
    }
    return variables
  }

  /// The command line arguments without the program's name. Swift reads them from `/proc`, which
  /// may not be mounted.
  package static func arguments() -> [String] {
    var count: Int32 = 0
    guard let given = tidemark_arguments(&count) else {
      return Array(CommandLine.arguments.dropFirst())
    }
    return (0..<Int(count)).dropFirst().compactMap { given[$0].map { String(cString: $0) } }
  }

  /// Nanoseconds of a monotonic clock, for measuring.
  package static func ticks() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
  }

  /// The path of the working folder; nil if it can't be determined.
  package static func workingFolder() -> String? {
    guard let path = realpath(".", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// Pauses the thread.
  package static func sleep(milliseconds: UInt32) {
    usleep(milliseconds * 1_000)
  }

  package static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// The width in columns of the terminal behind a stream; nil if there is none.
  package static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
