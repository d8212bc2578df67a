package import Diagnostics
internal import Platform

/// Hands a message to a program that takes it on its standard input, as sendmail does.
package struct Sendmail: Sendable {
  /// What every system with mail has, with the words that make it read the recipients from the
  /// message and take a full stop on a line for what it is.
  package static let usual = ["/usr/sbin/sendmail", "-t", "-i"]
  /// The words of a command line that make a program read the recipients from the message. A
  /// command that has one of them is compatible with sendmail, and knows `-f`.
  private static let recipientWords: Set<String> = ["-t", "-ti", "-it", "--read-recipients"]

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

  /// The command with `-f ADDRESS`, the address that failures of delivery are returned to. Unchanged
  /// when it names one already, or is not compatible with sendmail.
  package func returning(to address: String) -> Sendmail {
    let hasSender = command.dropFirst().contains {
      $0.hasPrefix("-f") || $0.hasPrefix("-r") || $0.hasPrefix("--from")
        || $0 == "--read-envelope-from"
    }
    guard !hasSender, let place = command.firstIndex(where: Self.recipientWords.contains) else {
      return self
    }
    var copy = self
    copy.command.insert(contentsOf: ["-f", address], at: place + 1)
    return copy
  }

  /// Sends a message whose lines end with CRLF, and waits. Returns what went wrong, or what the
  /// program had to say nevertheless.
  package func send(_ message: [UInt8]) -> [Diagnostic] {
    guard let program = command.first else { return [failure("it names no program", [])] }
    // CRLF is for servers and files. A program on this machine takes the machine's own line ends;
    // some take a CR for a part of the line, and the empty line after the header for none.
    let message = Self.withLineFeeds(message)
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
    let (process, code) = Subprocess.start(
      command, environment, input: input, output: ends[1], hasOwnGroup: !isInForeground)
    close(ends[1])
    guard let process else {
      let help =
        command.starts(with: Self.usual.prefix(1))
        ? ["install a mail program, or name one: --sendmail 'msmtp -t'"]
        : code == ENOENT ? ["name a program and its words: --sendmail 'msmtp -t'"] : []
      return [failure("can't run '\(VisibleText.of(program))': \(Self.reason(code))", help)]
    }
    var child = Subprocess(process: process, output: output, hasOwnGroup: !isInForeground)
    let end = child.finish(within: seconds)
    // The program shares the offset of the file, so this is how far it has read.
    let unread = message.count - Int(lseek(input, 0, SEEK_CUR))
    return outcome(end, VisibleText.of(program), Self.lines(child.words), unread, message.count)
  }

  private func outcome(
    _ end: Subprocess.End, _ program: String, _ words: [String], _ unread: Int, _ size: Int
  ) -> [Diagnostic] {
    let said = words.map { "it said: \($0)" }
    switch end {
    case .exited(0) where unread > 0:
      let help = "read standard input itself: what is read from '/dev/stdin' does not count"
      return [
        failure(
          "'\(program)' ended with status 0, but read \(size - unread) of \(size) bytes",
          said + [help])
      ]
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
