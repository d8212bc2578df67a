import Basics
import Composing
import Diagnostics
import Model

/// The icons of template and theme as one sprite of symbols, for `<use href="#icon-error">`.
enum IconSprite {
  /// Warnings about icons that entries name but neither template nor theme has, one per icon.
  static func unknown(in report: Report, known: Set<String>) -> [Diagnostic] {
    var reported: Set<String> = []
    var problems: [Diagnostic] = []
    for item in report.timeline?.entries ?? [] {
      guard let icon = item.entry.icon, !known.contains(icon), reported.insert(icon).inserted else {
        continue
      }
      problems.append(
        Diagnostic(
          .warning, "unknown-icon",
          "unknown icon \(VisibleText.quoted(icon)) for \(VisibleText.quoted(item.entry.title))",
          help: Suggestion.help(for: icon, among: known.sorted())))
    }
    return problems
  }

  /// The symbols of all icons, or of the wanted ones. An icon of the theme replaces that of the
  /// template.
  static func make(
    template: String, theme: String, in store: AssetStore, only wanted: Set<String>? = nil,
    problems: inout [Diagnostic]
  ) -> (symbols: String, drawings: [String: Drawing]) {
    var files: [String: AssetStore.File] = [:]
    for folder in ["Templates/\(template)/page/icons/", "Themes/\(theme)/icons/"] {
      for path in store.paths(under: folder) where path.hasSuffix(".svg") {
        let name = String(path.dropFirst(folder.count).dropLast(4))
        guard wanted?.contains(name) ?? true, let file = store.file(path) else { continue }
        files[name] = file
      }
    }
    var symbols = ""
    var drawings: [String: Drawing] = [:]
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      guard let drawing = drawing(name, file) else {
        problems.append(
          Diagnostic(
            .error, "unsafe-icon",
            "an icon must be one <svg viewBox=…> of shapes, without script, style or address",
            at: SourceLocation(file: file.name)))
        continue
      }
      drawings[name] = drawing
      symbols +=
        "<symbol id=\"icon-\(name)\" viewBox=\"\(drawing.viewBox)\">\(drawing.shapes)</symbol>"
    }
    return (symbols, drawings)
  }

  /// The shapes of an icon, which are harmless.
  struct Drawing {
    var viewBox: String
    var shapes: String
  }

  private static func drawing(_ name: String, _ file: AssetStore.File) -> Drawing? {
    let bytes = Array(file.text.utf8)
    let forbidden: [StaticString] = [
      "<script", "<style", "<foreignobject", "href", "url(", " on", "<!", "<?",
    ]
    guard !forbidden.contains(where: { ByteSearch.first($0, in: bytes) != nil }),
      !name.utf8.contains(UInt8(ascii: "\"")),
      let start = ByteSearch.first("<svg", in: bytes),
      let opened = bytes[start...].firstIndex(of: UInt8(ascii: ">")),
      let closed = ByteSearch.first("</svg>", in: bytes, from: opened),
      let viewBox = attribute("viewbox=\"", in: bytes, start..<opened)
    else { return nil }
    guard IconShapes.areHarmless(bytes[(opened + 1)..<closed]) else { return nil }
    let shapes = String(decoding: bytes[(opened + 1)..<closed], as: UTF8.self)
    return Drawing(viewBox: viewBox, shapes: shapes)
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
}
