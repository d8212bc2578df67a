import Diagnostics
import Preparing
import Templating

/// The files of a template as written, for reviews.
struct TemplateSources {
  struct Source {
    let template: Template
    /// Whether it differs from the built-in file.
    let isOwn: Bool
  }

  private let store: AssetStore
  private let folder: String
  private var vocabulary = Vocabulary()
  private var sources: [String: Source?] = [:]

  init(template: String, in store: AssetStore) {
    self.store = store
    folder = "Templates/\(template)/"
  }

  /// The file at a path below the template's folder; nil if there is none, or it has errors.
  mutating func source(_ path: String) -> Source? {
    if let known = sources[path] { return known }
    let source = read(path)
    sources[path] = .some(source)
    return source
  }

  /// The path of a component that the file at another path includes. `super` is the built-in file
  /// with the same path.
  static func path(ofComponent name: String, _ form: String, in path: String) -> String {
    name == TemplateLibrary.replaced ? Self.builtIn + path : "components/\(name).\(form)"
  }

  /// The beginning of the path of a built-in file, even if the template replaces it.
  private static let builtIn = "built-in:"

  private mutating func read(_ path: String) -> Source? {
    if path.hasPrefix(Self.builtIn) {
      let path = String(path.dropFirst(Self.builtIn.count))
      return AssetStore.builtIn(folder + path).flatMap { read($0, at: path) }
    }
    return store.file(folder + path).flatMap { read($0, at: path) }
  }

  private mutating func read(_ file: AssetStore.File, at path: String) -> Source? {
    let (template, _) = TemplateFile.read(
      file.text, at: path, name: path, file: file.name, vocabulary: &vocabulary)
    return template.map { Source(template: $0, isOwn: !file.isBuiltIn) }
  }

  func isBuiltIn(_ path: String) -> Bool { store.file(folder + path)?.isBuiltIn ?? false }
}
