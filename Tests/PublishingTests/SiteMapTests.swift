import Foundation
import Rendering
import Testing

@testable import Publishing

/// The site map for search engines.
@Suite struct SiteMapTests {
  private func map(_ count: Int) -> SiteMap {
    SiteMap(
      (0..<count).map { SiteMap.Entry(address: "https://example.org/\($0)") },
      at: "https://example.org/")
  }

  @Test func isOneFileUpToTheLimit() throws {
    let files = map(SiteMap.longest).files(try siteRenderer())
    #expect(files.map(\.name) == ["sitemap.xml"])
    #expect(String(decoding: files[0].bytes, as: UTF8.self).contains("<urlset"))
  }

  @Test func isPartsAndAnIndexBeyondTheLimit() throws {
    let files = map(2 * SiteMap.longest + 1).files(try siteRenderer())
    #expect(
      files.map(\.name) == ["sitemap-1.xml", "sitemap-2.xml", "sitemap-3.xml", "sitemap.xml"])
    let texts = files.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(texts[..<3].map { $0.split(separator: "<loc>").count - 1 } == [50_000, 50_000, 1])
    #expect(texts[3].contains("<sitemapindex"))
    #expect(texts[3].contains("<loc>https://example.org/sitemap-3.xml</loc>"))
  }

  @Test func escapesAddressesAndLeavesOutUnknownDates() throws {
    let entries = [
      SiteMap.Entry(address: "https://example.org/?a=1&b=\"2\"", date: "2026-11-20T03:12:00+01:00"),
      SiteMap.Entry(address: "https://example.org/2"),
    ]
    let file = try #require(
      SiteMap(entries, at: "https://example.org/").files(try siteRenderer()).first)
    #expect(
      String(decoding: file.bytes, as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
         <url>
          <loc>https://example.org/?a=1&amp;b=&quot;2&quot;</loc>
          <lastmod>2026-11-20T03:12:00+01:00</lastmod>
         </url>
         <url>
          <loc>https://example.org/2</loc>
         </url>
        </urlset>

        """)
  }

  @Test func partsOfALongerMapAreRemoved() throws {
    let site = try TestSite()
    let part = site.path + "/sitemap-1.xml"
    #expect(FileManager.default.createFile(atPath: part, contents: Data()))
    let staging = Staging(root: site.path)
    try map(1).stage(try siteRenderer(), in: staging)
    try staging.commit()
    #expect(try site.files().keys.sorted() == ["sitemap.xml"])
  }
}
