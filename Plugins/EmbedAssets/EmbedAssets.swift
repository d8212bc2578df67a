import Foundation
import PackagePlugin

/// Embeds Templates/ and Themes/ in the program as `Assets+Generated.swift`.
@main
struct EmbedAssets: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let files = try ["Templates", "Themes"].flatMap {
      try Self.files(under: root.appending(path: $0))
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "Assets+Generated.swift")
    return [
      .buildCommand(
        displayName: "Embedding Templates and Themes",
        executable: try context.tool(named: "EmbedAssetsTool").url,
        arguments: [output.path, root.path] + files.map(\.path),
        inputFiles: files, outputFiles: [output])
    ]
  }

  private static func files(under folder: URL) throws -> [URL] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return names.sorted().map { folder.appending(path: $0) }.filter {
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: $0.path, isDirectory: &isFolder)
      // The modules of a page's script are in the bundle beside their folder (bin/bundle).
      let isModule = $0.path.contains("/page/script/")
      return exists && !isFolder.boolValue && !isModule && !$0.lastPathComponent.hasPrefix(".")
    }
  }
}
