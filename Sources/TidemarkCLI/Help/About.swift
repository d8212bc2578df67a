internal import CBuild
import Diagnostics
import Files
import Markup
import XML

extension Program {
  /// The version from the file `VERSION`, which packages and documents use, too.
  static let version = String(About.text("VERSION").prefix { !$0.isNewline })
}

/// The texts of `--version` and `--licenses`.
enum About {
  /// The text of `--version`; with `--verbose`, adds the commit and the versions of linked
  /// libraries.
  static func version(_ words: [String]) throws(UsageError) -> String {
    let line = "tidemark \(Program.version)\n"
    guard let word = words.first else { return line }
    guard ["--verbose", "-v"].contains(word) else {
      guard word.hasPrefix("-") else { throw .unexpectedOperand(word) }
      throw .unknownOption(word, nearest: Suggestion.nearest(to: word, among: ["--verbose"]))
    }
    if words.count > 1 { throw .unexpectedOperand(words[1]) }
    let width = parts.map(\.name.count).max() ?? 0
    return parts.reduce(line) { text, part in
      let space = String(repeating: " ", count: width - part.name.count + 2)
      return text + part.name + space + part.version + "\n"
    }
  }

  private static var parts: [(name: String, version: String)] {
    [
      ("commit", String(cString: tidemark_commit())),
      ("swift", String(cString: tidemark_swift_version())),
      ("cmark", MarkdownLibrary.version),
      ("expat", XMLLibrary.version),
      ("zlib", Gzip.libraryVersion),
      ("glibc", String(cString: tidemark_c_library_version())),
    ].map { ($0, $1.isEmpty ? "unknown" : $1) }
  }

  /// The notices of linked code, and the licences that they name.
  static var licenses: String {
    let rule = String(repeating: "-", count: 80)
    return files.filter { $0.path != "VERSION" }.map { file in
      "\(file.path)\n\(rule)\n\n\(file.text)"
    }.joined(separator: "\n\n")
  }

  /// The embedded files. `NOTICE.md` is first, because it introduces the others.
  private static var files: [(path: String, text: String)] {
    EmbeddedFiles.all.map { ($0.path, $0.text) }
      .sorted {
        ($0.path == "NOTICE.md" ? 0 : 1, $0.path) < ($1.path == "NOTICE.md" ? 0 : 1, $1.path)
      }
  }

  fileprivate static func text(_ path: String) -> String {
    files.first { $0.path == path }?.text ?? ""
  }
}
