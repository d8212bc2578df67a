package import Diagnostics
internal import Glibc

/// Hands a message to a program that takes it on its standard input, as sendmail does.
package struct Sendmail: Sendable {
  /// What every system with mail has, with the words that make it read the recipients from the
  /// message and take a full stop on a line for what it is.
  package static let usual = ["/usr/sbin/sendmail", "-t", "-i"]

  package var command: [String]
  package var environment: [String: String]
  /// How long the program may take.
  package var seconds: Int
  /// Whether it stays among those that a terminal's keys reach: it may ask for a password there.
  package var isInForeground: Bool

  package init(
    _ command: [String] = usual, environment: [String: String], seconds: Int = 120,
    isInForeground: Bool = false
  ) {
    self.command = command
    self.environment = environment
    self.seconds = seconds
    self.isInForeground = isInForeground
  }

  /// Sends the message and waits; what went wrong, or what the program had to say nevertheless.
  package func send(_ message: [UInt8]) -> [Diagnostic] {
    guard let program = command.first else { return [failure("it names no program", [])] }
    // The message is whole before the program starts: whatever ends this process, no half of it is
    // taken for a mail.
    let folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    func unwritable(_ code: Int32) -> [Diagnostic] {
      let why = "can't write a file in '\(VisibleText.of(folder))': \(Self.reason(code))"
      return [failure(why, ["TMPDIR names another folder"])]
    }
    let input = Self.namelessFile(in: folder)
    guard input >= 0 else { return unwritable(errno) }
    defer { close(input) }
    if let code = Self.write(message, to: input) { return unwritable(code) }
    lseek(input, 0, SEEK_SET)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return [failure(Self.reason(errno), [])] }
    let output = ends[0]
    defer { close(output) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (process, code) = Child.start(
      command, environment, input: input, output: ends[1], hasOwnGroup: !isInForeground)
    close(ends[1])
    guard let process else {
      let help =
        command == Self.usual
        ? ["install a mail program, or name one: --sendmail 'msmtp -t'"]
        : code == ENOENT ? ["name a program and its words: --sendmail 'msmtp -t'"] : []
      return [failure("can't run '\(VisibleText.of(program))': \(Self.reason(code))", help)]
    }
    var child = Child(process: process, output: output, hasOwnGroup: !isInForeground)
    return outcome(child.finish(within: seconds), VisibleText.of(program), Self.lines(child.words))
  }

  private func outcome(
    _ end: Child.End, _ program: String, _ words: [String]
  ) -> [Diagnostic] {
    let said = words.map { "it said: \($0)" }
    switch end {
    case .exited(0):
      return said.isEmpty
        ? [] : [Diagnostic(.note, "sendmail-said", "'\(program)' took the mail", help: said)]
    case .exited(let status): return [failure("'\(program)' ended with status \(status)", said)]
    case .killed(let signal): return [failure("'\(program)' was ended by signal \(signal)", said)]
    case .tooLate:
      return [failure("'\(program)' took more than \(seconds) seconds and was ended", said)]
    }
  }

  private func failure(_ why: String, _ help: [String]) -> Diagnostic {
    Diagnostic(.error, "not-sent", "the mail was not sent: \(why)", help: help)
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// The first lines of what a program said.
  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).prefix(8).map {
      VisibleText.of(String($0.prefix(300)))
    }
  }

  /// A file that nobody else can open and that is gone when it is closed.
  private static func namelessFile(in folder: String) -> Int32 {
    var path = Array("\(folder)/tidemark-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    if descriptor >= 0 {
      unlink(path)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    return descriptor
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer
      while rest.count > 0 {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno != EINTR { return errno }
        rest = UnsafeRawBufferPointer(rebasing: rest[max(count, 0)...])
      }
      return nil
    }
  }
}
