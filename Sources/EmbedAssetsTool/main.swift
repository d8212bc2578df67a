// Writes every file under the given folders into one Swift source, so that the program needs no
// folder beside it. Run by the EmbedAssets build plugin: EmbedAssetsTool OUTPUT ROOT FILE...

import Foundation
import Shortening

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
/// The scripts of each template, by its name.
var scripts: [String: [(name: String, text: String)]] = [:]
for path in arguments.dropFirst(3).sorted() {
  guard let data = FileManager.default.contents(atPath: path),
    let text = String(data: data, encoding: .utf8)
  else {
    FileHandle.standardError.write(Data("error: \(path) is not readable as UTF-8\n".utf8))
    exit(1)
  }
  let name = path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
  let parts = name.split(separator: "/")
  if parts.count == 4, parts[0] == "Templates", parts[2] == "page", name.hasSuffix(".js") {
    scripts[String(parts[1]), default: []].append((path, text))
  }
  entries += "    (\(literal(name)), \(literal(text))),\n"
}
var joined = ""
for (template, files) in scripts.sorted(by: { $0.key < $1.key }) {
  do {
    joined += "    (\(literal(template)), \(literal(try ScriptShortener.join(files)))),\n"
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
  }
}
let source = """
  /// The files of Templates/ and Themes/ by their path.
  enum EmbeddedFiles {
    static let all: [(path: StaticString, text: StaticString)] = [
  \(entries)  ]

    /// The files of each template's `page/*.js` as one script, shortened.
    static let scripts: [(template: StaticString, text: StaticString)] = [
  \(joined)  ]
  }

  """
do {
  try Data(source.utf8).write(to: URL(fileURLWithPath: arguments[1]))
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
