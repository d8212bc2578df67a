// Writes the given files into one Swift source, so that the program needs no folder beside it. Run by the
// EmbedAssets build plugin: EmbedAssetsTool OUTPUT ROOT FILE...

import Diagnostics
import Foundation

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(1)
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { fail("usage: EmbedAssetsTool OUTPUT ROOT FILE...") }
let root = URL(fileURLWithPath: arguments[2]).path + "/"

/// A raw string literal whose delimiter the text does not contain, with the control characters escaped that
/// Swift forbids in one: form feeds separate the pages of old licences.
func literal(_ text: String) -> String {
  var hashes = "#"
  while text.contains("\"\"\"" + hashes) || text.contains("\\" + hashes) { hashes += "#" }
  var lines = ""
  for scalar in text.unicodeScalars {
    let isForbidden = scalar.value < 0x20 && scalar != "\n" && scalar != "\t"
    lines += isForbidden ? "\\\(hashes)u{\(String(scalar.value, radix: 16))}" : String(scalar)
  }
  return "\(hashes)\"\"\"\n\(lines)\n\"\"\"\(hashes)"
}

var preparation = Preparation()
var entries = ""
for path in arguments.dropFirst(3).sorted() {
  guard let data = FileManager.default.contents(atPath: path),
    let text = String(data: data, encoding: .utf8)
  else { fail("error: \(path) is not readable as UTF-8") }
  let name = path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
  let prepared = preparation.prepared(text, at: name)
  entries += "    (\(literal(name)), \(literal(text)), \(literal(prepared))),\n"
}
for problem in preparation.problems {
  let line = problem.location.map { "\($0.file):\($0.line):\($0.column): " } ?? ""
  FileHandle.standardError.write(Data("\(line)error: \(problem.summary)\n".utf8))
}
if !preparation.problems.isEmpty { exit(1) }
let styles = preparation.styles.map { style in
  let state = style.state.indices.map { String(style.state[$0]) }.joined(separator: ", ")
  return
    "    (\(literal(style.theme)), \(literal(style.template)), \(style.sheets), \(style.length), SIMD8(\(state))),"
}
let scripts = preparation.scripts.map { script in
  "    (\(literal(script.template)), \(script.length), \(script.digest)),"
}
let source = """
  /// The files that are embedded in this module.
  enum EmbeddedFiles {
    /// By their path, which they are sorted by: the text, and what was made of it when the program was
    /// built; nothing for most.
    static let all: [(path: String, text: String, prepared: String)] = [
  \(entries)  ]

    /// By theme and template: how many style sheets a page's style begins with before one that depends on the
    /// report, the length of these and the theme's tokens, and the state of a digest after their whole blocks.
    static let styles: [(
      theme: String, template: String, sheets: Int, length: Int, state: SIMD8<UInt32>
    )] = [
  \(styles.joined(separator: "\n"))
    ]

    /// By template: the length of a page's script and its digest.
    static let scripts: [(template: String, length: Int, digest: [UInt8])] = [
  \(scripts.joined(separator: "\n"))
    ]

    /// The words of the packed templates among them.
    static let words: [String] = [
  \(preparation.words.map { "    \(literal($0))," }.joined(separator: "\n"))
    ]

    /// The nodes of the packed templates.
    static let nodes: [UInt64] = [
  \(preparation.nodes.map { "    \($0)," }.joined(separator: "\n"))
    ]
  }

  """
do {
  // An unchanged file keeps its time, so that a tool that was linked again compiles nothing again.
  let output = URL(fileURLWithPath: arguments[1])
  let made = Data(source.utf8)
  if (try? Data(contentsOf: output)) != made { try made.write(to: output) }
} catch {
  fail("error: \(error)")
}
