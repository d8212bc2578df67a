import Composing
import Diagnostics
import Model
import Preparing

/// The icons of template and theme as symbols of one sprite, for `<use href="#icon-error">`.
struct IconSprite {
  private(set) var symbols: [String] = []
  private var drawings: [String: IconDrawing] = [:]
  var names: Set<String> { Set(drawings.keys) }

  /// All icons, or the wanted ones. An icon of the theme replaces that of the template.
  init(
    template: String, theme: String, in store: AssetStore, only wanted: Set<String>? = nil,
    problems: inout [Diagnostic]
  ) {
    let own = Self.paths(in: "Themes/\(theme)/icons/", of: store)
    let names = Set(own.map(\.name))
    let others = Self.paths(in: "Templates/\(template)/page/icons/", of: store)
      .filter { !names.contains($0.name) }
    for (name, path) in (own + others).sorted(by: { $0.name < $1.name }) {
      guard wanted?.contains(name) ?? true, let file = store.file(path) else { continue }
      let isName = !name.utf8.contains(UInt8(ascii: "\""))
      guard isName, let drawing = IconDrawing(file.text) else {
        problems.append(
          Diagnostic(
            .error, "unsafe-icon",
            "an icon must be one <svg viewBox=…> of shapes, without script, style or address",
            at: SourceLocation(file: file.name)))
        continue
      }
      symbols.append(drawing.symbol(named: name))
      drawings[name] = drawing
    }
  }

  private static func paths(
    in folder: String, of store: AssetStore
  ) -> [(name: String, path: String)] {
    store.paths(under: folder).compactMap { path in
      // Comparing bytes is faster than comparing characters and finds the same places.
      let file = path.utf8.dropFirst(folder.utf8.count)
      guard file.suffix(4).elementsEqual(".svg".utf8) else { return nil }
      return (String(Substring(file.dropLast(4))), path)
    }
  }

  func drawing(_ name: String) -> IconDrawing? { drawings[name] }

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
}
