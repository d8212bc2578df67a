import Composing
import Diagnostics
import Model
import Preparing

/// The icons of template and theme as symbols of one sprite, for `<use href="#icon-error">`.
struct IconSprite {
  private(set) var symbols: [String] = []
  private var drawings: [String: IconDrawing] = [:]
  /// The names of all icons that an entry of the timeline can have.
  private(set) var names: Set<String> = []

  private static let forEntries = "entries/"

  /// The icons of the template, or the wanted ones, and those that entries of the timeline name. An
  /// icon of the theme replaces that of the template.
  init(
    template: String, theme: String, in store: AssetStore, only wanted: Set<String>? = nil,
    entries named: Set<String> = [], problems: inout [Diagnostic]
  ) {
    let all = Self.paths(in: "Templates/\(template)/page/icons/", of: store)
    let general = all.filter { !$0.name.hasPrefix(Self.forEntries) }
    let needed = wanted ?? named.union(general.map(\.name))
    let entries = all.filter { $0.name.hasPrefix(Self.forEntries) }
      .map { (name: String($0.name.dropFirst(Self.forEntries.count)), path: $0.path) }
    let own = Self.paths(in: "Themes/\(theme)/icons/", of: store)
    let paths = Dictionary(entries + general + own) { $1 }
    for (name, path) in paths.sorted(by: { $0.key < $1.key }) {
      guard let file = store.file(path) else { continue }
      // Tests check built-in files.
      if file.isBuiltIn, !needed.contains(name) {
        names.insert(name)
        continue
      }
      let isName = !name.utf8.contains(UInt8(ascii: "\""))
      guard isName, let drawing = IconDrawing(file.text) else {
        problems.append(
          Diagnostic(
            .error, "unsafe-icon",
            "an icon must be one <svg viewBox=…> of shapes, without script, style or address",
            at: SourceLocation(file: file.name)))
        continue
      }
      names.insert(name)
      guard needed.contains(name) else { continue }
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
