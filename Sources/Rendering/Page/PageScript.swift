import Basics
import Diagnostics

/// The script of a page: the template's `page/*.js`, joined in the order of their names.
///
/// The files share one scope: nothing is global, and a later file can use what an earlier one
/// declares. The default template has one, `10-script.js`, which `bin/bundle` makes of the modules in
/// `page/script/`.
struct PageScript: Sendable {
  /// The content of `<script>`; empty when the template has no script.
  private(set) var text: String

  init(_ files: [AssetStore.File], problems: inout [Diagnostic]) {
    var body = ""
    for file in files {
      if let problem = Self.danger(in: file) {
        problems.append(problem)
      } else {
        body += Self.compact(file.text)
      }
    }
    text = body.isEmpty ? "" : "'use strict';{\n" + body + "}"
  }

  /// Appends another finished script.
  mutating func append(_ other: String) {
    if !other.isEmpty { text += (text.isEmpty ? "" : "\n") + other }
  }

  /// The hash by which a policy allows this script: `'sha256-…'`. It is that of the script with LF
  /// line ends, as a parser converts it.
  var policyHash: String {
    "'sha256-" + Base64.encode(SHA256.digest(of: text)) + "'"
  }

  /// The error of a script with text that ends or breaks a `<script>` element in an HTML parser.
  private static func danger(in file: AssetStore.File) -> Diagnostic? {
    let needles: [(StaticString, String)] = [
      ("</script", "ends the script"), ("<script", "hides the script's end"),
      ("<!--", "hides the script's end"),
    ]
    let bytes = Array(file.text.utf8)
    for (needle, what) in needles {
      guard let offset = ByteSearch.first(needle, in: bytes) else { continue }
      let line = bytes.prefix(offset).reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
      return Diagnostic(
        .error, "unsafe-script", "'\(needle)' \(what)",
        at: SourceLocation(file: file.name, line: line),
        help: ["divide the word, as in '<' + 'script'"])
    }
    return nil
  }

  /// Removes empty lines, comment lines and indentation. A file in which a template literal spans
  /// several lines is left unchanged: there these are part of a value.
  static func compact(_ text: String) -> String {
    let bytes = withLineFeeds(text)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let hasLongLiteral = lines.contains { line in
      line.reduce(0) { $1 == UInt8(ascii: "`") ? $0 + 1 : $0 } % 2 == 1
    }
    var out: [UInt8] = []
    if hasLongLiteral {
      out = bytes
      if out.last != UInt8(ascii: "\n") { out.append(UInt8(ascii: "\n")) }
      return String(decoding: out, as: UTF8.self)
    }
    out.reserveCapacity(bytes.count)
    for line in lines {
      let code = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if code.isEmpty || code.starts(with: "//".utf8) { continue }
      out += code
      out.append(UInt8(ascii: "\n"))
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func withLineFeeds(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var isBehindReturn = false
    for byte in text.utf8 {
      let isReturn = byte == 0x0D
      if byte != UInt8(ascii: "\n") || !isBehindReturn {
        bytes.append(isReturn ? UInt8(ascii: "\n") : byte)
      }
      isBehindReturn = isReturn
    }
    return bytes
  }
}
