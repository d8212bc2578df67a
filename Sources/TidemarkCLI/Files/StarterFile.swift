import Rendering

/// A file that `init` writes, from Assets/starter.
struct StarterFile {
  /// The name in Assets/starter.
  var asset: String
  /// The path of the written file.
  var name: String

  var text: String? { AssetStore().file("Assets/starter/" + asset)?.text }

  static let dataset = StarterFile(asset: "nightly.json5", name: "nightly.json5")
  static let settings = StarterFile(asset: "tidemark.json", name: "tidemark.json")
  /// The name of GitHub's recipe in a subfolder: GitHub reads workflows only in the root.
  static let movedName = "tidemark.github.yml"
  /// The schema that the settings file refers to.
  static let schemaName = "tidemark.schema.json"
}
