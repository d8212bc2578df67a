import Basics
import Composing
import Diagnostics
import Model
import Preparing

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
  ) -> (symbols: String, drawings: [String: IconDrawing]) {
    var files: [String: AssetStore.File] = [:]
    for folder in ["Templates/\(template)/page/icons/", "Themes/\(theme)/icons/"] {
      for path in store.paths(under: folder) where path.hasSuffix(".svg") {
        let name = String(path.dropFirst(folder.count).dropLast(4))
        guard wanted?.contains(name) ?? true, let file = store.file(path) else { continue }
        files[name] = file
      }
    }
    var symbols = ""
    var drawings: [String: IconDrawing] = [:]
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      let found = file.prepared.map { IconDrawing(packed: $0) } ?? IconDrawing(file.text)
      guard let drawing = found, !name.utf8.contains(UInt8(ascii: "\"")) else {
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
}
