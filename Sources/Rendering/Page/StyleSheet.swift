import Diagnostics
import Preparing
import Text

/// The style sheet of a page: the theme's tokens, the template's styles, the theme's styles.
struct StyleSheet: Sendable {
  /// The content of `<style>`.
  private(set) var pieces: [String] = []
  /// The indices of the built-in pieces.
  private var builtIn: Set<Int> = []

  /// An empty sheet.
  init() {}

  /// - Parameter fonts: The rules of the theme's fonts.
  init(
    _ files: [AssetStore.File], tokens: String, fonts: String = "", problems: inout [Diagnostic]
  ) {
    pieces = [fonts, tokens].filter { !$0.isEmpty }
    for file in files {
      if let problem = Self.danger(in: file) {
        problems.append(problem)
        continue
      }
      if file.isBuiltIn { builtIn.insert(pieces.count) }
      pieces.append(file.prepared ?? Compacted.style(file.text))
    }
  }

  var length: Int { pieces.reduce(0) { $0 + $1.utf8.count } }

  /// The sheet without the built-in rules that a page with these words does not use.
  func used(in words: PageWords) -> StyleSheet {
    var used = self
    for index in builtIn { used.pieces[index] = UsedStyle.of(pieces[index], in: words) }
    return used
  }

  /// The source `'sha256-…'` for the content security policy. Computed with LF line ends, which
  /// browsers normalize to.
  var policyHash: String { PieceDigest.policySource(of: pieces) }

  /// A diagnostic for content that would end the element, load a resource or disable the following
  /// sheets.
  static func danger(in file: AssetStore.File) -> Diagnostic? {
    // Tests check built-in files.
    if file.isBuiltIn { return nil }
    return danger(in: file.text, of: file.name)
  }

  static func danger(in text: String, of name: String) -> Diagnostic? {
    let needles: [(StaticString, String)] = [
      ("</style", "ends the style sheet"), ("url(", "loads another file"),
      ("image-set(", "loads another file"), ("src(", "loads another file"),
      ("@import", "loads another file"), ("<!--", "is not CSS"),
    ]
    let bytes = Array(text.utf8)
    func diagnostic(_ offset: Int, _ summary: String) -> Diagnostic {
      Diagnostic(
        .error, "unsafe-style", summary,
        at: TextFile.location(ofByte: offset, in: bytes, file: name))
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
        at: TextFile.location(ofByte: offset, in: bytes, file: name),
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
}
