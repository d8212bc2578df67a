import Testing

@testable import Publishing

/// The names of the pages that compare two runs.
@Suite struct ComparisonPageTests {
  @Test func aPageIsKnownByItsName() throws {
    let page = try #require(ComparisonPage(file: "2026-11-19-0312~b.2_c.html"))
    #expect(page == ComparisonPage(before: "2026-11-19-0312", after: "b.2_c"))
    #expect(page.path == "compare/2026-11-19-0312~b.2_c.html")
    #expect(page.partner(of: "b.2_c") == "2026-11-19-0312")
    #expect(page.partner(of: "2026-11-19-0312") == "b.2_c")
    #expect(page.partner(of: "other") == nil)
  }

  @Test(arguments: ["a.html", "a~b~c.html", "a~.html", "~b.html", "a~b", "..~b.html", "a~b.page"])
  func otherFilesAreNone(name: String) {
    #expect(ComparisonPage(file: name) == nil)
  }
}
