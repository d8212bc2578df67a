import Foundation
import Testing

@testable import Publishing

/// The map for those who search.
@Suite struct SiteMapTests {
  private func map(_ count: Int) -> SiteMap {
    SiteMap(
      (0..<count).map { SiteMap.Place(address: "https://example.org/\($0)") },
      at: "https://example.org/")
  }

  @Test func isOneFileAsLongAsThatIsAllowed() {
    let files = map(SiteMap.longest).files
    #expect(files.map(\.name) == ["sitemap.xml"])
    #expect(String(decoding: files[0].bytes, as: UTF8.self).contains("<urlset"))
  }

  @Test func isPartsAndAFileThatNamesThemBeyond() throws {
    let files = map(2 * SiteMap.longest + 1).files
    #expect(
      files.map(\.name) == ["sitemap-1.xml", "sitemap-2.xml", "sitemap-3.xml", "sitemap.xml"])
    let texts = files.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(texts[..<3].map { $0.split(separator: "<loc>").count - 1 } == [50_000, 50_000, 1])
    #expect(texts[3].contains("<sitemapindex"))
    #expect(texts[3].contains("<loc>https://example.org/sitemap-3.xml</loc>"))
  }

  @Test func partsOfALongerOneGo() throws {
    let site = try TestSite()
    let part = site.path + "/sitemap-1.xml"
    #expect(FileManager.default.createFile(atPath: part, contents: Data()))
    let staging = Staging(root: site.path)
    try map(1).stage(in: staging)
    try staging.commit()
    #expect(try site.files().keys.sorted() == ["sitemap.xml"])
  }
}
