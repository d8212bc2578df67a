internal import Text

/// The shapes of an icon, checked to be harmless.
package struct IconDrawing: Sendable {
  package let viewBox: String
  package let shapes: String

  /// The drawing of an SVG file; nil if it contains more than shapes.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    let forbidden: [StaticString] = [
      "<script", "<style", "<foreignobject", "href", "url(", " on", "<!", "<?",
    ]
    guard !forbidden.contains(where: { ByteSearch.first($0, in: bytes) != nil }),
      let start = ByteSearch.first("<svg", in: bytes),
      let opened = bytes[start...].firstIndex(of: UInt8(ascii: ">")),
      let closed = ByteSearch.first("</svg>", in: bytes, from: opened),
      let viewBox = Self.attribute("viewbox=\"", in: bytes, start..<opened)
    else { return nil }
    guard IconShapes.areHarmless(bytes[(opened + 1)..<closed]) else { return nil }
    self.viewBox = viewBox
    shapes = String(decoding: bytes[(opened + 1)..<closed], as: UTF8.self)
  }

  private static func attribute(
    _ opening: StaticString, in bytes: [UInt8], _ tag: Range<Int>
  ) -> String? {
    guard let start = ByteSearch.first(opening, in: bytes[..<tag.upperBound], from: tag.lowerBound),
      let end = bytes[(start + opening.utf8CodeUnitCount)..<tag.upperBound]
        .firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    let value = bytes[(start + opening.utf8CodeUnitCount)..<end]
    guard value.allSatisfy({ $0 == 0x20 || (0x2D...0x39).contains($0) }) else { return nil }
    return String(decoding: value, as: UTF8.self)
  }

  /// The drawing as a symbol of a page's sprite.
  package func symbol(named name: String) -> String {
    "<symbol id=\"icon-\(name)\" viewBox=\"\(viewBox)\">\(shapes)</symbol>"
  }
}
