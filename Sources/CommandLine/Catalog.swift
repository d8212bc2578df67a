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
    Folders.holds(folder, anyOf: marks)
  }

  /// The folders of these in the working folder.
  var own: [String] {
    let names = (try? Folder.names(in: rawValue)) ?? []
    return names.filter { !$0.hasPrefix(".") && isHeld(by: rawValue + "/" + $0) }
  }

  /// The files that rendering to some targets asks for.
  func parts(for targets: [Target]) -> [Folders.Part] {
    let isPage = targets.contains(.page)
    if self == .themes {
      if !isPage { return targets.contains(.mail) ? [Folders.Part(name: "tokens.json")] : [] }
      return [
        Folders.Part(name: "tokens.json"), Folders.Part(name: "page.css"),
        Folders.Part(folder: "icons", name: ".svg"),
      ]
    }
    let written = targets.filter { $0 != .json }
    guard !written.isEmpty else { return [] }
    var parts = [Folders.Part(name: "report.md")]
    parts += Target.allCases.filter { $0 != .json }.map {
      Folders.Part(
        folder: "components", name: "." + $0.rawValue, isReadWhole: written.contains($0))
    }
    if isPage {
      parts += [
        Folders.Part(folder: "page", name: "shell.html"),
        Folders.Part(folder: "page", name: ".css"), Folders.Part(folder: "page", name: ".js"),
        Folders.Part(folder: "page/icons", name: ".svg"),
        Folders.Part(folder: "site", name: "shell.html"),
        Folders.Part(folder: "site", name: ".page"), Folders.Part(folder: "site", name: ".css"),
        Folders.Part(folder: "site", name: ".js"),
      ]
    }
    if targets.contains(.mail) {
      parts += [
        Folders.Part(folder: "mail", name: "shell.html"),
        Folders.Part(folder: "mail", name: ".css"),
      ]
    }
    return parts
  }
}
