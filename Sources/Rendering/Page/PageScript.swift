import Basics
import Diagnostics

/// The one script of a page: the template's `page/*.js`, joined in the order of their names.
///
/// The files share one function's scope, so that nothing of theirs is global and a later file can
/// use what an earlier one declares. Those of a built-in template are joined and shortened when the
/// program is built; a template's own are joined as they are written, so that they can be read.
struct PageScript: Sendable {
  /// What stands between `<script>` and `</script>`; empty where the template has no script.
  private(set) var text: String

  /// A script that was made when the program was.
  init(finished text: String) {
    self.text = text
  }

  init(_ files: [AssetStore.File], problems: inout [Diagnostic]) {
    var body = ""
    for file in files {
      if let problem = Self.danger(in: file) {
        problems.append(problem)
      } else {
        body += Self.compact(file.text)
      }
    }
    text = body.isEmpty ? "" : "(()=>{\n'use strict';\n" + body + "})();"
  }

  /// `'sha256-…'`: what a policy allows this script by.
  var policyHash: String {
    "'sha256-" + Base64.encode(SHA256.digest(of: text)) + "'"
  }

  /// What an HTML parser would take for more than words of a script.
  private static func danger(in file: AssetStore.File) -> Diagnostic? {
    let needles: [(StaticString, String)] = [
      ("</script", "ends the script"), ("<script", "hides the script's end"),
      ("<!--", "hides the script's end"),
    ]
    let bytes = Array(file.text.utf8)
    for (needle, what) in needles {
      guard let place = ByteSearch.first(needle, in: bytes) else { continue }
      let line = bytes.prefix(place).reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
      return Diagnostic(
        .error, "unsafe-script", "'\(needle)' \(what)",
        at: SourceLocation(file: file.name, line: line),
        help: ["divide the word, as in '<' + 'script'"])
    }
    return nil
  }

  /// Without lines that are only comment or empty, and without indentation. A file in which a
  /// template literal goes over several lines stays as it is: there these are part of a value.
  static func compact(_ text: String) -> String {
    let lines = text.utf8.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == 0x0D })
    let hasLongLiteral = lines.contains { line in
      line.reduce(0) { $1 == UInt8(ascii: "`") ? $0 + 1 : $0 } % 2 == 1
    }
    if hasLongLiteral { return text.hasSuffix("\n") ? text : text + "\n" }
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count)
    for line in lines {
      let words = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if words.isEmpty || words.starts(with: "//".utf8) { continue }
      out += words
      out.append(UInt8(ascii: "\n"))
    }
    return String(decoding: out, as: UTF8.self)
  }
}
