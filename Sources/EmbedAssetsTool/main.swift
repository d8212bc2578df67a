// Writes every file under the given folders into one Swift source, so that the program needs no
// folder beside it. Run by the EmbedAssets build plugin: EmbedAssetsTool OUTPUT ROOT FILE...

import Foundation

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
  FileHandle.standardError.write(Data("usage: EmbedAssetsTool OUTPUT ROOT FILE...\n".utf8))
  exit(2)
}
let root = URL(fileURLWithPath: arguments[2]).path + "/"

/// A raw string literal whose delimiter the text does not contain.
func literal(_ text: String) -> String {
  var hashes = "#"
  while text.contains("\"\"\"" + hashes) || text.contains("\\" + hashes) { hashes += "#" }
  return "\(hashes)\"\"\"\n\(text)\n\"\"\"\(hashes)"
}

var entries = ""
for path in arguments.dropFirst(3).sorted() {
  guard let data = FileManager.default.contents(atPath: path),
    let text = String(data: data, encoding: .utf8)
  else {
    FileHandle.standardError.write(Data("error: \(path) is not readable as UTF-8\n".utf8))
    exit(1)
  }
  let name = path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
  entries += "    (\(literal(name)), \(literal(text))),\n"
}
let source = """
  /// The files of Templates/ and Themes/ by their path.
  enum EmbeddedFiles {
    static let all: [(path: StaticString, text: StaticString)] = [
  \(entries)  ]
  }

  """
do {
  try Data(source.utf8).write(to: URL(fileURLWithPath: arguments[1]))
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
