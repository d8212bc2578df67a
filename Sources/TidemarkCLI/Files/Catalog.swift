import Files
import Rendering
import Text

/// The two kinds of folders that a user can provide.
enum Catalog: String {
  case templates = "Templates"
  case themes = "Themes"

  var noun: String { self == .templates ? "template" : "theme" }
  /// The name of the default; a folder without a `base` file overrides it.
  var usual: String { self == .templates ? "default" : "horizon" }

  /// The file with the name of the overridden template or theme.
  static let baseFile = "base"

  /// The word in a `base` file of a template that begins with nothing.
  static let nothing = "none"

  /// The names of the built-in templates or themes.
  var builtIn: [String] { self == .templates ? Self.builtInTemplates : Self.builtInThemes }

  // Cached, because every command needs the names.
  private static let builtInTemplates = names(of: .templates)
  private static let builtInThemes = names(of: .themes)

  private static func names(of catalog: Catalog) -> [String] {
    AssetStore().names(under: catalog.rawValue).filter { $0 != "strings" }
  }

  /// The files and folders that mark a folder as a template or a theme; folders end with a slash.
  private var marks: [String] {
    let own =
      self == .templates
      ? OutputFormat.all.map(\.name) + ["components", "site", "strings"] : topFolders
    let files = parts(for: OutputFormat.all).filter { part in
      part.folder.isEmpty && !part.isImage
    }
    return files.map(\.name) + topFolders.filter(own.contains).map { $0 + "/" } + [Self.baseFile]
  }

  func isHeld(by folder: String) -> Bool {
    AssetFolder.holds(folder, anyOf: marks)
  }

  /// The names of the user's folders in Templates/ or Themes/ of the working folder.
  var own: [String] {
    let names = (try? Folder.names(in: rawValue)) ?? []
    return names.filter { !$0.hasPrefix(".") && isHeld(by: rawValue + "/" + $0) }
  }

  /// The main file.
  var mainFile: String { self == .templates ? "report.md" : "tokens.json" }

  /// The folders of the parts, by their path below the template's or theme's folder.
  var folders: [String] {
    let all = Set(parts(for: OutputFormat.all).map(\.folder)).subtracting([""])
    return all.union(self == .templates ? ["strings", "strings/facts"] : []).sorted()
  }

  var topFolders: [String] { folders.filter { !$0.contains("/") } }

  /// The paths of all built-in parts, below the template's or theme's folder.
  var knownPaths: Set<String> {
    let store = AssetStore()
    let known = Set(
      store.paths(under: rawValue + "/").compactMap { path in
        let parts = path.split(separator: "/", maxSplits: 2)
        return parts.count == 3 && parts[1] != "strings" ? String(parts[2]) : nil
      })
    guard self == .templates else { return known.union(["page.css"]) }
    let prefix = rawValue + "/"
    return known.union(
      store.paths(under: prefix + "strings/").map { String($0.dropFirst(prefix.count)) })
  }

  /// The paths of the built-in template's icons.
  var templateIcons: [String] { AssetStore().paths(under: "Templates/default/page/icons/") }

  /// Whether some format reads the file at this path.
  func takes(_ path: String) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let folder = path == name ? "" : String(path.dropLast(name.count + 1))
    if folder == "strings" || folder == "strings/facts", self == .templates {
      return name.hasSuffix(".json")
    }
    return parts(for: OutputFormat.all).contains { part in
      part.folder == folder
        && (part.name.hasPrefix(".") ? name.hasSuffix(part.name) : name == part.name)
    }
  }

  /// The files needed to render to these formats.
  func parts(for formats: [OutputFormat]) -> [AssetPart] {
    let asked = OutputFormat.all.filter(formats.contains)
    var parts: [AssetPart] = []
    switch self {
    case .themes: parts = asked.flatMap(\.themeParts)
    case .templates where asked.contains(where: \.usesTemplate):
      let read = Set(asked.filter(\.usesTemplate).map(\.componentEnding))
      let components = OutputFormat.all.filter(\.usesTemplate).map(\.componentEnding).map {
        AssetPart(folder: "components", name: "." + $0, isReadWhole: read.contains($0))
      }
      parts = [AssetPart(name: mainFile)] + components + asked.flatMap(\.templateParts)
    case .templates: break
    }
    var seen: Set<AssetPart> = []
    return parts.filter { seen.insert($0).inserted }
  }
}
