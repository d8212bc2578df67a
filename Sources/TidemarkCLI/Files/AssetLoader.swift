import Diagnostics
import Files
import Pipeline
import Rendering
import Text

/// Loads templates and themes. The requested folder comes first, given by its path or by its name
/// in Templates/ or Themes/ of the working folder. Then come the folders named in `base` files,
/// then the built-in ones. Other folders are not read: they may have come with a checked-out
/// project, and a template runs scripts in a page.
struct AssetLoader {
  private(set) var assets = ReportAssets(
    store: AssetStore(), template: Catalog.templates.usual, theme: Catalog.themes.usual)
  private(set) var problems: [Diagnostic] = []
  /// The user's folders with files that are read.
  private(set) var folders: [String] = []
  /// The text files of each folder, and the path of the files that they replace.
  private var read: [(folder: String, root: String, files: [String: String])] = []

  init(template: Setting?, theme: Setting?, formats: [OutputFormat]) {
    var layers: [AssetStore.Layer] = []
    for (catalog, wish) in [(Catalog.templates, template), (.themes, theme)] {
      let (name, folders) = chain(catalog, wish)
      self.folders += folders
      for folder in folders {
        let read = AssetFolder(folder, parts: catalog.parts(for: formats))
        self.read.append((folder, "\(catalog.rawValue)/\(name)/", read.files))
        problems += read.problems + FolderReview(folder, of: catalog).problems
        switch catalog {
        case .templates:
          layers.append(AssetStore.Layer(read.files, inTemplate: name, from: folder))
          layers.append(AssetStore.Layer(strings(in: folder), inTemplate: name, from: folder))
          if let shared = Self.folderOfTemplates(holding: folder) {
            self.folders.append(shared + "/strings")
            layers.append(
              AssetStore.Layer(strings(in: shared), under: catalog.rawValue, from: shared))
          }
        case .themes:
          layers.append(
            AssetStore.Layer(read.files, images: read.images, inTheme: name, from: folder))
        }
      }
      if name == Catalog.nothing { layers.append(.builtInStyles(inTemplate: name)) }
      switch catalog {
      case .templates: assets.template = name
      case .themes: assets.theme = name
      }
    }
    assets.store = AssetStore(over: layers)
  }

  /// Whether any folder holds a template.
  var hasOwnTemplate: Bool { read.contains { $0.root.hasPrefix(Catalog.templates.rawValue) } }

  /// A warning for each folder with files that equal the built-in ones.
  var unchanged: [Diagnostic] {
    let builtIn = AssetStore()
    return read.compactMap { folder, root, files in
      let equal = files.filter { builtIn.file(root + $0.key)?.text == $0.value }.keys.sorted()
      guard let first = equal.first else { return nil }
      return Diagnostic(
        .warning, "unchanged-files",
        "\(equal.count) \(equal.count == 1 ? "file equals" : "files equal") the built-in "
          + (equal.count == 1 ? "one" : "ones"),
        at: SourceLocation(file: folder),
        help: [
          "remove the unchanged files, such as '\(first)': they hide the changes of later versions"
        ])
    }
  }

  /// The Templates/ folder that holds a template's folder; all templates share its strings/.
  private static func folderOfTemplates(holding folder: String) -> String? {
    guard let parent = Folder.parent(of: folder),
      parent.split(separator: "/").last.map(String.init) == Catalog.templates.rawValue
    else { return nil }
    return parent
  }

  /// Whether a template's folder has strings files.
  private(set) var hasStrings = false

  private mutating func strings(in folder: String) -> [String: String] {
    var texts: [String: String] = [:]
    for subfolder in ["strings", "strings/facts"] {
      var names: [String] = []
      do throws(FileError) {
        names = try Folder.names(in: folder + "/" + subfolder)
      } catch {
        if !error.isAbsence {
          problems.append(Diagnostic(.error, "unreadable-folder", error.message))
        }
      }
      for name in names where name.hasSuffix(".json") && !name.hasPrefix(".") {
        let read = AssetFolder(folder, parts: [AssetPart(folder: subfolder, name: name)])
        texts.merge(read.files) { $1 }
        hasStrings = hasStrings || !read.files.isEmpty
        if !read.problems.isEmpty {
          assets.stringProblems[name.dropLast(5).lowercased(), default: []] += read.problems
        }
      }
    }
    return texts
  }

  /// Returns the overridden built-in template or theme, and the folders that override it. The
  /// strongest folder comes first: the requested one, then those named in `base` files. A built-in
  /// name always means the built-in one, even if a folder has the same name.
  private mutating func chain(_ catalog: Catalog, _ wish: Setting?) -> (String, [String]) {
    let builtIn = catalog.builtIn
    var folders: [String] = []
    var name = wish?.value ?? catalog.usual
    var location = wish?.location
    if Self.isFolder(name) {
      let folder = Self.withoutLastSlash(name)
      if !Folder.exists(folder) {
        let isFile = SmallFile.exists(folder)
        problems.append(
          Diagnostic(
            .error, "no-such-folder",
            isFile
              ? "'\(folder)' is a file, not the folder of a \(catalog.noun)"
              : "there is no folder '\(folder)'", at: location))
        return (catalog.usual, [])
      }
      folders.append(folder)
      (name, location) = base(of: folder) ?? (catalog.usual, nil)
    }
    if catalog == .templates, name == Catalog.nothing, !folders.isEmpty { return (name, folders) }
    // A longer chain is most likely a cycle.
    while folders.count < 8 {
      let folder = catalog.rawValue + "/" + name
      guard Self.isName(name), !builtIn.contains(name), catalog.isHeld(by: folder),
        Folder.isInside(".", folder)
      else { break }
      folders.append(folder)
      guard let next = base(of: folder) else {
        name = catalog.usual
        break
      }
      if next.0 == name { break }
      (name, location) = next
      if catalog == .templates, name == Catalog.nothing { return (name, folders) }
    }
    if builtIn.contains(name) { return (name, folders) }
    problems += [
      AssetStore.problem(
        name, catalog.noun, known: Set(builtIn + catalog.own).sorted(), at: location,
        hint: "a folder is written with a slash")
    ].compactMap { $0 }
    return (catalog.usual, folders)
  }

  /// The name in a folder's `base` file, and its location.
  private mutating func base(of folder: String) -> (String, SourceLocation?)? {
    let path = folder + "/" + Catalog.baseFile
    guard Folder.isRegularFile(path) else { return nil }
    switch SmallFile.read(path) {
    case .success(let text):
      let words = text.split(whereSeparator: \.isWhitespace)
      if words.count == 1 {
        return (String(words[0]), SourceLocation(file: path, line: 1, column: 1))
      }
      problems.append(
        Diagnostic(
          .error, "malformed-base", "the file holds one name",
          at: SourceLocation(file: path, line: 1, column: 1)))
    case .failure(let failure): problems.append(failure.diagnostic)
    }
    return nil
  }

  /// Removes the slash at the end: `mine/` becomes `./mine`, which is still a path, not a name.
  private static func withoutLastSlash(_ value: String) -> String {
    guard value.count > 1, value.hasSuffix("/") else { return value }
    let name = String(value.dropLast())
    return name.contains("/") ? name : "./" + name
  }

  private static func isFolder(_ value: String) -> Bool {
    value.contains("/") || value == "." || value == ".."
  }

  /// Whether a name can be that of a folder in Templates/ or Themes/.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && !name.contains("/") && name != "strings"
  }
}
