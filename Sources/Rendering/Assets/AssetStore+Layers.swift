package import Diagnostics

extension AssetStore.Layer {
  /// Files of a template by their path below its folder. Strings are shared by all templates:
  /// `strings/de.json` applies to each.
  package init(_ files: [String: String], inTemplate name: String, from folder: String? = nil) {
    self.init(files, from: folder) { path in
      path.hasPrefix("strings/") ? "Templates/" + path : "Templates/\(name)/" + path
    }
  }

  /// Files and images of a theme by their path below its folder.
  package init(
    _ files: [String: String], images: [String: [UInt8]] = [:], inTheme name: String,
    from folder: String? = nil
  ) {
    self.init(files, from: folder) { "Themes/\(name)/" + $0 }
    for (path, bytes) in images {
      let shown = folder.map { $0 + "/" + path } ?? path
      self.images["Themes/\(name)/" + path] = AssetStore.Image(name: shown, bytes: bytes)
    }
  }

  /// Files by their path below the folder `root`, such as `Templates`.
  package init(_ files: [String: String], under root: String, from folder: String? = nil) {
    self.init(files, from: folder) { root + "/" + $0 }
  }

  /// What a template from nothing may use: the styles and icons of the built-in template, and its
  /// pages of a site.
  package static func builtInStyles(inTemplate name: String) -> AssetStore.Layer {
    let root = "Templates/default/"
    var layer = AssetStore.Layer(files: [:])
    for path in AssetStore().paths(under: root) {
      let inside = String(path.dropFirst(root.count))
      guard
        inside.hasSuffix(".css") || inside.hasSuffix(".svg") || inside.hasPrefix("site/")
          || inside == "components/\(SiteRenderer.trend).page"
      else { continue }
      layer.files["Templates/\(name)/" + inside] = AssetStore.builtIn(path)
    }
    return layer
  }

  private init(_ files: [String: String], from folder: String?, path: (String) -> String) {
    self.init(
      files: files.reduce(into: [:]) { stored, file in
        let name = folder.map { $0 + "/" + file.key } ?? file.key
        stored[path(file.key)] = AssetStore.File(name: name, text: file.value)
      })
  }
}

extension AssetStore {
  /// Diagnostics for unknown names of a template and a theme.
  package func problems(template: String, theme: String) -> [Diagnostic] {
    let templates = names(under: "Templates").filter { $0 != "strings" }
    return [
      Self.problem(template, "template", known: templates),
      Self.problem(theme, "theme", known: names(under: "Themes")),
    ].compactMap { $0 }
  }

  /// The diagnostic for a name that is not among the known ones.
  package static func problem(
    _ name: String, _ what: String, known: [String], at location: SourceLocation? = nil,
    hint: String? = nil
  ) -> Diagnostic? {
    guard !known.contains(name) else { return nil }
    var help = [
      (["known: " + known.joined(separator: ", ")] + [hint].compactMap { $0 })
        .joined(separator: "; ")
    ]
    if let nearest = Suggestion.nearest(to: name, among: known) {
      help.insert("did you mean '\(nearest)'?", at: 0)
    }
    return Diagnostic(
      .error, "unknown-\(what)", "unknown \(what) '\(name)'", at: location, help: help)
  }
}
