import Foundation
import Testing

@testable import TidemarkCLI

/// The served copy of a page.
@Suite struct PreviewPageTests {
  private func served(_ page: String) -> String {
    String(decoding: PreviewPage.served(Array(page.utf8), version: "7"), as: UTF8.self)
  }

  private func policy(_ written: String) -> String? {
    let page = """
      <meta http-equiv="Content-Security-Policy" content="\(written)"><body>A</body>
      """
    return served(page).split(separator: "content=\"").dropFirst().first?.split(separator: "\"")
      .first
      .map(String.init)
  }

  @Test func theScriptStandsAtTheEndOfTheBody() {
    let page = served("<body></body> in a script <body>A</body></html>")
    #expect(page.contains("<script data-version=\"7\">"))
    #expect(served("no body at all").hasSuffix("</script>\n"))
    #expect(served("").hasPrefix("<script"))
  }

  @Test func aPolicyAllowsTheScriptAndItsConnectionAndNothingElse() throws {
    let found = try #require(
      policy("default-src 'none'; img-src data:; script-src 'sha256-abc='"))
    let parts = found.split(separator: "; ").map(String.init)
    #expect(parts.count == 4)
    #expect(parts[0...1] == ["default-src 'none'", "img-src data:"])
    #expect(parts[2].hasPrefix("script-src 'sha256-abc=' 'sha256-"))
    #expect(parts[3] == "connect-src 'self'")
  }

  @Test func aDirectiveThatIsNotThereBeginsWithWhatHoldsForAll() throws {
    let found = try #require(policy("default-src 'self' data:"))
    #expect(found.contains("; script-src 'self' data: 'sha256-"))
    #expect(found.hasSuffix("; connect-src 'self' data: 'self'"))
    #expect(
      try #require(policy("default-src &#39;none&#39;")).hasPrefix("default-src 'none'; script"))
  }

  @Test func aPolicyThatAllowsEveryScriptStaysSo() throws {
    let found = try #require(policy("script-src 'unsafe-inline'; connect-src 'none'"))
    #expect(found == "script-src 'unsafe-inline'; connect-src 'self'")
  }
}
