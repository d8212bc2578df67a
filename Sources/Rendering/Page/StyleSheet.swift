import Basics
import Diagnostics

/// The style sheet of a page: the theme's tokens, the template's styles, the theme's styles.
struct StyleSheet: Sendable {
  /// The content of `<style>`.
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

  /// The source `'sha256-…'` for the content security policy. Computed with LF line ends, which
  /// browsers normalize to.
  var policyHash: String {
    "'sha256-" + Base64.encode(SHA256.digest(of: text)) + "'"
  }

  /// A diagnostic for content that would end the element, load a resource or disable the following
  /// sheets.
  static func danger(in file: AssetStore.File) -> Diagnostic? {
    let needles: [(StaticString, String)] = [
      ("</style", "ends the style sheet"), ("url(", "loads another file"),
      ("image-set(", "loads another file"), ("src(", "loads another file"),
      ("@import", "loads another file"), ("<!--", "is not CSS"),
    ]
    let bytes = Array(file.text.utf8)
    func diagnostic(_ offset: Int, _ summary: String) -> Diagnostic {
      Diagnostic(
        .error, "unsafe-style", summary,
        at: TextFile.location(ofByte: offset, in: bytes, file: file.name))
    }
    for (needle, what) in needles {
      guard let offset = ByteSearch.first(needle, in: bytes) else { continue }
      return diagnostic(offset, "'\(needle)' \(what)")
    }
    if let offset = disguise(in: bytes) {
      return diagnostic(offset, "a letter is hidden by an escape '\\…'")
    }
    return StyleBalance.fault(in: bytes).map { offset, summary in
      Diagnostic(
        .error, "unbalanced-style", summary,
        at: TextFile.location(ofByte: offset, in: bytes, file: file.name),
        help: ["the rules after it would have no effect"])
    }
  }

  /// The offset of an escaped character outside strings: `\75rl(` would load a resource, too.
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

  /// The sheet without comments, indentation and line ends.
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
        // Keep the separation of a comment: `.a/**/.b` is not a descendant, `u/**/rl(` not an
        // address.
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

  /// Whether white space next to the character is insignificant.
  private static func isEdge(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: ";")
  }
}
