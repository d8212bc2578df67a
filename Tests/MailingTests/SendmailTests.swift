import Diagnostics
import Foundation
import Testing

@testable import Mailing

/// Sending through another program.
@Suite struct SendmailTests {
  private let environment = ["PATH": "/usr/bin:/bin"]

  private func send(_ command: String, _ message: String = "Hello\r\n", seconds: Int = 20) throws
    -> [(id: String, summary: String, help: [String])]
  {
    try Sendmail(CommandWords.of(command), environment: environment, seconds: seconds)
      .send(Array(message.utf8)).map { ($0.id, $0.summary, $0.help) }
  }

  @Test func theProgramReceivesEveryByteOfTheMessage() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let message = String(repeating: "line of a long message\r\n", count: 50_000)
    #expect(try send("sh -c 'cat > \"$0\"' \(path)", message).isEmpty)
    // With this system's line ends.
    let taken = try Data(contentsOf: URL(filePath: path))
    #expect(taken == Data(message.replacing("\r\n", with: "\n").utf8))
  }

  @Test(arguments: ["true", "head -c 100", "sh -c 'exec <&-'"])
  func aProgramThatReadsOnlyPartOfTheMessageHasFailed(command: String) throws {
    let found = try send(command, String(repeating: "x", count: 1 << 20))
    #expect(found.map(\.id) == ["not-sent"])
    #expect(found.first?.summary.contains("ended with status 0, but read ") == true)
    #expect(found.first?.summary.hasSuffix(" of 1048576 bytes") == true)
  }

  @Test func aFailureIncludesTheProgramsOutput() throws {
    let found = try send("sh -c 'echo no route >&2; echo more; exit 75'")
    #expect(found.map(\.id) == ["not-sent"])
    #expect(found.first?.summary == "the mail was not sent: 'sh' ended with status 75")
    #expect(found.first?.help == ["its output: no route", "its output: more"])
  }

  /// sendmail without '-t' takes recipients from its command line, where there are none.
  @Test func aBareProgramThatFailsIsToldOfTheOptionForRecipients() throws {
    let found = try send("false")
    #expect(found.first?.help.count == 1)
    #expect(found.first?.help.first?.hasSuffix("--sendmail 'false -t'") == true)
    #expect(try send("false -t").first?.help == [])
  }

  @Test func outputOfASuccessfulProgramIsANote() throws {
    let found = try send("sh -c 'cat > /dev/null; echo queued as 17'")
    #expect(found.map(\.id) == ["sendmail-said"])
    #expect(found.first?.help == ["its output: queued as 17"])
  }

  @Test func controlCharactersInTheProgramsOutputBecomeSigns() throws {
    let found = try send("sh -c 'printf \"\\033[31mred\\n\"; exit 1'")
    #expect(found.first?.help == ["its output: ␛[31mred"])
  }

  @Test func aProgramThatIsKilledHasFailed() throws {
    let found = try send("sh -c 'kill -9 $$'")
    #expect(found.first?.summary == "the mail was not sent: 'sh' was stopped by signal 9")
  }

  @Test func aProgramThatHangsIsStopped() throws {
    let began = Date()
    let found = try send("sh -c 'trap \"\" TERM; sleep 60 & wait'", seconds: 1)
    #expect(found.first?.summary.contains("took more than 1 seconds") == true)
    #expect(Date().timeIntervalSince(began) < 15)
  }

  @Test func aProgramWithEndlessOutputIsStopped() throws {
    let began = Date()
    let found = try send("cat /dev/zero", seconds: 1)
    #expect(found.first?.summary.contains("took more than 1 seconds") == true)
    #expect(Date().timeIntervalSince(began) < 15)
  }

  @Test func processesLeftBehindAreNotWaitedFor() throws {
    let began = Date()
    #expect(try send("sh -c 'cat > /dev/null; sleep 30 & exit 0'").isEmpty)
    #expect(Date().timeIntervalSince(began) < 10)
  }

  @Test func aMissingProgramIsReportedByName() throws {
    let found = try send("no-such-program -t")
    #expect(
      found.first?.summary
        == "the mail was not sent: can't run 'no-such-program': No such file or directory")
    #expect(found.first?.help.isEmpty == false)
  }

  @Test func commandsAreSplitWithoutAShell() throws {
    #expect(try CommandWords.of("msmtp -t") == ["msmtp", "-t"])
    #expect(
      try CommandWords.of(#"  'my prog'  -a "b \"c\"" d\ e '' $HOME ; | "#)
        == ["my prog", "-a", #"b "c""#, "d e", "", "$HOME", ";", "|"])
    #expect(try CommandWords.of(#""a\b" 'c\d'"#) == [#"a\b"#, #"c\d"#])
    for wrong in ["", "  ", "'a", "\"a", "a\\", "''", "a\0b"] {
      #expect(throws: AddressError.self) { try CommandWords.of(wrong) }
    }
  }
}
