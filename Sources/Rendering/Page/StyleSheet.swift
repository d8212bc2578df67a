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

  /// What would end the element, ask another place for something or make the next sheet void.
  static func danger(in file: AssetStore.File) -> Diagnostic? {
    let needles: [(StaticString, String)] = [
      ("</style", "ends the style sheet"), ("url(", "asks for another file"),
      ("image-set(", "asks for another file"), ("src(", "asks for another file"),
      ("@import", "asks for another file"), ("<!--", "is no style"),
    ]
    let bytes = Array(file.text.utf8)
    func diagnostic(_ place: Int, _ summary: String) -> Diagnostic {
      Diagnostic(
        .error, "unsafe-style", summary,
        at: TextFile.location(ofByte: place, in: bytes, file: file.name))
    }
    for (needle, what) in needles {
      guard let place = ByteSearch.first(needle, in: bytes) else { continue }
      return diagnostic(place, "'\(needle)' \(what)")
    }
    if let place = disguise(in: bytes) {
      return diagnostic(place, "a letter written as '\\…' hides what it says")
    }
    return StyleBalance.fault(in: bytes).map { place, summary in
      Diagnostic(
        .error, "unbalanced-style", summary,
        at: TextFile.location(ofByte: place, in: bytes, file: file.name),
        help: ["styles behind it would have no effect"])
    }
  }

  /// Where a character outside of strings is written by its number: `\75rl(` asks for a file too.
  private static func disguise(in bytes: [UInt8]) -> Int? {
    var quote: UInt8?
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"):
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        if quote == nil, isAlphanumeric(next) { return index }
        index += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if quote == nil { quote = bytes[index] } else if quote == bytes[index] { quote = nil }
      case UInt8(ascii: "\n"): quote = nil
      default: break
      }
      index += 1
    }
    return nil
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
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
        // What a comment holds apart stays apart: `.a/**/.b` is no descendant, `u/**/rl(` no address.
        let next = index + 1 < bytes.count ? bytes[index + 1] : UInt8(ascii: "}")
        if let last = out.last, !isSpace(last), !isEdge(last), !isSpace(next), !isEdge(next) {
          out += Array("/**/".utf8)
        }
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
