import Text

/// The style sheet or the script of a page, as a file that pages link.
///
/// A page links its files before its policy. A policy in a page applies to what follows it, so it
/// still allows no other style or script. There is no `integrity`, because browsers refuse such a
/// file if the page is opened from disk or is in a sandbox.
package struct PageAsset: Sendable {
  /// A digest of the content with an ending. Equal files have the same name in every page, and a
  /// file of this name never changes.
  package let name: String
  package let bytes: [UInt8]

  package static let endings = [".css", ".js", ".woff2"]
  /// The number of characters of the digest.
  package static let digestLength = 32

  init(style: StyleSheet) { self.init(style.pieces, ".css") }

  /// The file of a script; nil if it is empty.
  init?(script pieces: [String]) {
    if pieces.isEmpty { return nil }
    self.init(pieces, ".js")
  }

  init(font: ThemeFont) {
    self.init(font.bytes, SHA256.digest(of: font.bytes), ".woff2")
  }

  private init(_ pieces: [String], _ ending: String) {
    self.init(pieces.flatMap(\.utf8), PieceDigest.of(pieces), ending)
  }

  private init(_ bytes: [UInt8], _ digest: [UInt8], _ ending: String) {
    self.bytes = bytes
    let digest = digest.prefix(Self.digestLength / 2).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }
    name = digest.joined() + ending
  }
}
