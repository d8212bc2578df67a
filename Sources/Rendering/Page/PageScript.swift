import Diagnostics
import Preparing
import Text

/// The script of a page: the template's `page/*.js`, joined in the order of their names.
///
/// The files of the built-in template, or those that replace them, share one scope: nothing is
/// global, and a later file can use what an earlier one declares. Files with other names share
/// another scope, in a `<script>` of their own, so that a mistake in them does not stop the page's.
/// `bin/bundle` builds the default template's `10-script.js` from the modules in `page/script/`.
struct PageScript: Sendable {
  /// The page's own script; empty when the template has none.
  private(set) var pieces: [String]
  /// The script of files that the built-in template does not have, which runs after it.
  private(set) var own: [String]

  init(_ files: [AssetStore.File], problems: inout [Diagnostic]) {
    var (pieces, own): ([String], [String]) = ([], [])
    for file in files {
      if let problem = Self.danger(in: file) {
        problems.append(problem)
      } else if Self.builtInNames.contains(Self.name(ofPath: file.name)) {
        pieces.append(file.prepared ?? Compacted.script(file.text))
      } else {
        own.append(Compacted.script(file.text))
      }
    }
    self.pieces = Compacted.joined(pieces)
    self.own = Compacted.joined(own)
  }

  private static let builtInNames = Set(
    BuiltInFiles.paths(under: "Templates/").filter { $0.hasSuffix(".js") }.map(name))

  /// The folder and the name of a file: `page/10-script.js`.
  private static func name(ofPath path: String) -> String {
    path.split(separator: "/").suffix(2).joined(separator: "/")
  }

  /// The contents of the `<script>` elements.
  private var elements: [[String]] { [pieces, own].filter { !$0.isEmpty } }

  var isEmpty: Bool { elements.isEmpty }

  /// The content of `<script>` in a page; it begins another element for the own script.
  var inPage: [String] { Array(elements.joined(separator: ["</script>\n<script>"])) }

  var length: Int { inPage.reduce(0) { $0 + $1.utf8.count } }

  /// Appends another script.
  mutating func append(_ other: PageScript) {
    pieces = [pieces, other.pieces].filter { !$0.isEmpty }.joined(separator: ["\n"]).map(\.self)
    own = [own, other.own].filter { !$0.isEmpty }.joined(separator: ["\n"]).map(\.self)
  }

  /// The hashes by which a policy allows the scripts: `'sha256-…'`. They use LF line ends, because
  /// an HTML parser converts scripts to them.
  var policyHashes: [String] { elements.map(PieceDigest.policySource) }

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
