import Diagnostics
import ImportSupport
import Model
import Testing

@testable import ToolReports

/// No part of a dataset holds a secret of a report.
@Suite struct RedactionTests {
  private static let token = RedactorTests.tokens[0]

  private static let junit = """
    <testsuites name="T"><testsuite name="s T" file="f/T.py"><error message="T">T</error>
    <testcase classname="c.T" name="t T" file="a/T/b.py"><failure type="T" message="m T&#10;&#10;T">x T
    </failure><system-out>o T
    [[ATTACHMENT|a/T.png]]
    [[ATTACHMENT|https://h/T.png]]
    </system-out></testcase></testsuite></testsuites>
    """.replacing("T\"", with: token + "\"").replacing("T<", with: token + "<")
    .replacing("T&", with: token + "&").replacing("T\n", with: token + "\n")
    .replacing("T/", with: token + "/").replacing("T.", with: token + ".")

  private func strings(_ dataset: Dataset) -> String {
    "\(dataset)"
  }

  @Test func noFieldOfAReportKeepsAToken() throws {
    let result = try Import(report: Self.junit)
    let dataset = try #require(result.dataset)
    #expect(dataset.messages.count == 2)
    #expect(!strings(dataset).contains(Self.token))
    #expect(!strings(dataset).contains(Self.token.dropFirst(8)))
    #expect(result.redactions > 10)
    #expect(dataset.messages.allSatisfy { $0.link == nil && $0.actions.isEmpty })
  }

  @Test func everyRuleForCategoriesHidesTokens() throws {
    for rule in ["suite", "file", "folder:3", "level", "rule", "tool", "tests", "none"] {
      let result = try Import(report: Self.junit) { $0.category = CategoryRule(rule) ?? .standard }
      #expect(!strings(try #require(result.dataset)).contains(Self.token), "\(rule)")
    }
  }

  @Test func tokensStayWhenAskedFor() throws {
    let result = try Import(report: Self.junit) { $0.redactor = Redactor(knowsForms: false) }
    #expect(strings(try #require(result.dataset)).contains(Self.token))
    #expect(result.redactions == 0)
  }

  /// A secret that differs from run to run makes no message new.
  @Test func fingerprintsHoldTheSignInPlaceOfTheSecret() throws {
    let other = Self.junit.replacing(Self.token, with: RedactorTests.tokens[1])
    let prints = try [Self.junit, other].map { text in
      try Import(report: text).dataset?.messages.map(\.fingerprint)
    }
    #expect(prints[0] == prints[1])
  }

  @Test func aTokenAcrossTheEndOfATitleIsHidden() throws {
    let text = String(repeating: "x", count: 185) + " " + Self.token
    let report =
      "<checkstyle><file name='a'><error message='\(text)' severity='error'/></file></checkstyle>"
    let message = try #require(try Import(report: report).message)
    #expect(!"\(message)".contains("ghp_"))
  }

  @Test func aTokenAcrossTheCutOfDetailsIsHidden() throws {
    for before in stride(from: 4_000, through: 4_120, by: 7) {
      let output =
        String(repeating: "x", count: before) + " " + Self.token + " "
        + String(repeating: "y", count: 20_000)
      let message = try #require(try Import(suite: failing(output: output)).message)
      #expect(!(message.details ?? "").contains("ghp_"), "\(before)")
    }
  }

  @Test func aKeyAcrossTheCutOfDetailsIsHidden() throws {
    let key =
      "-----BEGIN PRIVATE KEY-----\n"
      + String(repeating: "SECRETSECRETSECRETSECRETSECRETSECRET\n", count: 40)
      + "-----END PRIVATE KEY-----\n"
    let lines = String(repeating: "a line of output\n", count: 2_000)
    for (before, after) in [(3_000, 30_000), (30_000, 11_600)] {
      let output = lines.prefix(before) + "\n" + key + lines.prefix(after)
      let message = try #require(try Import(suite: failing(output: String(output))).message)
      #expect(!(message.details ?? "").contains("SECRETSECRET"))
      #expect((message.details ?? "").contains("a line of output"))
    }
  }

  @Test func diagnosticsQuoteNoTokens() throws {
    let report =
      "<checkstyle><file name='a'><error message='m' severity='\(Self.token)'/></file></checkstyle>"
    let summaries = try Import(report: report).diagnostics.map(\.summary)
    #expect(summaries.contains { $0.contains("‹redacted›") })
    #expect(!summaries.contains { $0.contains("ghp_") })
  }

  @Test func datasetsAreReadAsTheyAre() throws {
    let text =
      #"{"version": 1, "messages": [{"urgency": "error", "title": "\#(Self.token)"}]}"#
    let result = try Import(report: text)
    #expect(result.message?.title == Self.token)
    #expect(result.redactions == 0)
  }
}
