import Foundation
import Testing

@testable import Publishing

@Suite("Pages about several runs, made on another thread") struct EarlyPagesTests {
  /// Publishes some runs: alone, or as side by side with other projects.
  private func files(isAlone: Bool, _ options: PublishOptions) throws -> [String: Data] {
    let site = try TestSite()
    for day in 1...14 {
      try site.publish(
        day, (0..<day % 5).map { "Message \($0)" }, options: options, isAlone: isAlone)
    }
    return try site.files()
  }

  @Test func anotherThreadMakesTheSamePages() throws {
    var options = PublishOptions()
    options.baseURL = "https://example.org/"
    let alone = try files(isAlone: true, options)
    #expect(try files(isAlone: false, options) == alone)
    #expect(alone["core/index.html"] != nil && alone["core/feed.xml"] != nil)
  }

  @Test func aDamagedMonthIsFound() throws {
    let sites = try [TestSite(), TestSite()]
    for site in sites { for day in 1...12 { try site.publish(6 * day, ["Message"]) } }
    try FileManager.default.removeItem(
      atPath: sites[0].path + "/core/history/2026-09.json.gz")
    for site in sites { try site.publish(80, ["Message"]) }
    #expect(try sites[0].files() == sites[1].files())
    #expect(try sites[0].text("history/project.json").contains("2026-09"))
  }

  @Test func runsThatExpireMeanwhileAreLeftOut() throws {
    var options = PublishOptions()
    options.keep = 11
    #expect(try files(isAlone: true, options) == files(isAlone: false, options))
  }
}
