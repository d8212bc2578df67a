import Basics

/// What a site puts around a report's page: words above and below it, what its head says of the site,
/// and the style and the script for them. The regions stand between marks, so that links can change
/// and the report does not.
package struct PageFrame: Sendable {
  package enum Region: String, Sendable {
    case head, above, below
  }

  package var above: String
  package var below: String
  let styles: [AssetStore.File]
  let script: String

  /// A region with its marks. No value can say them: `<` is always escaped.
  static func marked(_ content: String, _ region: Region) -> String {
    "<!--site-\(region.rawValue)-->" + content + "<!--/site-\(region.rawValue)-->"
  }

  /// Whether a page has both places that change, or else nothing could lead on from it.
  package static func hasPlace(_ page: [UInt8]) -> Bool {
    ByteSearch.first("<!--site-above-->", in: page) != nil
      && ByteSearch.first("<!--site-below-->", in: page) != nil
  }

  /// Whether a page has its end, whatever may stand behind it; what damage has cut off is no page any
  /// more.
  package static func isWhole(_ page: [UInt8]) -> Bool {
    ByteSearch.first("</html" as StaticString, in: Array(page.suffix(1_024))) != nil
  }

  /// A finished page with another content in one of its regions; nil when it has no such region.
  package static func replacing(
    _ region: Region, of page: [UInt8], with content: String
  ) -> [UInt8]? {
    let opening: StaticString
    let closing: StaticString
    switch region {
    case .head: (opening, closing) = ("<!--site-head-->", "<!--/site-head-->")
    case .above: (opening, closing) = ("<!--site-above-->", "<!--/site-above-->")
    case .below: (opening, closing) = ("<!--site-below-->", "<!--/site-below-->")
    }
    guard let start = ByteSearch.first(opening, in: page),
      let end = ByteSearch.first(closing, in: page, from: start)
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(page.count + content.utf8.count)
    bytes += page[..<(start + opening.utf8CodeUnitCount)]
    bytes += Array(content.utf8)
    bytes += page[end...]
    return bytes
  }
}
