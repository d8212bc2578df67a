import Basics
import Rendering

/// The two things that a user can have folders of.
enum Catalog: String {
  case templates = "Templates"
  case themes = "Themes"

  var noun: String { self == .templates ? "template" : "theme" }
  /// What is taken when nothing else is said, and what a folder overrides unless it says so.
  var usual: String { self == .templates ? "default" : "horizon" }

  /// The file of one word in which a folder names what it overrides.
  static let baseFile = "base"

  /// The names of those that are built in.
  var builtIn: [String] {
    AssetStore().names(under: rawValue).filter { $0 != "strings" }
  }

  /// What makes a folder one of these, and not something else of the same name.
  private var marks: [String] {
    let own = self == .templates ? OutputFormat.all.map(\.name) + ["components"] : topFolders
    let files = parts(for: OutputFormat.all).filter { part in
      part.folder.isEmpty && !part.isImage
    }
    return files.map(\.name) + topFolders.filter(own.contains).map { $0 + "/" } + [Self.baseFile]
  }

  func isHeld(by folder: String) -> Bool {
    AssetFolder.holds(folder, anyOf: marks)
  }

  /// The folders of these in the working folder.
  var own: [String] {
    let names = (try? Folder.names(in: rawValue)) ?? []
    return names.filter { !$0.hasPrefix(".") && isHeld(by: rawValue + "/" + $0) }
  }

  /// The file that says most of one.
  var mainFile: String { self == .templates ? "report.md" : "tokens.json" }

  /// The folders that parts lie in, each by its path below one's own.
  var folders: [String] {
    let all = Set(parts(for: OutputFormat.all).map(\.folder)).subtracting([""])
    return all.union(self == .templates ? ["strings", "strings/facts"] : []).sorted()
  }

  var topFolders: [String] { folders.filter { !$0.contains("/") } }

  /// The parts of all that are built in, by their path below the folder of one.
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

  /// Whether a file of this path is read, for some format.
  func takes(_ path: String) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let place = path == name ? "" : String(path.dropLast(name.count + 1))
    if place == "strings" || place == "strings/facts", self == .templates {
      return name.hasSuffix(".json")
    }
    return parts(for: OutputFormat.all).contains { part in
      part.folder == place
        && (part.name.hasPrefix(".") ? name.hasSuffix(part.name) : name == part.name)
    }
  }

  /// The files that rendering to some formats asks for.
  func parts(for formats: [OutputFormat]) -> [AssetPart] {
    let asked = OutputFormat.all.filter(formats.contains)
    var parts: [AssetPart] = []
    switch self {
    case .themes: parts = asked.flatMap(\.themeParts)
    case .templates where asked.contains(where: \.usesTemplate):
      let components = OutputFormat.all.filter(\.usesTemplate).map {
        AssetPart(folder: "components", name: "." + $0.name, isReadWhole: asked.contains($0))
      }
      parts = [AssetPart(name: mainFile)] + components + asked.flatMap(\.templateParts)
    case .templates: break
    }
    var seen: Set<AssetPart> = []
    return parts.filter { seen.insert($0).inserted }
  }
}
