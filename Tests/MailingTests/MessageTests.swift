import Testing
import Text
import Time

@testable import Mailing

/// Complete messages.
@Suite struct MessageTests {
  private func message(_ change: (inout MailMessage) -> Void = { _ in }) -> MailMessage {
    var message = MailMessage(from: someone, to: [someone], date: night, zone: .utc)
    message.subject = "All clear: Night"
    message.text = Array("Words.\n".utf8)
    message.html = Array("<p>Words.</p>\n".utf8)
    change(&message)
    return message
  }

  private func header(_ message: MailMessage) -> [String: String] {
    var fields: [String: String] = [:]
    var name = ""
    for line in lines(message.bytes).prefix(while: { !$0.isEmpty }) {
      if line.hasPrefix(" ") {
        fields[name, default: ""] += line
      } else {
        let parts = line.split(separator: ":", maxSplits: 1)
        name = String(parts[0])
        #expect(fields[name] == nil, "\(name) is there twice")
        fields[name] = String(parts[1].dropFirst())
      }
    }
    return fields
  }

  @Test func textAndHTMLAreMultipartAlternative() {
    let found = lines(message().bytes)
    #expect(found.contains("Content-Type: text/plain; charset=utf-8"))
    #expect(found.contains("Content-Type: text/html; charset=utf-8"))
    #expect(found.contains("Words."))
    let boundary = found.last?.dropLast(2)
    #expect(boundary?.hasPrefix("--=_alternative-") == true)
    #expect(found.count { $0 == boundary ?? "" } == 2)
  }

  @Test func equalContentMakesEqualMessages() {
    #expect(message().bytes == message().bytes)
    #expect(header(message())["Message-ID"] == header(message())["Message-ID"])
  }

  @Test(arguments: 0..<8) func messagesWithDifferentContentHaveDifferentIds(index: Int) {
    let changes: [(inout MailMessage) -> Void] = [
      { $0.text.append(33) }, { $0.html.append(33) }, { $0.subject += "!" },
      { $0.date = Instant(seconds: 0) }, { $0.cc = [someone] }, { $0.project = "core" },
      { $0.attachments = [.init(name: "a", type: "text/html", bytes: [])] },
      { $0.attachments = [.init(name: "a", type: "text/html", bytes: [33])] },
    ]
    let id = header(message())["Message-ID"]
    #expect(header(message(changes[index]))["Message-ID"] != id)
    if index == 7 {
      #expect(
        header(message(changes[6]))["Message-ID"] != header(message(changes[7]))["Message-ID"])
    }
  }

  @Test func mailsOfAThreadReferToOneRoot() {
    func root(_ thread: String?, from: Mailbox = someone) -> String? {
      header(
        message {
          $0.thread = thread
          $0.from = from
        })["References"]
    }
    #expect(root(nil) == nil)
    #expect(root("core") == root("core"))
    #expect(root("core") != root("other"))
    let other = Mailbox(name: "Other", local: "b", domain: "example.net")
    #expect(root("core") == root("core", from: other), "a changed sender splits no thread")
    let fields = header(message { $0.thread = "core" })
    #expect(fields["In-Reply-To"] == fields["References"])
    #expect(fields["Message-ID"] != fields["References"])
  }

  @Test func mailsOfAProjectHaveListHeaders() {
    func list(_ project: String) -> String? { header(message { $0.project = project })["List-Id"] }
    #expect(header(message())["List-Id"] == nil)
    #expect(list("Core") == "Core <core.example.org>")
    #expect(list("a/b c") == "a/b c <a-b-c.example.org>")
    #expect(list("Süd") != list("Sid"))
    #expect(list("夜")?.hasSuffix(".example.org>") == true)
    #expect(list("--")?.contains("<.") == false)
  }

  @Test func headersPreventAutomaticReplies() {
    let fields = header(
      message { $0.unsubscribe = ["mailto:stop@example.org", "https://example.org/stop"] })
    #expect(fields["Auto-Submitted"] == "auto-generated")
    #expect(fields["List-Unsubscribe"] == "<mailto:stop@example.org>, <https://example.org/stop>")
    #expect(fields["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click")
    #expect(fields["X-Auto-Response-Suppress"] == "OOF, AutoReply")
    #expect(fields["Precedence"] == "bulk")
    #expect(header(message())["List-Unsubscribe"] == nil)
    for addresses in [["mailto:stop@example.org"], ["http://example.org/stop"], []] {
      let fields = header(message { $0.unsubscribe = addresses })
      #expect(fields["List-Unsubscribe-Post"] == nil, "no one-click address in \(addresses)")
    }
  }

  @Test func onlyTheSendingProgramIsToldHiddenRecipients() {
    let hidden = Mailbox(name: nil, local: "secret", domain: "example.org")
    let mail = message { $0.bcc = [hidden] }
    #expect(mail.bytes == message().bytes, "the copy is that of a mail without them")
    let sent = lines(mail.bytesToSend)
    #expect(sent.count { $0 == "Bcc: secret@example.org" } == 1)
    #expect(sent.filter { $0 != "Bcc: secret@example.org" } == lines(mail.bytes))
    #expect(message().bytesToSend == message().bytes)
  }

  @Test func attachmentsKeepTheirContent() {
    let bytes = Array("line\nline\r\n\0".utf8)
    let found = lines(
      message { $0.attachments = [.init(name: "night.html", type: "text/html", bytes: bytes)] }
        .bytes)
    let start = found.firstIndex(of: "Content-Disposition: attachment; filename=\"night.html\"")
    #expect(start != nil)
    let body = found[(start ?? 0)...].drop { !$0.isEmpty }.dropFirst().prefix {
      !$0.hasPrefix("--")
    }
    #expect(decodeBase64(body.joined()) == bytes)
  }

  @Test func attachmentsAreNamedForTheReportAndTheDay() {
    let day = night.day
    func name(_ title: String) -> String { AttachmentName.of(title, on: day, ending: "html") }
    #expect(name("Nightly build") == "Nightly-build-2026-11-20.html")
    #expect(name("../../etc/passwd\0\n") == "etc-passwd-2026-11-20.html")
    #expect(name("夜间 构建") == "夜间-构建-2026-11-20.html")
    #expect(name("\u{202E}gpj.exe") == "gpj.exe-2026-11-20.html")
    #expect(name("") == "2026-11-20.html")
    #expect(name(String(repeating: "x", count: 10_000)).count == 60 + 16)
    #expect(name("e" + String(repeating: "\u{301}", count: 10_000)).unicodeScalars.count < 150)
  }
}

extension Instant {
  fileprivate var day: CivilDate { TimeZoneRules.utc.date(at: self) }
}
