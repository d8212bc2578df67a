import Foundation
import TestSupport
import Testing

@testable import TidemarkCLI

/// `tidemark mail` from its command line to its message.
@Suite struct MailCommandTests {
  private let who = ["--from", "n@example.org", "--to", "team@example.org"]

  private func mail(_ session: Session, _ more: String...) throws -> Session.Outcome {
    let path = try session.write(smallDataset, to: "night.json")
    return try session.run(["mail", path] + who + more)
  }

  @Test func makesAMessage() throws {
    try Session.open { session in
      let outcome = try mail(session, "--project", "core")
      #expect(outcome.status == 0 && outcome.said.isEmpty)
      #expect(outcome.output.contains("\r\nSubject: core: 1 error\r\n"))
      #expect(outcome.output.contains("filename=\"core-Night-2026-11-20.html\""))
    }
  }

  @Test func allErrorsAreReportedTogether() throws {
    try Session.open { session in
      let outcome = try session.run(
        "mail", "--from", "nobody", "--cc", "x@", "--only-if", "new", "--list-unsubscribe", "x")
      #expect(outcome.status == 2)
      for id in ["missing-argument", "bad-value", "missing-option", "baseline-needed"] {
        #expect(outcome.said.contains("[\(id)]"))
      }
      #expect(outcome.said.components(separatedBy: "[bad-value]").count == 4)
    }
  }

  @Test func itsSettingsDifferFromThoseOfOtherCommands() throws {
    let keys = MailCommand.spec.options.filter { $0.settingName != nil }.map(\.key)
    let others = Program.commands.filter { $0.name != "mail" }.flatMap(\.options).map(\.key)
    #expect(keys.contains("mailFrom") && keys.contains("mailTo") && keys.contains("mailOutput"))
    #expect(Set(keys).isDisjoint(with: others))
    try Session.open { session in
      try session.write(
        #"{"to": "markdown", "output": "nowhere.html", "mailSubject": "Hello {{titel}}"}"#,
        to: "tidemark.json")
      let outcome = try mail(session)
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("\r\nSubject: Hello\r\n"))
      #expect(outcome.said.contains("mailSubject:1:7: warning: unknown name 'titel'"))
    }
  }

  @Test(.enabled(if: FuzzScale.isThorough))
  func anAttachmentTooLargeForServersIsLeftOutUnlessRequested() throws {
    try Session.open { session in
      let text = String(repeating: "words and more of them ", count: 400)
      let messages = (0..<1_000).map {
        #"{"urgency": "error", "title": "T\#($0)", "text": "\#(text)"}"#
      }
      let path = try session.write(
        #"{"version": 1, "messages": [\#(messages.joined(separator: ","))]}"#, to: "large.json")
      let usual = try session.run(["mail", path] + who)
      #expect(usual.status == 0)
      #expect(usual.said.contains("[attachment-left-out]"))
      #expect(!usual.output.contains("Content-Disposition"))
      #expect(!usual.output.contains("is attached"))
      let asked = try session.run(["mail", path] + who + ["--attach", "page"])
      #expect(asked.status == 0)
      #expect(asked.said.contains("[large-mail]"))
      #expect(asked.output.contains("Content-Disposition: attachment"))
    }
  }
}
