/// Validates the shapes of an icon strictly: it becomes part of a page, where an attribute could be
/// a script and a stray end tag could end the sprite.
enum IconShapes {
  private static let elements: Set<String> = [
    "path", "circle", "ellipse", "rect", "line", "polyline", "polygon", "g",
  ]
  /// Attributes of geometry and paint. None of them can contain a script or an address.
  private static let attributes: Set<String> = [
    "d", "cx", "cy", "r", "rx", "ry", "x", "y", "x1", "y1", "x2", "y2", "width", "height", "points",
    "fill", "fill-rule", "clip-rule", "fill-opacity", "stroke", "stroke-width", "stroke-linecap",
    "stroke-linejoin", "stroke-dasharray", "stroke-opacity", "opacity", "transform", "class",
  ]

  static func areHarmless(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    var open: [String] = []
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      guard rest[..<start].allSatisfy({ $0 <= 0x20 }) else { return false }
      rest = rest[(start + 1)...]
      if consume("/", &rest) {
        guard open.popLast() == name(&rest), consume(">", &rest) else { return false }
        continue
      }
      let element = name(&rest)
      guard elements.contains(element), consumeAttributes(&rest) else { return false }
      if !consume("/", &rest) { open.append(element) }
      guard consume(">", &rest) else { return false }
    }
    return open.isEmpty && rest.allSatisfy { $0 <= 0x20 }
  }

  private static func consumeAttributes(_ rest: inout ArraySlice<UInt8>) -> Bool {
    while true {
      let spaced = rest.drop { $0 <= 0x20 }
      guard spaced.startIndex > rest.startIndex else { return true }
      rest = spaced
      let attribute = name(&rest)
      if attribute.isEmpty { return true }
      guard attributes.contains(attribute), consume("=", &rest), consume("\"", &rest),
        let end = rest.firstIndex(of: UInt8(ascii: "\"")),
        !rest[..<end].contains(where: { "<>&".utf8.contains($0) })
      else { return false }
      rest = rest[(end + 1)...]
    }
  }

  private static func name(_ rest: inout ArraySlice<UInt8>) -> String {
    let found = rest.prefix {
      $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0)
    }
    rest = rest[found.endIndex...]
    return String(decoding: found, as: UTF8.self)
  }

  private static func consume(_ sign: Character, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard let byte = sign.asciiValue, rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }
}
