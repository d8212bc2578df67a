import Testing
import Text
import Time

@testable import Mailing

/// Header fields as they are written.
@Suite struct HeaderTests {
  @Test func asciiHeaderTextIsNotEncoded() {
    #expect(
      lines(HeaderField("Subject", text: "3 errors, 2 new: Nightly build"))
        == ["Subject: 3 errors, 2 new: Nightly build"])
  }

  @Test func longHeaderFieldsAreFoldedBefore78Characters() {
    let words = Array(repeating: "nightly", count: 30).joined(separator: " ")
    let field = HeaderField("Subject", text: words)
    #expect(lines(field).count == 4)
    #expect(lines(field).allSatisfy { $0.utf8.count <= 78 })
    #expect(lines(field).dropFirst().allSatisfy { $0.hasPrefix(" nightly") })
    #expect(unfolded(field) == words)
  }

  @Test func nonASCIIHeaderTextIsEncoded() {
    #expect(
      lines(HeaderField("Subject", text: "3 Fehler: Nächtlicher Bau"))
        == ["Subject: 3 Fehler: =?utf-8?Q?N=C3=A4chtlicher?= Bau"])
    #expect(
      lines(HeaderField("Subject", text: "夜间构建"))
        == ["Subject: =?utf-8?B?5aSc6Ze05p6E5bu6?="])
  }

  @Test func spacesBetweenEncodedWordsAreEncoded() {
    let field = HeaderField("Subject", text: "ä b ü")
    #expect(unfolded(field) == "=?utf-8?B?w6QgYiDDvA==?=")
  }

  @Test(arguments: [
    "", "a", "ä", "🇩🇪🇫🇷 flags", "=?utf-8?Q?a?=", "a  b", " a", String(repeating: "x", count: 200),
    String(repeating: "é", count: 200), String(repeating: "👨‍👩‍👧‍👦", count: 40),
    "e" + String(repeating: "\u{301}", count: 300), "שלום עולם", "ありがとう", "tab?=_and=more",
  ])
  func encodedHeaderTextSurvivesARoundTrip(words: String) {
    let field = HeaderField("Subject", text: words)
    #expect(decodeWords(unfolded(field)) == words)
    for line in lines(field) {
      #expect(line.utf8.allSatisfy { 0x20..<0x7F ~= $0 })
      #expect(line.utf8.count <= (line.contains("=?") ? 76 : 78))
    }
  }

  @Test func aCharacterIsNotSplitAcrossEncodedWords() {
    let family = "👨‍👩‍👧‍👦"
    let field = HeaderField("Subject", text: String(repeating: family, count: 9))
    for word in unfolded(field).split(separator: " ") {
      let words = decodeWords(String(word)) ?? ""
      #expect(words.replacing(family, with: "") == "")
    }
  }

  @Test func displayNamesAreQuotedOrEncodedIfNecessary() {
    func field(_ name: String?) -> String {
      unfolded(HeaderField("From", [Mailbox(name: name, local: "a", domain: "example.org")]))
    }
    #expect(field(nil) == "a@example.org")
    #expect(field("Ann Lee") == "Ann Lee <a@example.org>")
    #expect(field("Lee, Ann") == "\"Lee, Ann\" <a@example.org>")
    #expect(field("A \"B\" \\ C") == "\"A \\\"B\\\" \\\\ C\" <a@example.org>")
    #expect(field("Jürgen") == "=?utf-8?Q?J=C3=BCrgen?= <a@example.org>")
    #expect(field("=?utf-8?Q?a?=").hasPrefix("=?utf-8?"))
  }

  @Test func longAddressListsAreFoldedBetweenAddresses() {
    let many = (1...20).map {
      Mailbox(name: "Übler Ring \($0)", local: "n\($0)", domain: "example.org")
    }
    let folded = lines(HeaderField("To", many))
    #expect(folded.allSatisfy { $0.utf8.count <= 76 })
    let value = folded.joined().dropFirst("To: ".count)
    #expect(value.split(separator: ",").count == 20)
    #expect(
      folded.allSatisfy {
        !$0.hasPrefix(" <") || $0.contains("=?") || $0.hasSuffix(">,") || $0.hasSuffix(">")
      })
  }

  @Test func headerDatesAreEnglishAndInTheReportsZone() throws {
    #expect(MailDate.text(night, in: .utc) == "Fri, 20 Nov 2026 02:12:00 +0000")
    for (zone, text) in [
      ("+05:30", "Fri, 20 Nov 2026 07:42:00 +0530"), ("-03:30", "Thu, 19 Nov 2026 22:42:00 -0330"),
    ] {
      let rules = try TimeZoneRules(named: zone, folder: "")
      #expect(MailDate.text(night, in: rules) == text)
    }
    #expect(MailDate.text(Instant(seconds: -1), in: .utc) == "Wed, 31 Dec 1969 23:59:59 +0000")
  }

  @Test func attachmentNamesAreWrittenForOldAndNewReaders() {
    func texts(_ tokens: [HeaderToken]) -> [String] { tokens.map(\.text) }
    #expect(texts(FileNameParameter.disposition("night.html")) == ["filename=\"night.html\""])
    #expect(
      texts(FileNameParameter.disposition("Bau-é.html")) == ["filename*=utf-8''Bau-%C3%A9.html"])
    #expect(
      texts(FileNameParameter.contentType("é.html")) == ["name=\"=?utf-8?B?w6kuaHRtbA==?=\""])
    let long = texts(FileNameParameter.disposition(String(repeating: "夜", count: 30)))
    #expect(long.count == 5)
    #expect(long.first == "filename*0*=utf-8''" + String(repeating: "%E5%A4%9C", count: 6) + ";")
    #expect(long.last == "filename*4*=" + String(repeating: "%E5%A4%9C", count: 6))
  }
}
