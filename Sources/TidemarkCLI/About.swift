internal import CBuild
import Diagnostics
import Markup
import Publishing
import XML

extension Program {
  /// What the file `VERSION` says, which packages and documents take it from, too.
  static let version = String(About.text("VERSION").prefix { !$0.isNewline })
}

/// What the program says of itself: `--version` and `--licenses`.
enum About {
  /// What `--version` prints; with `--verbose` also commit and versions of what is linked in.
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

  /// The notices of what is linked in, and the licences that they name.
  static var licenses: String {
    let rule = String(repeating: "-", count: 80)
    return files.filter { $0.path != "VERSION" }.map { file in
      "\(file.path)\n\(rule)\n\n\(file.text)"
    }.joined(separator: "\n\n")
  }

  /// The embedded files, `NOTICE.md` first since it says what the others are.
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
