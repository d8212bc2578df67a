import Text

/// The additions of a site to a report's page: content above and below the report, elements of the
/// head, style sheets and a script. Each region is enclosed in markers, so that links can change
/// independently of the report.
package struct PageFrame: Sendable {
  package enum Region: String, Sendable {
    case head, above, below, trend, recent
  }

  package var above: String
  package var below: String
  /// The strip of the last runs.
  package var recent = ""
  let styles: [AssetStore.File]
  let script: PageScript

  /// A region with its markers. No value can contain them, because `<` is always escaped.
  static func marked(_ content: String, _ region: Region) -> String {
    "<!--site-\(region.rawValue)-->" + content + "<!--/site-\(region.rawValue)-->"
  }

  /// Whether a page has both regions for links.
  package static func hasRegions(_ page: [UInt8]) -> Bool {
    ByteSearch.first("<!--site-above-->", in: page) != nil
      && ByteSearch.first("<!--site-below-->", in: page) != nil
  }

  /// Whether a page is complete: a truncated one lacks its end.
  package static func isWhole(_ page: [UInt8]) -> Bool {
    ByteSearch.first("</html" as StaticString, in: Array(page.suffix(1_024))) != nil
  }

  /// Replaces the content of a region of a rendered page; false if the page lacks the region.
  package static func replace(
    _ region: Region, of page: inout [UInt8], with content: String
  ) -> Bool {
    let opening: StaticString
    let closing: StaticString
    switch region {
    case .head: (opening, closing) = ("<!--site-head-->", "<!--/site-head-->")
    case .above: (opening, closing) = ("<!--site-above-->", "<!--/site-above-->")
    case .trend: (opening, closing) = ("<!--site-trend-->", "<!--/site-trend-->")
    case .below: (opening, closing) = ("<!--site-below-->", "<!--/site-below-->")
    case .recent: (opening, closing) = ("<!--site-recent-->", "<!--/site-recent-->")
    }
    guard let start = ByteSearch.first(opening, in: page),
      let end = ByteSearch.first(closing, in: page, from: start)
    else { return false }
    page.replaceSubrange((start + opening.utf8CodeUnitCount)..<end, with: content.utf8)
    return true
  }
}
