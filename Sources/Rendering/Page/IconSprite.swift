import Diagnostics

/// The icons of template and theme as one sprite of symbols that `<use href="#icon-error">` shows.
enum IconSprite {
  /// The symbols of all icons; a theme's icon stands in for the template's of the same name.
  static func make(
    template: String, theme: String, in store: AssetStore, problems: inout [Diagnostic]
  ) -> (symbols: String, names: Set<String>) {
    var files: [String: AssetStore.File] = [:]
    for folder in ["Templates/\(template)/page/icons/", "Themes/\(theme)/icons/"] {
      for path in store.paths(under: folder) where path.hasSuffix(".svg") {
        let name = String(path.dropFirst(folder.count).dropLast(4))
        if let file = store.file(path) { files[name] = file }
      }
    }
    var symbols = ""
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      guard let symbol = symbol(name, file) else {
        problems.append(
          Diagnostic(
            .error, "unsafe-icon",
            "an icon is one <svg viewBox=…> that holds shapes and no script, style or address",
            at: SourceLocation(file: file.name)))
        continue
      }
      symbols += symbol
    }
    return (symbols, Set(files.keys))
  }

  private static func symbol(_ name: String, _ file: AssetStore.File) -> String? {
    let text = file.text
    let lowered = text.lowercased()
    let forbidden = ["<script", "<style", "<foreignobject", "href", "url(", " on", "<!", "<?"]
    guard !forbidden.contains(where: lowered.contains), name.allSatisfy({ $0 != "\"" }),
      let start = text.firstIndex(of: "<"), text[start...].hasPrefix("<svg"),
      let opened = text.firstIndex(of: ">"), let closed = text.range(of: "</svg>")?.lowerBound,
      opened < closed, let viewBox = attribute("viewBox", in: text[start...opened])
    else { return nil }
    let shapes = text[text.index(after: opened)..<closed]
    return "<symbol id=\"icon-\(name)\" viewBox=\"\(viewBox)\">\(shapes)</symbol>"
  }

  private static func attribute(_ name: String, in tag: Substring) -> Substring? {
    guard let start = tag.range(of: name + "=\"")?.upperBound,
      let end = tag[start...].firstIndex(of: "\"")
    else { return nil }
    return tag[start..<end]
  }
}

extension StringProtocol {
  /// Where `needle` first stands.
  fileprivate func range(of needle: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(needle) {
        return start..<index(start, offsetBy: needle.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
