import Basics
import Diagnostics

/// The one style sheet of a page: the theme's tokens, the template's structure, the theme's
/// overrides.
struct StyleSheet: Sendable {
  /// What stands between `<style>` and `</style>`.
  private(set) var text: String

  init(_ pieces: [AssetStore.File], tokens: String, problems: inout [Diagnostic]) {
    text = tokens
    for piece in pieces {
      if let problem = Self.danger(in: piece) {
        problems.append(problem)
        continue
      }
      text += Self.compact(piece.text)
    }
  }

  /// `'sha256-…'`: what a policy allows this sheet by. A parser turns line ends into LF before it
  /// looks, so that is what is hashed.
  var policyHash: String {
    "'sha256-" + Base64.encode(SHA256.digest(of: text)) + "'"
  }

  /// What would end the element or ask another place for something.
  private static func danger(in file: AssetStore.File) -> Diagnostic? {
    for (needle, what) in [
      ("</style", "ends the style sheet"), ("url(", "asks for another file"),
      ("@import", "asks for another file"), ("<!--", "is no style"),
    ] {
      var line = 1
      for row in file.text.split(separator: "\n", omittingEmptySubsequences: false) {
        if row.lowercased().contains(needle) {
          return Diagnostic(
            .error, "unsafe-style", "'\(needle)' \(what)",
            at: SourceLocation(file: file.name, line: line))
        }
        line += 1
      }
    }
    return nil
  }

  /// Without comments, indentation and line ends: half the size, the same sheet.
  static func compact(_ text: String) -> String {
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count)
    var quote: UInt8?
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if let open = quote {
        out.append(byte)
        if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
          index += 1
          out.append(bytes[index])
        } else if byte == open {
          quote = nil
        }
      } else if byte == UInt8(ascii: "/"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "*")
      {
        index += 2
        while index + 1 < bytes.count,
          bytes[index] != UInt8(ascii: "*") || bytes[index + 1] != UInt8(ascii: "/")
        {
          index += 1
        }
        index += 1
      } else if isSpace(byte) {
        while index + 1 < bytes.count, isSpace(bytes[index + 1]) { index += 1 }
        let next = index + 1 < bytes.count ? bytes[index + 1] : UInt8(ascii: "}")
        if let last = out.last, !isEdge(last), !isEdge(next) { out.append(UInt8(ascii: " ")) }
      } else {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
        out.append(byte)
      }
      index += 1
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Beside these a space means nothing.
  private static func isEdge(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: ";")
  }
}
