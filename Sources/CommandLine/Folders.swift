import Basics
import Diagnostics
import Rendering

/// Reads the small text files of a folder: a user's template or theme.
enum Folders {
  /// A template or a theme is small; a folder that is not is somebody's home.
  private static let mostFiles = 2_000
  private static let mostBytes = 8 << 20

  /// The texts under `folder` by their path below it.
  static func read(_ folder: String) -> (files: [String: String], problems: [Diagnostic]) {
    var files: [String: String] = [:]
    var problems: [Diagnostic] = []
    var waiting = [""]
    var bytes = 0
    while let below = waiting.popLast() {
      let names = (try? Folder.names(in: folder + "/" + below)) ?? []
      for name in names.sorted() where !name.hasPrefix(".") {
        let path = below.isEmpty ? name : below + "/" + name
        if Folder.exists(folder + "/" + path) {
          waiting.append(path)
          continue
        }
        guard Self.kinds.contains(where: name.hasSuffix) else { continue }
        switch SmallFile.read(folder + "/" + path) {
        case .success(let text):
          files[path] = text
          bytes += text.utf8.count
        case .failure(let failure): problems.append(failure.diagnostic)
        }
        if files.count > mostFiles || bytes > mostBytes {
          problems.append(
            Diagnostic(
              .error, "folder-too-large", "'\(folder)' holds too much to be a template or a theme",
              help: ["at most \(mostFiles) files of \(mostBytes >> 20) MiB together"]))
          return (files, problems)
        }
      }
    }
    return (files, problems)
  }

  /// What templates and themes are made of.
  private static let kinds = [
    ".md", ".page", ".mail", ".markdown", ".text", ".html", ".css", ".js", ".svg", ".json",
  ]
}

/// Where templates and themes come from: the folders named by options, then the project's own, then
/// the program's.
struct Layers {
  private(set) var store = AssetStore()
  private(set) var templateName = "default"
  private(set) var themeName = "horizon"
  private(set) var problems: [Diagnostic] = []

  init(template: String?, theme: String?) {
    let template = template.map(Self.withoutLastSlash)
    let theme = theme.map(Self.withoutLastSlash)
    var layers: [AssetStore.Layer] = []
    if let template, isFolder(template) {
      layers.append(
        layer(of: template) {
          AssetStore.Layer($0, inTemplate: "default", from: template)
        })
    } else if let template {
      templateName = template
    }
    if let theme, isFolder(theme) {
      layers.append(layer(of: theme) { AssetStore.Layer($0, inTheme: "horizon", from: theme) })
    } else if let theme {
      themeName = theme
    }
    for root in ["Templates", "Themes"] where Folder.exists(root) {
      layers.append(layer(of: root) { AssetStore.Layer($0, under: root, from: root) })
    }
    store = AssetStore(over: layers)
    problems += store.problems(
      template: templateName, theme: themeName, hint: "a folder is written with a slash")
  }

  /// `mine/` is said as `mine` in front of a file's name, but stays known as a folder.
  private static func withoutLastSlash(_ value: String) -> String {
    guard value.count > 1, value.hasSuffix("/") else { return value }
    let name = String(value.dropLast())
    return name.contains("/") ? name : "./" + name
  }

  private func isFolder(_ value: String) -> Bool {
    value.contains("/") || value == "." || value == ".."
  }

  private mutating func layer(
    of folder: String, _ layer: ([String: String]) -> AssetStore.Layer
  ) -> AssetStore.Layer {
    if !Folder.exists(folder) {
      problems.append(Diagnostic(.error, "no-such-folder", "there is no folder '\(folder)'"))
    }
    let (files, found) = Folders.read(folder)
    problems += found
    return layer(files)
  }
}
