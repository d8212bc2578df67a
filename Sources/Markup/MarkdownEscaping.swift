import Diagnostics
import Text

/// Escapes text so that GitHub-flavoured Markdown shows it literally. Markdown syntax is escaped by
/// backslashes; GitHub's own patterns (mentions, references, addresses, emoji) are broken up by an
/// empty comment.
enum MarkdownEscaping {
  /// The part of the context that affects escaping.
  struct Context {
    /// Whether a template's author wrote the text and may use GitHub's extensions.
    var isTrusted = false
    var inHeading = false
    var inCell = false
    var inLink = false
  }

  /// The kind of syntax that a byte can start.
  private enum Kind: UInt8 {
    case plain, backslash, underscore, ampersand, angle, pipe, dollar, at, hash, colon, w, g
    case bracket, closer, space, sign
  }

  private static func table(isTrusted: Bool, inCell: Bool = false) -> [UInt8] {
    var kinds = [UInt8](repeating: 0, count: 256)
    func set(_ bytes: String, _ kind: Kind) {
      for byte in bytes.utf8 { kinds[Int(byte)] = kind.rawValue }
    }
    for byte in kinds.indices where HiddenCharacters.mayBegin(UInt8(truncatingIfNeeded: byte)) {
      kinds[byte] = Kind.sign.rawValue
    }
    set("\t\n", .space)
    set("\\`*", .backslash)
    set("_", .underscore)
    set("&", .ampersand)
    set("<", .angle)
    set("[", .bracket)
    set("]", isTrusted ? .closer : .backslash)
    set("#", .hash)
    if !isTrusted || inCell { set("|", .pipe) }
    if !isTrusted {
      set("~", .backslash)
      set("$", .dollar)
      set("@", .at)
      set(":", .colon)
      set("wW", .w)
      set("gG", .g)
    }
    return kinds
  }

  private static let untrusted = table(isTrusted: false)
  private static let trusted = table(isTrusted: true)
  private static let trustedInCell = table(isTrusted: true, inCell: true)

  /// Interrupts the patterns that GitHub recognizes in rendered text; invisible everywhere.
  private static let breaker: StaticString = "<!-- -->"

  /// Writes the text in `range`, which is part of one line.
  static func write(
    _ bytes: Bytes, _ range: Range<Int>, in context: Context, to sink: inout ByteSink
  ) {
    let isTrusted = context.isTrusted
    let kinds = isTrusted ? context.inCell ? trustedInCell : trusted : untrusted
    let end = range.upperBound
    var written = range.lowerBound
    var index = range.lowerBound
    while index < end {
      let byte = bytes[index]
      guard let kind = Kind(rawValue: kinds[Int(byte)]), kind != .plain else {
        index &+= 1
        continue
      }
      let next: UInt8 = index + 1 < end ? bytes[index + 1] : 0x20
      /// The number of source bytes to copy, then the text to write and the number of bytes that it
      /// replaces.
      var kept = 0
      var replaced = 0
      var text: StaticString = ""
      switch kind {
      case .plain: break
      case .backslash: text = "\\"
      case .underscore:
        let isInWord =
          index > range.lowerBound && isAlphanumeric(bytes[index - 1]) && isAlphanumeric(next)
        if !isInWord { text = "\\" }
      case .bracket:
        if !isTrusted || !isExtension(bytes, at: index, end: end) { text = "\\" }
      case .closer:
        if context.inLink || "([:".utf8.contains(next) { text = "\\" }
      case .ampersand:
        // At the end of the text the following character is unknown.
        if index + 1 == bytes.count || bytes[index + 1] != 0x20 { (text, replaced) = ("&amp;", 1) }
      case .angle: (text, replaced) = ("&lt;", 1)
      case .pipe:
        if context.inCell { (text, replaced) = ("&#124;", 1) } else { text = "\\" }
      case .dollar: (text, replaced) = ("<span>$</span>", 1)
      case .at: if next > 0x20, next != UInt8(ascii: "<") { (text, kept) = (breaker, 1) }
      case .hash:
        // At the end of a heading they could join its closing number signs.
        if context.inHeading || next == 0x20 || next == byte || next == UInt8(ascii: "<") {
          text = "\\"
        }
        if !isTrusted, isDigit(next) { (text, kept) = (breaker, 1) }
      case .colon:
        if isAddress(bytes, at: index, end: end) || isEmoji(bytes, at: index, end: end) {
          (text, kept) = (breaker, 1)
        }
      case .w:
        if matches("ww.", bytes, at: index + 1, end: end) { (text, kept) = (breaker, 3) }
      case .g:
        if matches("h-", bytes, at: index + 1, end: end), index + 3 < end,
          isDigit(bytes[index + 3])
        {
          (text, kept) = (breaker, 2)
        }
      case .space: (text, replaced) = (" ", 1)
      case .sign:
        switch HiddenCharacters.look(at: index, in: bytes) {
        case .passes(let count): index += count
        case .shown(let scalar, let count):
          sink.write(Bytes(rebasing: bytes[written..<index]))
          HiddenCharacterWriter.write(scalar, to: &sink)
          index += count
          written = index
        }
        continue
      }
      if text.utf8CodeUnitCount > 0 {
        sink.write(Bytes(rebasing: bytes[written..<(index + kept)]))
        sink.write(text)
        written = index + kept + replaced
      }
      index = max(index + 1, written)
    }
    if written < end { sink.write(Bytes(rebasing: bytes[written..<end])) }
  }

  /// Escapes syntax that is special at the start of a line. Returns the index of the remaining
  /// text.
  static func writeLineStart(
    _ bytes: Bytes, from start: Int, isTrusted: Bool, to sink: inout ByteSink
  ) -> Int {
    let byte = bytes[start]
    switch byte {
    case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "="):
      if isTrusted, isRow(bytes, from: start) { return start }
      sink.write("\\")
      sink.write(byte: byte)
      if byte == UInt8(ascii: "#"), !isTrusted, start + 1 < bytes.count,
        isDigit(bytes[start + 1])
      {
        sink.write(breaker)
      }
      return start + 1
    case UInt8(ascii: ":"):
      // Two colons would make the line a command to a CI runner.
      guard !isTrusted, start + 1 < bytes.count,
        bytes[start + 1] == UInt8(ascii: "-") || bytes[start + 1] == byte,
        !isEmoji(bytes, at: start, end: bytes.count)
      else { return start }
      sink.write("\\:")
      return start + 1
    case UInt8(ascii: "."), UInt8(ascii: ")"):
      // A value may follow digits of the template.
      guard !isTrusted, endsMarker(bytes, at: start) else { return start }
      sink.write("\\")
      sink.write(byte: byte)
      return start + 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      var end = start
      while end < bytes.count, isDigit(bytes[end]) { end += 1 }
      guard end < bytes.count, bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ")"),
        endsMarker(bytes, at: end)
      else { return start }
      sink.write(Bytes(rebasing: bytes[start..<end]))
      sink.write("\\")
      sink.write(byte: bytes[end])
      return end + 1
    default: return start
    }
  }

  /// Whether a list marker could end here: at white space, or at the end of the text, where the
  /// following character is unknown.
  private static func endsMarker(_ bytes: Bytes, at index: Int) -> Bool {
    index + 1 >= bytes.count || bytes[index + 1] <= 0x20
  }

  /// Whether the line is a table row written by a template's author.
  private static func isRow(_ bytes: Bytes, from start: Int) -> Bool {
    bytes[start...].prefix { $0 != 0x0A }.contains(UInt8(ascii: "|"))
  }

  /// Writes the text of code; replaces hidden characters only.
  static func writeCode(_ bytes: Bytes, expandsTabs: Bool, to sink: inout ByteSink) {
    var written = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard byte < 0x20 || byte == 0x7F || byte >= 0xC2 else {
        index &+= 1
        continue
      }
      if byte == 0x09 && !expandsTabs {
        index &+= 1
        continue
      }
      switch HiddenCharacters.look(at: index, in: bytes) {
      case .passes(let count): index += count
      case .shown(let scalar, let count):
        sink.write(Bytes(rebasing: bytes[written..<index]))
        switch byte {
        case 0x09: sink.write("    ")
        case 0x0A: sink.write(" ")
        default: HiddenCharacterWriter.write(scalar, to: &sink)
        }
        index += count
        written = index
      }
    }
    if written < bytes.count { sink.write(Bytes(rebasing: bytes[written...])) }
  }

  /// Writes an address normalized by `Links` as the destination of a link.
  static func writeDestination(_ address: String, to sink: inout ByteSink) {
    for byte in address.utf8 {
      switch byte {
      case UInt8(ascii: "("): sink.write("%28")
      case UInt8(ascii: ")"): sink.write("%29")
      case UInt8(ascii: "$"): sink.write("%24")
      case UInt8(ascii: "&"): sink.write("&amp;")
      default: sink.write(byte: byte)
      }
    }
  }

  /// Whether `<address>` is parsed as a link to it without escapes.
  static func isAutomatic(_ address: String) -> Bool {
    (address.hasPrefix("https://") || address.hasPrefix("http://"))
      && !address.utf8.contains { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "$") }
  }

  /// Writes a link's title for double quotes, on one line.
  static func writeTitle(_ title: String, to sink: inout ByteSink) {
    let context = Context(isTrusted: true, inCell: true, inLink: true)
    title.withBytes { bytes in
      var line = bytes
      while let quote = line.firstIndex(of: UInt8(ascii: "\"")) {
        write(line, 0..<quote, in: context, to: &sink)
        sink.write("&quot;")
        line = Bytes(rebasing: line[(quote + 1)...])
      }
      write(line, 0..<line.count, in: context, to: &sink)
    }
  }
}
