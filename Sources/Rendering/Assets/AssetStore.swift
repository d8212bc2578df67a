/// Files of templates and themes in layers. The first layer that has a file is used.
package struct AssetStore: Sendable {
  /// The files of a folder by their path, such as `Templates/default/report.md`.
  package struct Layer: Sendable {
    package var files: [String: File]
    /// Images and fonts, which are not text.
    var images: [String: Image] = [:]

    package init(files: [String: File]) {
      self.files = files
    }
  }

  /// A file, with its name for diagnostics.
  package struct File: Sendable {
    package var name: String
    package var text: String {
      didSet { prepared = nil }
    }
    /// Whether the program contains it.
    fileprivate(set) var isBuiltIn = false
    /// The text as prepared at build time: a packed template, a compact style sheet or script.
    fileprivate(set) var prepared: String?

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// An image or a font, with its name for diagnostics.
  struct Image: Sendable {
    var name: String
    var bytes: [UInt8]
  }

  private let layers: [Layer]
  /// Caches of parsed files, shared by copies of this store.
  let templates = ReadingCache<TargetTemplate.Reading.Key, TargetTemplate.Reading>()
  let sites = ReadingCache<SiteRenderer.Reading.Key, SiteRenderer.Reading>()
  let locales = ReadingCache<String, Strings.Reading>()

  /// The given layers, highest precedence first, over the built-in files.
  package init(over layers: [Layer] = []) {
    self.layers = layers
  }

  /// A file of the first layer that has it. An unchanged copy counts as built-in.
  package func file(_ path: String) -> File? {
    let builtIn = Self.builtIn(path)
    guard var file = layers.lazy.compactMap({ $0.files[path] }).first else { return builtIn }
    if let builtIn, builtIn.text == file.text {
      (file.isBuiltIn, file.prepared) = (true, builtIn.prepared)
    }
    return file
  }

  static func builtIn(_ path: String) -> File? {
    BuiltInFiles.file(path).map { entry in
      var file = File(name: path, text: entry.text)
      file.isBuiltIn = true
      file.prepared = entry.prepared.isEmpty ? nil : entry.prepared
      return file
    }
  }

  func image(_ path: String) -> Image? {
    layers.lazy.compactMap { $0.images[path] }.first
  }

  /// The sorted paths of images and fonts that begin with `prefix`.
  func imagePaths(under prefix: String) -> [String] {
    Set(layers.flatMap { $0.images.keys.filter { $0.hasPrefix(prefix) } }).sorted()
  }

  /// The sorted paths that begin with `prefix`.
  package func paths(under prefix: String) -> [String] {
    let builtIn = BuiltInFiles.paths(under: prefix)
    if layers.isEmpty { return builtIn }
    var found = Set(builtIn)
    for layer in layers { found.formUnion(layer.files.keys.filter { $0.hasPrefix(prefix) }) }
    return found.sorted()
  }

  /// The names of the folders directly below `root`: templates or themes.
  package func names(under root: String) -> [String] {
    var found: [String] = []
    var last = "/"
    // Paths are sorted, so the files of a folder are adjacent.
    for path in paths(under: root + "/") where !path.hasPrefix(last) {
      let parts = path.dropFirst(root.count + 1).split(separator: "/", maxSplits: 1)
      guard parts.count == 2 else { continue }
      found.append(String(parts[0]))
      last = "\(root)/\(parts[0])/"
    }
    return found.sorted()
  }
}

/// The files built into the program.
enum BuiltInFiles {
  /// The sorted paths that begin with `prefix`.
  static func paths(under prefix: String) -> [String] {
    EmbeddedFiles.all[firstIndex(from: prefix)...].prefix { $0.path.hasPrefix(prefix) }.map(\.path)
  }

  static func text(_ path: String) -> String? { file(path)?.text }

  static func file(_ path: String) -> (path: String, text: String, prepared: String)? {
    let index = firstIndex(from: path)
    guard index < EmbeddedFiles.all.count, EmbeddedFiles.all[index].path == path else { return nil }
    return EmbeddedFiles.all[index]
  }

  /// The index of the first file at or after this path; the number of files if there is none.
  private static func firstIndex(from path: String) -> Int {
    var range = 0..<EmbeddedFiles.all.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        EmbeddedFiles.all[middle].path < path
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
