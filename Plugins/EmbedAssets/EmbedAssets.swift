import Foundation
import PackagePlugin

/// Embeds files of the repository in a module as `Assets+Generated.swift`: Formats/ in Formats, Assets/, Templates/ and
/// Themes/ in Rendering, version and licences in TidemarkCLI.
@main
struct EmbedAssets: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let assets =
      switch target.name {
      case "Formats": ["Formats"]
      case "TidemarkCLI": ["VERSION", "NOTICE.md", "LICENSE", "docs/licenses"]
      default: ["Assets", "Templates", "Themes"]
      }
    let files = try assets.flatMap {
      try Self.files(under: root.appending(path: $0))
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "Assets+Generated.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(assets.joined(separator: ", "))",
        executable: try context.tool(named: "EmbedAssetsTool").url,
        arguments: [output.path, root.path] + files.map(\.path),
        inputFiles: files, outputFiles: [output])
    ]
  }

  /// The file itself, or all files of a folder that are embedded.
  private static func files(under folder: URL) throws -> [URL] {
    if isFile(folder) { return [folder] }
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return names.sorted().map { folder.appending(path: $0) }.filter {
      // The modules of a page's script are in the bundle beside their folder (bin/bundle).
      let isModule = $0.path.contains("/page/script/")
      return isFile($0) && !isModule && !$0.lastPathComponent.hasPrefix(".")
    }
  }

  private static func isFile(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
    return exists && !isFolder.boolValue
  }
}
