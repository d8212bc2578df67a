import Diagnostics
import Files
import Rendering
import Text

/// Finds probable mistakes in a user's template or theme: a folder without any known part, and a
/// file with almost the name of a part. Other files are ignored.
struct FolderReview {
  private(set) var problems: [Diagnostic] = []
  private let folder: String
  private let catalog: Catalog
  /// The paths of the built-in parts, below a template's or theme's folder.
  private let known: Set<String>
  private var isUsed = false

  /// The largest number of names compared in a folder.
  private static let mostNames = 2_000

  init(_ folder: String, of catalog: Catalog) {
    self.folder = folder
    self.catalog = catalog
    known = catalog.knownPaths
    review(catalog.folders.isEmpty ? [""] : [""] + catalog.folders)
    guard !isUsed, !problems.contains(where: { $0.id == "unknown-file" }) else { return }
    let parts = ([catalog.mainFile] + catalog.folders.map { $0 + "/" }).joined(separator: ", ")
    problems.append(
      Diagnostic(
        .warning, "unused-folder", "'\(folder)' holds no part of a \(catalog.noun)",
        help: ["a \(catalog.noun) is made of \(parts)"]))
  }

  private mutating func review(_ folders: [String]) {
    for below in folders {
      let path = below.isEmpty ? folder : folder + "/" + below
      // `AssetFolder` reports an unlistable folder.
      let names = (try? Folder.names(in: path)) ?? []
      for name in names.prefix(Self.mostNames) where !name.hasPrefix(".") {
        review(below.isEmpty ? name : below + "/" + name)
      }
    }
  }

  private mutating func review(_ path: String) {
    if Folder.exists(folder + "/" + path) {
      guard !path.contains("/"), !catalog.topFolders.contains(path) else { return }
      suggest(path, among: catalog.topFolders, ending: "/")
    } else if known.contains(path) || path == Catalog.baseFile || catalog.takes(path) {
      isUsed = true
      // A component with a new name is used only if a file includes it.
      guard path.hasPrefix("components/"), !known.contains(path) else { return }
      suggestComponent(path)
    } else {
      let beside = known.filter { Self.folder(of: $0) == Self.folder(of: path) }
      suggest(path, among: Array(beside) + [Catalog.baseFile], ending: "")
    }
  }

  /// Suggests a built-in component for a component with a similar name, unless a file includes it.
  private mutating func suggestComponent(_ path: String) {
    let name = path.dropFirst("components/".count).prefix { $0 != "." }
    let names = Set(
      known.filter { $0.hasPrefix("components/") }
        .map { String($0.dropFirst("components/".count).prefix { $0 != "." }) })
    guard !names.contains(String(name)), !isAskedFor(String(name)) else { return }
    suggest(path, among: known.filter { $0.hasPrefix("components/") }.sorted(), ending: "")
  }

  private func isAskedFor(_ component: String) -> Bool {
    let files = AssetFolder(folder, parts: catalog.parts(for: OutputFormat.all)).files
    return files.values.contains { text in
      text.parts(separatedBy: "{{").contains { tag in
        guard tag.first == ">" else { return false }
        return tag.dropFirst().drop(while: \.isWhitespace)
          .prefix { $0 != "}" && !$0.isWhitespace } == component
      }
    }
  }

  private mutating func suggest(_ path: String, among paths: [String], ending: String) {
    guard let nearest = Suggestion.nearest(to: path, among: paths.sorted()), nearest != path else {
      return
    }
    problems.append(
      Diagnostic(
        .warning, "unknown-file", "no part of a \(catalog.noun) is called '\(path)\(ending)'",
        at: SourceLocation(file: folder + "/" + path),
        help: ["did you mean '\(nearest)\(ending)'?"]))
  }

  private static func folder(of path: String) -> Substring {
    path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
  }
}
