// Unsafe pointers: 'posix_spawn' takes C strings.

internal import Platform

/// A running program.
package struct Subprocess {
  package enum End: Sendable, Hashable {
    case exited(Int32)
    case killed(Int32)
    case tooLate
  }

  let process: Int32
  let output: Int32
  let hasOwnGroup: Bool
  /// The beginning of its output.
  package private(set) var received: [UInt8] = []

  private static let mostReceived = 8_192
  /// The number of reads of `readSize` bytes before the deadline is checked again.
  private static let mostReads = 64
  private static let readSize = 4_096

  package init(process: Int32, output: Int32, hasOwnGroup: Bool) {
    self.process = process
    self.output = output
    self.hasOwnGroup = hasOwnGroup
  }

  /// Starts a program with the given standard input. Its output and errors go to `output`.
  package static func start(
    _ command: [String], _ environment: [String: String], input: Int32, output: Int32,
    hasOwnGroup: Bool
  ) -> (Int32?, Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, output, 2)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // This process ignores SIGPIPE; the program expects the default.
    var usual = sigset_t()
    sigemptyset(&usual)
    sigaddset(&usual, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    var flags = Int16(POSIX_SPAWN_SETSIGDEF)
    if hasOwnGroup { flags |= Int16(POSIX_SPAWN_SETPGROUP) }
    posix_spawnattr_setflags(&attributes, flags)

    guard let program = command.first else { return (nil, ENOENT) }
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    let code = posix_spawnp(
      &process, program, &actions, &attributes, &arguments, &variables)
    return code == 0 ? (process, 0) : (nil, code)
  }

  /// Reads output until the program ends. Stops it after `seconds`.
  package mutating func finish(within seconds: Int) -> End {
    if let end = wait(atMost: seconds) { return end }
    end()
    return .tooLate
  }

  /// Reads output until the program ends; nil if it still runs after `seconds`.
  private mutating func wait(atMost seconds: Int) -> End? {
    let deadline = Self.now() + Double(seconds)
    var isOutputOpen = true
    var status: Int32 = 0
    var pause = 0.001
    while true {
      if isOutputOpen { isOutputOpen = listen(for: pause) } else { usleep(UInt32(pause * 1e6)) }
      let result = waitpid(process, &status, WNOHANG)
      if result == process || result < 0 && errno != EINTR { break }
      if Self.now() > deadline { return nil }
      pause = min(pause * 2, 0.05)
    }
    // Its child processes may keep the pipe open, so read only the available output.
    if isOutputOpen { _ = listen(for: 0) }
    return Self.end(of: status)
  }

  /// Starts a program that may outlive this one and discards its output. Waits up to `seconds` for
  /// its end; `end` is nil if it still runs, `code` is the `errno` of a failed start.
  package static func launch(
    _ command: [String], _ environment: [String: String], patience seconds: Int
  ) -> (end: End?, code: Int32) {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nothing >= 0 else { return (nil, errno) }
    defer { close(nothing) }
    let (process, code) = start(
      command, environment, input: nothing, output: nothing, hasOwnGroup: true)
    guard let process else { return (nil, code) }
    var child = Subprocess(process: process, output: nothing, hasOwnGroup: true)
    return (child.wait(atMost: seconds), 0)
  }

  /// Reads output, possibly endless. Returns false at its end.
  private mutating func listen(for seconds: Double) -> Bool {
    var wait = Int32(seconds * 1_000)
    for _ in 0..<Self.mostReads {
      var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, wait) > 0 else { return true }
      var buffer = [UInt8](repeating: 0, count: Self.readSize)
      let count = read(output, &buffer, buffer.count)
      if count == 0 || count < 0 && errno != EINTR { return false }
      let free = Self.mostReceived - received.count
      received += buffer.prefix(min(max(count, 0), free))
      wait = 0
    }
    return true
  }

  /// Terminates the program, then kills it if it doesn't end.
  private func end() {
    let target = hasOwnGroup ? -process : process
    var status: Int32 = 0
    var isGone = false
    for (signal, attempts) in [(SIGTERM, 100), (SIGKILL, 500)] {
      // The process id may have been reused. A group id is not reused while the group has members.
      if isGone, !hasOwnGroup { return }
      kill(target, signal)
      for _ in 0..<attempts where !isGone {
        isGone = waitpid(process, &status, WNOHANG) != 0
        if !isGone { usleep(10_000) }
      }
    }
  }

  private static func end(of status: Int32) -> End {
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
