// Writes the given files into one Swift source, so that the program needs no folder of its own. Run by the
// EmbedAssets build plugin: EmbedAssetsTool OUTPUT ROOT FILE...

import Diagnostics
import Foundation
import Preparing
import Templating

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

/// What takes a short run longest to make of a file: the parsed template, the compact sheet or script, the summary of a
/// format file. Else nothing.
func prepared(_ text: String, at path: String) -> String {
  let parts = path.split(separator: "/", maxSplits: 2).map(String.init)
  if parts.count == 2, parts[0] == "Formats", path.hasSuffix(".json5") {
    let (summary, problems) = FormatSummary.text(of: text, at: path)
    if let problem = problems.first { fail("error: \(path): \(problem.summary)") }
    return summary ?? ""
  }
  guard parts.count == 3, ["Templates", "Themes"].contains(parts[0]) else { return "" }
  // A document with the characters of tokens is cleaned before it is parsed.
  if TemplateFile.isTemplate(parts[2]),
    !text.unicodeScalars.contains(where: { $0.value >= 0xF_0000 })
  {
    var vocabulary = Vocabulary()
    let (template, problems) = TemplateFile.read(
      text, at: parts[2], name: parts[2], file: path, vocabulary: &vocabulary)
    if let problem = problems.first { fail("error: \(path): \(problem.summary)") }
    return template?.packed ?? ""
  }
  if path.hasSuffix(".css") { return Compacted.style(text) }
  return path.hasSuffix(".js") ? Compacted.script(text) : ""
}

var entries = ""
for path in arguments.dropFirst(3).sorted() {
  guard let data = FileManager.default.contents(atPath: path),
    let text = String(data: data, encoding: .utf8)
  else { fail("error: \(path) is not readable as UTF-8") }
  let name = path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
  let made = prepared(text, at: name)
  entries += "    (\(literal(name)), \(literal(text)), \(literal(made))),\n"
}
let source = """
  /// The files that are embedded in this module.
  enum EmbeddedFiles {
    /// The files by their path, which they are sorted by, and what was made of them; nothing for most.
    static let all: [(path: String, text: String, prepared: String)] = [
  \(entries)  ]
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
