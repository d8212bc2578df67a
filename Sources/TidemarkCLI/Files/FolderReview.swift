import Diagnostics
import Files
import Rendering
import Text

/// Finds probable mistakes in a user's template or theme: a folder without any known part, a file
/// with almost the name of a part, and a file where none is used. Documents are ignored.
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
    } else if known.contains(path) || path == Catalog.baseFile {
      isUsed = true
    } else if catalog.takes(path) {
      isUsed = true
      reviewOwn(path)
    } else {
      reviewUnused(path)
    }
  }

  /// Reviews a file that has no built-in one but may be used.
  private mutating func reviewOwn(_ path: String) {
    let folder = Self.folder(of: path)
    let kind = Self.ending(of: path)
    switch (folder, kind) {
    case ("components", _): suggestComponent(path)
    case ("strings", _), ("strings/facts", _): reviewLanguage(path)
    case ("page", "html"), ("site", "xml"): reviewUnused(path)
    case ("site", "page"):
      guard !isAskedFor(Self.stem(of: path)) else { return }
      suggest(path, among: beside(path).filter { $0.hasSuffix(".page") }, ending: "")
    case (_, "svg"):
      let icons = catalog == .themes ? catalog.templateIcons : beside(path)
      suggestMisspelled(path, among: icons)
    case (_, "css"), (_, "js"): suggestMisspelled(path, among: beside(path))
    default: break
    }
  }

  /// Reviews a file that no output uses.
  private mutating func reviewUnused(_ path: String) {
    let count = problems.count
    if path == "basis" || path == "extends" || path == "parent" {
      return report(path, nearest: Catalog.baseFile)
    }
    suggest(path, among: beside(path) + [Catalog.baseFile], ending: "")
    guard problems.count == count, Self.fileKinds.contains(Self.ending(of: path)) else { return }
    let name = Self.name(of: path)
    let elsewhere = known.filter { Self.name(of: $0) == name && $0 != path }.sorted().first
    let isInside = path.contains("/")
    guard isInside || elsewhere != nil || catalog == .themes else { return }
    problems.append(
      Diagnostic(
        .warning, "unused-file", "no output uses the file '\(path)' of a \(catalog.noun)",
        at: SourceLocation(file: folder + "/" + path, line: 1, column: 1),
        help: [elsewhere.map { "did you mean '\($0)'?" } ?? "remove it"]))
  }

  private func beside(_ path: String) -> [String] {
    known.filter { Self.folder(of: $0) == Self.folder(of: path) }.sorted()
  }

  /// The endings of files that a template or a theme may have.
  private static let fileKinds: Set<String> = [
    "html", "css", "js", "svg", "png", "jpg", "webp", "page", "mail", "markdown", "text", "xml",
    "json", "woff", "woff2", "ttf", "otf",
  ]

  /// Suggests a file for one whose name has one wrong letter. Other names are the author's own.
  private mutating func suggestMisspelled(_ path: String, among paths: [String]) {
    let name = Self.name(of: path)
    guard !paths.contains(where: { Self.name(of: $0) == name }) else { return }
    let meant = paths.first { Suggestion.isMisspelled(name, from: Self.name(of: $0)) }
    guard let meant else { return }
    let folder = Self.folder(of: path)
    report(path, nearest: (folder.isEmpty ? "" : folder + "/") + Self.name(of: meant))
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
    report(path + ending, nearest: nearest + ending)
  }

  private mutating func report(_ path: String, nearest: String) {
    let place = path.hasSuffix("/") ? String(path.dropLast()) : path
    problems.append(
      Diagnostic(
        .warning, "unknown-file", "no part of a \(catalog.noun) is called '\(path)'",
        at: SourceLocation(file: folder + "/" + place), help: ["did you mean '\(nearest)'?"]))
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func stem(of path: String) -> String {
    String(name(of: path).prefix { $0 != "." })
  }

  private static func ending(of path: String) -> String {
    let name = name(of: path)
    return name.contains(".") ? String(name.split(separator: ".").last ?? "").lowercased() : ""
  }

  /// Suggests the name of a language for a file that no language reads.
  private mutating func reviewLanguage(_ path: String) {
    let tag = Self.name(of: path).dropLast(".json".count)
    let written = tag.lowercased().replacing("_", with: "-")
    let parts = written.split(separator: "-", omittingEmptySubsequences: false)
    let isTag =
      (2...3).contains(parts.first?.count ?? 0)
      && parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII } }
    if isTag, written == tag { return }
    let tags = Strings.tags(in: AssetStore())
    let meant = isTag ? written : Suggestion.nearest(to: written, among: tags)
    let folder = Self.folder(of: path)
    problems.append(
      Diagnostic(
        .warning, "unknown-file", "no language is called '\(tag)'",
        at: SourceLocation(file: self.folder + "/" + path),
        help: [
          meant.map { "did you mean '\(folder)/\($0).json'?" }
            ?? "a language has a tag in lower case, such as 'de' or 'de-at'"
        ]))
  }

  private static func folder(of path: String) -> Substring {
    path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
  }
}
