import Rendering

/// A file that `init` writes, as it stands in Assets/starter.
struct StarterFile {
  /// The name in Assets/starter.
  var asset: String
  /// The path that it is written to.
  var name: String

  var text: String? { AssetStore().file("Assets/starter/" + asset)?.text }

  static let dataset = StarterFile(asset: "nightly.json5", name: "nightly.json5")
  static let settings = StarterFile(asset: "tidemark.json", name: "tidemark.json")
  /// The recipe for GitHub where its folder is above: GitHub reads no other folder than that of the root.
  static let movedName = "tidemark.github.yml"
  /// The schema of the settings, which they name.
  static let schemaName = "tidemark.schema.json"
}
