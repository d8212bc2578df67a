import Diagnostics
import Text

/// A WOFF2 font of a theme: `fonts/FAMILY-WEIGHT.woff2` or `fonts/FAMILY-WEIGHT-italic.woff2`. The
/// weight of a variable font is a range: `fonts/Acme Sans-100..900.woff2`.
struct ThemeFont: Sendable {
  let bytes: [UInt8]
  private let family: String
  private let weights: [Int]
  private let isItalic: Bool

  /// The maximum number of bytes of all fonts in a page that contains them.
  private static let mostEmbedded = 256 << 10
  private static let mark = Array("wOF2".utf8)

  /// nil for a name of another form. A family has only characters that need no escape in CSS.
  init?(name: String, bytes: [UInt8]) {
    var parts = name.dropLast(".woff2".count).split(
      separator: "-", omittingEmptySubsequences: false)
    isItalic = parts.last == "italic"
    if isItalic { parts.removeLast() }
    guard parts.count == 2, let family = parts.first, let weight = parts.last else { return nil }
    let weights = weight.replacing("..", with: " ").split(separator: " ").compactMap { Int($0) }
    guard (1...40).contains(family.count), family.first != " ",
      family.utf8.allSatisfy({ byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x20
      }),
      (1...2).contains(weights.count), weights == weights.sorted(),
      weights.allSatisfy((1...1_000).contains),
      weights.map({ String($0) }).joined(separator: "..") == weight
    else { return nil }
    (self.family, self.weights, self.bytes) = (String(family), weights, bytes)
  }

  /// The fonts of a theme in the order of their names.
  static func all(
    of theme: String, in store: AssetStore, problems: inout [Diagnostic]
  ) -> [ThemeFont] {
    let folder = "Themes/\(theme)/fonts/"
    return store.imagePaths(under: folder).compactMap { path in
      guard let image = store.image(path) else { return nil }
      let font = ThemeFont(name: String(path.dropFirst(folder.count)), bytes: image.bytes)
      if let font, image.bytes.starts(with: mark) { return font }
      let place = SourceLocation(file: image.name)
      problems.append(
        font == nil
          ? Diagnostic(
            .warning, "malformed-font", "the name does not say family and weight", at: place,
            help: [
              "name it like 'Acme Sans-400.woff2', 'Acme Sans-400-italic.woff2' or "
                + "'Acme Sans-100..900.woff2'"
            ])
          : Diagnostic(.error, "malformed-font", "the file is not a WOFF2 font", at: place))
      return nil
    }
  }

  /// The first fonts that a page may contain. Warns of the others.
  static func embedded(
    _ fonts: [ThemeFont], of theme: String, problems: inout [Diagnostic]
  ) -> [ThemeFont] {
    var sum = 0
    let kept = fonts.prefix { font in
      sum += font.bytes.count
      return sum <= mostEmbedded
    }
    if kept.count < fonts.count {
      let all = fonts.reduce(0) { $0 + $1.bytes.count }
      problems.append(
        Diagnostic(
          .warning, "fonts-too-large",
          "the fonts of theme '\(theme)' take \(all >> 10) KiB; the page contains "
            + "\(kept.count) of \(fonts.count)",
          help: [
            "a page contains at most \(mostEmbedded >> 10) KiB: use fewer weights or characters; "
              + "reports of a site link all fonts"
          ]))
    }
    return Array(kept)
  }

  /// The rule of a style sheet, with the address of the font.
  func rule(_ address: String) -> String {
    "@font-face{font-family:\"\(family)\";font-style:\(isItalic ? "italic" : "normal");"
      + "font-weight:\(weights.map { String($0) }.joined(separator: " "));font-display:swap;"
      + "src:url(\(address)) format(\"woff2\")}\n"
  }

  var dataAddress: String { "data:font/woff2;base64," + Base64.encode(bytes) }
}
