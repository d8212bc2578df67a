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
    self == .templates
      ? ["report.md", "components/", "page/", "mail/", Self.baseFile]
      : ["tokens.json", "page.css", "icons/", Self.baseFile]
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
    self == .templates
      ? ["components", "mail", "page", "page/icons", "site", "strings", "strings/facts"] : ["icons"]
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

  /// Whether a file of this path is read, for some target.
  func takes(_ path: String) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let place = path == name ? "" : String(path.dropLast(name.count + 1))
    if place == "strings" || place == "strings/facts", self == .templates {
      return name.hasSuffix(".json")
    }
    return parts(for: Target.allCases).contains { part in
      part.folder == place
        && (part.name.hasPrefix(".") ? name.hasSuffix(part.name) : name == part.name)
    }
  }

  /// The files that rendering to some targets asks for.
  func parts(for targets: [Target]) -> [AssetFolder.Part] {
    let isPage = targets.contains(.page)
    if self == .themes {
      if !isPage { return targets.contains(.mail) ? [AssetFolder.Part(name: "tokens.json")] : [] }
      return [
        AssetFolder.Part(name: "tokens.json"), AssetFolder.Part(name: "page.css"),
        AssetFolder.Part(folder: "icons", name: ".svg"),
      ] + Logo.names.map { AssetFolder.Part(name: $0, isImage: true) }
    }
    let written = targets.filter { $0 != .json }
    guard !written.isEmpty else { return [] }
    var parts = [AssetFolder.Part(name: "report.md")]
    parts += Target.allCases.filter { $0 != .json }.map {
      AssetFolder.Part(
        folder: "components", name: "." + $0.rawValue, isReadWhole: written.contains($0))
    }
    if isPage {
      parts += [
        AssetFolder.Part(folder: "page", name: ".html"),
        AssetFolder.Part(folder: "page", name: ".css"),
        AssetFolder.Part(folder: "page", name: ".js"),
        AssetFolder.Part(folder: "page/icons", name: ".svg"),
        AssetFolder.Part(folder: "site", name: "shell.html"),
        AssetFolder.Part(folder: "site", name: ".page"),
        AssetFolder.Part(folder: "site", name: ".xml"),
        AssetFolder.Part(folder: "site", name: ".css"),
        AssetFolder.Part(folder: "site", name: ".js"),
      ]
    }
    if targets.contains(.mail) {
      parts += [
        AssetFolder.Part(folder: "mail", name: "shell.html"),
        AssetFolder.Part(folder: "mail", name: ".css"),
      ]
    }
    return parts
  }
}
