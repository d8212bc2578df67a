// Unsafe pointers: 'write' of the C library takes memory.

package import Diagnostics
import Files
internal import Platform

/// Sends a message through a program that reads it from standard input, as sendmail does.
package struct Sendmail: Sendable {
  /// The default command. `-t` reads the recipients from the message, `-i` doesn't end at a line
  /// with a single full stop.
  package static let usual = ["/usr/sbin/sendmail", "-t", "-i"]
  /// Options that read the recipients from the message. A command with one of them is compatible
  /// with sendmail and accepts `-f`.
  private static let recipientOptions: Set<String> = ["-t", "-ti", "-it", "--read-recipients"]

  package var command: [String]
  package var environment: [String: String]
  /// The time limit in seconds.
  package var seconds: Int
  /// Whether the program stays in the terminal's foreground group, so that it can ask for a
  /// password.
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

  /// Whether the program reads the recipients from the message.
  package var readsRecipients: Bool { command.contains(where: Self.recipientOptions.contains) }

  /// The command with `-f ADDRESS`, the address for delivery failures. Unchanged if it sets a
  /// sender already or is not compatible with sendmail.
  package func returning(to address: String) -> Sendmail {
    let hasSender = command.dropFirst().contains {
      $0.hasPrefix("-f") || $0.hasPrefix("-r") || $0.hasPrefix("--from")
        || $0 == "--read-envelope-from"
    }
    guard !hasSender, let index = command.firstIndex(where: Self.recipientOptions.contains) else {
      return self
    }
    var copy = self
    copy.command.insert(contentsOf: ["-f", address], at: index + 1)
    return copy
  }

  /// Sends a message with CRLF line ends and waits for the program. Returns an error on failure,
  /// and a note with the program's output on success.
  package func send(_ message: [UInt8]) -> [Diagnostic] {
    guard let program = command.first else { return [failure("no program given", [])] }
    // CRLF is for servers and files. Local programs expect the system's line ends; some treat CR as
    // part of the line and miss the empty line after the header.
    let message = Self.withLineFeeds(message)
    // The whole message is written to a file first, so that an interruption can't send half of it.
    let folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    func unwritable(_ code: Int32) -> [Diagnostic] {
      let why = "can't write a file in '\(VisibleText.of(folder))': \(Self.reason(code))"
      return [failure(why, ["set TMPDIR to another folder"])]
    }
    let input = Self.unlinkedFile(in: folder)
    guard input >= 0 else { return unwritable(errno) }
    defer { close(input) }
    if let code = Self.write(message, to: input) { return unwritable(code) }
    lseek(input, 0, SEEK_SET)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return [failure(Self.reason(errno), [])] }
    let output = ends[0]
    defer { close(output) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (process, code) = Subprocess.start(
      command, environment, input: input, output: ends[1], hasOwnGroup: !isInForeground)
    close(ends[1])
    guard let process else {
      let help =
        command.starts(with: Self.usual.prefix(1))
        ? ["install a mail program, or name one: --sendmail 'msmtp -t'"]
        : code == ENOENT ? ["name a program and its arguments: --sendmail 'msmtp -t'"] : []
      return [failure("can't run '\(VisibleText.of(program))': \(Self.reason(code))", help)]
    }
    var child = Subprocess(process: process, output: output, hasOwnGroup: !isInForeground)
    let end = child.finish(within: seconds)
    // The program shares the file offset, which shows how much it has read.
    let unread = message.count - Int(lseek(input, 0, SEEK_CUR))
    return outcome(end, VisibleText.of(program), Self.lines(child.received), unread, message.count)
  }

  private func outcome(
    _ end: Subprocess.End, _ program: String, _ outputLines: [String], _ unread: Int, _ size: Int
  ) -> [Diagnostic] {
    let output = outputLines.map { "its output: \($0)" }
    switch end {
    case .exited(0) where unread > 0:
      let help = "read standard input directly, not through '/dev/stdin'"
      return [
        failure(
          "'\(program)' ended with status 0, but read \(size - unread) of \(size) bytes",
          output + [help])
      ]
    case .exited(0):
      return output.isEmpty
        ? [] : [Diagnostic(.note, "sendmail-said", "'\(program)' accepted the mail", help: output)]
    case .exited(let status):
      // Only a command without any option certainly lacks it; an unknown option may name the
      // recipients.
      let help =
        command.count == 1
        ? ["a program like sendmail reads the recipients with '-t': --sendmail '\(program) -t'"]
        : []
      return [failure("'\(program)' ended with status \(status)", output + help)]
    case .killed(let signal):
      return [failure("'\(program)' was stopped by signal \(signal)", output)]
    case .tooLate:
      return [failure("'\(program)' took more than \(seconds) seconds and was stopped", output)]
    }
  }

  private func failure(_ why: String, _ help: [String]) -> Diagnostic {
    Diagnostic(.error, "not-sent", "the mail was not sent: \(why)", help: help)
  }

  private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
    let (carriageReturn, lineFeed) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let endsLine =
        byte == carriageReturn && index + 1 < bytes.count && bytes[index + 1] == lineFeed
      if !endsLine { result.append(byte) }
    }
    return result
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// The first lines of the program's output.
  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).prefix(8).map {
      VisibleText.of(String($0.prefix(300)))
    }
  }

  /// Opens an unlinked temporary file.
  private static func unlinkedFile(in folder: String) -> Int32 {
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
