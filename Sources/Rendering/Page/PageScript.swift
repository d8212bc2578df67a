import Diagnostics
import Preparing
import Text

/// The script of a page: the template's `page/*.js`, joined in the order of their names.
///
/// The files share one scope: nothing is global, and a later file can use what an earlier one
/// declares. The default template has one, `10-script.js`, which `bin/bundle` builds from the
/// modules in `page/script/`.
struct PageScript: Sendable {
  /// The content of `<script>`; empty when the template has no script.
  private(set) var pieces: [String]

  init(_ files: [AssetStore.File], problems: inout [Diagnostic]) {
    var pieces: [String] = []
    for file in files {
      if let problem = Self.danger(in: file) {
        problems.append(problem)
      } else {
        pieces.append(file.prepared ?? Compacted.script(file.text))
      }
    }
    self.pieces = Compacted.joined(pieces)
  }

  var length: Int { pieces.reduce(0) { $0 + $1.utf8.count } }

  /// Appends another finished script.
  mutating func append(_ other: [String]) {
    if other.isEmpty { return }
    if !pieces.isEmpty { pieces.append("\n") }
    pieces += other
  }

  /// The hash by which a policy allows this script: `'sha256-…'`. It uses LF line ends, because an
  /// HTML parser converts the script to them.
  var policyHash: String { PieceDigest.policySource(of: pieces) }

  /// The error of a script with text that ends or breaks a `<script>` element in an HTML parser.
  static func danger(in file: AssetStore.File) -> Diagnostic? {
    // Tests check built-in files.
    if file.isBuiltIn { return nil }
    return danger(in: file.text, of: file.name)
  }

  static func danger(in text: String, of name: String) -> Diagnostic? {
    let needles: [(StaticString, String)] = [
      ("</script", "ends the script"), ("<script", "hides the script's end"),
      ("<!--", "hides the script's end"),
    ]
    let bytes = Array(text.utf8)
    for (needle, what) in needles {
      guard let offset = ByteSearch.first(needle, in: bytes) else { continue }
      let line = bytes.prefix(offset).reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
      return Diagnostic(
        .error, "unsafe-script", "'\(needle)' \(what)",
        at: SourceLocation(file: name, line: line),
        help: ["divide the word, as in '<' + 'script'"])
    }
    return nil
  }
}
