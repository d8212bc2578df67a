import Diagnostics
import ImportSupport
import Model
import Testing

@testable import ToolReports

/// Colours of output that reports capture.
@Suite struct ColoredLinesTests {
  private func junit(_ output: String) throws -> Message {
    let report = """
      <testsuites><testsuite name="s"><testcase classname="c" name="t">\
      <failure message="wrong">\(output)</failure>\
      <system-out>&#27;[32mPASS&#27;[0m one</system-out></testcase></testsuite></testsuites>
      """.replacing("&#27;", with: "#x1B")
    return try #require(try Import(report: report).dataset?.messages.first)
  }

  @Test func detailsArePlainAndHaveTheirColoursBeside() throws {
    let message = try junit("&#27;[31mFAIL&#27;[0m in c\n  at d")
    let details = try #require(message.details)
    #expect(details.contains("FAIL in c\n  at d") && details.contains("PASS one"))
    #expect(!details.contains("\u{1B}"))
    let colored = try #require(message.coloredDetails)
    #expect(colored.contains("\u{1B}[0;31mFAIL\u{1B}[0m in c\n  at d"))
    #expect(colored.contains("\u{1B}[0;32mPASS\u{1B}[0m one"))
    #expect(TerminalText.plain(colored) == details)
  }

  @Test func aLineWithASecretLosesItsColours() throws {
    let token = RedactorTests.tokens[0]
    let half = token.count / 2
    let parted = "\(token.prefix(half))&#27;[31m\(token.dropFirst(half))&#27;[0m"
    let message = try junit("a\n\(parted)")
    #expect(message.details?.contains("‹redacted›") == true)
    #expect(!"\(message)".contains(token.dropFirst(half)))
    #expect(!"\(message)".contains(token.prefix(half)))
  }

  @Test func outputWithoutColoursHasNoSecondText() throws {
    var lines = ColoredLines()
    lines.add("plain\n\u{1B}[2K\rline")
    #expect(lines.applied(to: "plain\nline") == nil)
  }

  @Test func indentationMayDiffer() {
    var lines = ColoredLines()
    lines.add("    \u{1B}[1ma b\u{1B}[0m  \n\u{1B}[31m\n  c\u{1B}[0m")
    #expect(lines.applied(to: "a b\n\n c") == "\u{1B}[0;1ma b\u{1B}[0m\n\n \u{1B}[0;31mc\u{1B}[0m")
  }

  @Test func goTestsKeepTheirColours() throws {
    let report = """
      {"Action":"run","Package":"p","Test":"T"}
      {"Action":"output","Package":"p","Test":"T","Output":"    a_test.go:3: first\\n"}
      {"Action":"output","Package":"p","Test":"T","Output":"    \\u001b[31mred\\u001b[0m line\\n"}
      {"Action":"fail","Package":"p","Test":"T"}
      {"Action":"fail","Package":"p"}
      """
    let message = try #require(try Import(report: report).dataset?.messages.first)
    #expect(message.details?.contains("red line") == true)
    #expect(message.coloredDetails?.contains("\u{1B}[0;31mred\u{1B}[0m line") == true)
  }
}
