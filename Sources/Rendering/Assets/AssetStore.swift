/// Files of templates and themes in layers. The first layer that has a file is used.
package struct AssetStore: Sendable {
  /// The files of a folder by their path, such as `Templates/default/report.md`.
  package struct Layer: Sendable {
    package var files: [String: File]
    /// Images, which are not text.
    var images: [String: Image] = [:]

    package init(files: [String: File]) {
      self.files = files
    }
  }

  /// A file, with its name for diagnostics.
  package struct File: Sendable {
    package var name: String
    package var text: String
    /// Whether it is built into the program.
    fileprivate(set) var isBuiltIn = false

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// An image, with its name for diagnostics.
  struct Image: Sendable {
    var name: String
    var bytes: [UInt8]
  }

  private let layers: [Layer]
  /// What was read of these files, shared by copies of this store.
  let templates = TemplateCache()

  /// The given layers, highest precedence first, over the built-in files.
  package init(over layers: [Layer] = []) {
    self.layers = layers
  }

  package func file(_ path: String) -> File? {
    for layer in layers {
      if let file = layer.files[path] { return file }
    }
    return BuiltInFiles.text(path).map { text in
      var file = File(name: path, text: text)
      file.isBuiltIn = true
      return file
    }
  }

  func image(_ path: String) -> Image? {
    layers.lazy.compactMap { $0.images[path] }.first
  }

  /// The sorted paths that begin with `prefix`.
  package func paths(under prefix: String) -> [String] {
    var found = Set(BuiltInFiles.paths.filter { $0.hasPrefix(prefix) })
    for layer in layers { found.formUnion(layer.files.keys.filter { $0.hasPrefix(prefix) }) }
    return found.sorted()
  }

  /// The names of the folders directly below `root`: templates or themes.
  package func names(under root: String) -> [String] {
    var found: Set<String> = []
    for path in paths(under: root + "/") {
      let parts = path.dropFirst(root.count + 1).split(separator: "/", maxSplits: 1)
      if parts.count == 2 { found.insert(String(parts[0])) }
    }
    return found.sorted()
  }
}

/// The files built into the program.
enum BuiltInFiles {
  static var paths: [String] { EmbeddedFiles.all.map { $0.path.description } }

  static func text(_ path: String) -> String? {
    var path = path
    return path.withUTF8 { wanted in
      for entry in EmbeddedFiles.all where entry.path.utf8CodeUnitCount == wanted.count {
        let bytes = UnsafeBufferPointer(start: entry.path.utf8Start, count: wanted.count)
        if bytes.elementsEqual(wanted) { return entry.text.description }
      }
      return nil
    }
  }
}
