import Diagnostics
import Text

/// A theme's `logo.svg`, `.png`, `.jpg` or `.webp`, embedded in the page, which loads no other
/// resources.
package struct Logo: Sendable {
  /// `data:image/png;base64,…`.
  let address: String

  /// The possible file names, in order of precedence.
  package static let names = kinds.map(\.name)

  /// The maximum size in bytes, because every page and attachment contains it.
  private static let mostBytes = 64 << 10

  private static let kinds: [(name: String, type: String, mark: [UInt8], at: Int)] = [
    ("logo.svg", "image/svg+xml", Array("<".utf8), 0),
    ("logo.png", "image/png", [0x89, 0x50, 0x4E, 0x47], 0),
    ("logo.jpg", "image/jpeg", [0xFF, 0xD8, 0xFF], 0),
    ("logo.webp", "image/webp", Array("WEBP".utf8), 8),
  ]

  init?(of theme: String, in store: AssetStore, problems: inout [Diagnostic]) {
    for kind in Self.kinds {
      guard let image = store.image("Themes/\(theme)/" + kind.name) else { continue }
      guard image.bytes.count <= Self.mostBytes else {
        problems.append(
          Diagnostic(
            .error, "logo-too-large", "the logo takes \(image.bytes.count >> 10) KiB",
            at: SourceLocation(file: image.name),
            help: ["use at most \(Self.mostBytes >> 10) KiB: it is written into every page"]))
        return nil
      }
      guard image.bytes.dropFirst(kind.at).starts(with: kind.mark) else {
        problems.append(
          Diagnostic(
            .error, "malformed-logo", "the file is not a valid \(kind.type) image",
            at: SourceLocation(file: image.name)))
        return nil
      }
      address = "data:\(kind.type);base64," + Base64.encode(image.bytes)
      return
    }
    return nil
  }
}
