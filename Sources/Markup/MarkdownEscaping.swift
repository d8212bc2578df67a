import Basics
import Diagnostics

/// How words are written so that GitHub-flavoured Markdown shows them as they are. A backslash ends
/// markup of the language; what GitHub finds in the finished text (mentions, references, addresses,
/// emoji) is broken by an empty comment.
enum MarkdownEscaping {
  /// Where words stand, as far as their escapes depend on it.
  struct Place {
    /// Written by a template's author, who may use GitHub's extensions.
    var isTrusted = false
    var inHeading = false
    var inCell = false
    var inLink = false
  }

  /// What a byte may begin.
  private enum Kind: UInt8 {
    case plain, backslash, underscore, ampersand, angle, pipe, dollar, at, hash, colon, w, g
    case bracket, closer, space, sign
  }

  private static func table(isTrusted: Bool) -> [UInt8] {
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
    if !isTrusted {
      set("~", .backslash)
      set("|", .pipe)
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

  /// Ends whatever GitHub could see in the text around it; shows as nothing anywhere.
  private static let breaker: StaticString = "<!-- -->"

  /// Writes the words of `range`, which is a part of one line.
  static func write(
    _ words: Bytes, _ range: Range<Int>, in place: Place, to sink: inout ByteSink
  ) {
    let isTrusted = place.isTrusted
    let kinds = isTrusted ? trusted : untrusted
    let end = range.upperBound
    var written = range.lowerBound
    var index = range.lowerBound
    while index < end {
      let byte = words[index]
      guard let kind = Kind(rawValue: kinds[Int(byte)]), kind != .plain else {
        index &+= 1
        continue
      }
      let next: UInt8 = index + 1 < end ? words[index + 1] : 0x20
      /// What is written of the source first, and then in place of how much of it.
      var kept = 0
      var replaced = 0
      var text: StaticString = ""
      switch kind {
      case .plain: break
      case .backslash: text = "\\"
      case .underscore:
        let isInWord =
          index > range.lowerBound && isAlphanumeric(words[index - 1]) && isAlphanumeric(next)
        if !isInWord { text = "\\" }
      case .bracket:
        if !isTrusted || !isExtension(words, at: index, end: end) { text = "\\" }
      case .closer:
        if place.inLink || "([:".utf8.contains(next) { text = "\\" }
      case .ampersand:
        // At the end nobody knows what follows.
        if index + 1 == words.count || words[index + 1] != 0x20 { (text, replaced) = ("&amp;", 1) }
      case .angle: (text, replaced) = ("&lt;", 1)
      case .pipe:
        if place.inCell { (text, replaced) = ("&#124;", 1) } else { text = "\\" }
      case .dollar: (text, replaced) = ("<span>$</span>", 1)
      case .at: if next > 0x20, next != UInt8(ascii: "<") { (text, kept) = (breaker, 1) }
      case .hash:
        // At its end a heading's own signs would go on with them.
        if place.inHeading || next == 0x20 || next == byte || next == UInt8(ascii: "<") {
          text = "\\"
        }
        if !isTrusted, isDigit(next) { (text, kept) = (breaker, 1) }
      case .colon:
        if isAddress(words, at: index, end: end) || isEmoji(words, at: index, end: end) {
          (text, kept) = (breaker, 1)
        }
      case .w:
        if matches("ww.", words, at: index + 1, end: end) { (text, kept) = (breaker, 3) }
      case .g:
        if matches("h-", words, at: index + 1, end: end), index + 3 < end,
          isDigit(words[index + 3])
        {
          (text, kept) = (breaker, 2)
        }
      case .space: (text, replaced) = (" ", 1)
      case .sign:
        switch HiddenCharacters.look(at: index, in: words) {
        case .passes(let count): index += count
        case .shown(let scalar, let count):
          sink.write(Bytes(rebasing: words[written..<index]))
          Signs.write(scalar, to: &sink)
          index += count
          written = index
        }
        continue
      }
      if text.utf8CodeUnitCount > 0 {
        sink.write(Bytes(rebasing: words[written..<(index + kept)]))
        sink.write(text)
        written = index + kept + replaced
      }
      index = max(index + 1, written)
    }
    if written < end { sink.write(Bytes(rebasing: words[written..<end])) }
  }

  /// Writes what only means something at the start of a line, if it stands there; where the rest
  /// of the words begins.
  static func writeLineStart(
    _ words: Bytes, from start: Int, isTrusted: Bool, to sink: inout ByteSink
  ) -> Int {
    let byte = words[start]
    switch byte {
    case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "="):
      if isTrusted, isRow(words, from: start) { return start }
      sink.write("\\")
      sink.write(byte: byte)
      if byte == UInt8(ascii: "#"), !isTrusted, start + 1 < words.count,
        isDigit(words[start + 1])
      {
        sink.write(breaker)
      }
      return start + 1
    case UInt8(ascii: ":"):
      // The second of two would make the line a command to a job's runner.
      guard !isTrusted, start + 1 < words.count,
        words[start + 1] == UInt8(ascii: "-") || words[start + 1] == byte,
        !isEmoji(words, at: start, end: words.count)
      else { return start }
      sink.write("\\:")
      return start + 1
    case UInt8(ascii: "."), UInt8(ascii: ")"):
      // A value's; the words before it may be digits.
      guard !isTrusted, endsMarker(words, at: start) else { return start }
      sink.write("\\")
      sink.write(byte: byte)
      return start + 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      var end = start
      while end < words.count, isDigit(words[end]) { end += 1 }
      guard end < words.count, words[end] == UInt8(ascii: ".") || words[end] == UInt8(ascii: ")"),
        endsMarker(words, at: end)
      else { return start }
      sink.write(Bytes(rebasing: words[start..<end]))
      sink.write("\\")
      sink.write(byte: words[end])
      return end + 1
    default: return start
    }
  }

  /// Whether a list's marker could end here: nothing or white space follows it. Behind the end of
  /// the words nobody knows what comes.
  private static func endsMarker(_ words: Bytes, at index: Int) -> Bool {
    index + 1 >= words.count || words[index + 1] <= 0x20
  }

  /// Whether the line is one of a table's that a template's author wrote.
  private static func isRow(_ words: Bytes, from start: Int) -> Bool {
    words[start...].prefix { $0 != 0x0A }.contains(UInt8(ascii: "|"))
  }

  /// Writes the text of code, in which only what no output may hold is replaced.
  static func writeCode(_ words: Bytes, expandsTabs: Bool, to sink: inout ByteSink) {
    var written = 0
    var index = 0
    while index < words.count {
      let byte = words[index]
      guard byte < 0x20 || byte == 0x7F || byte >= 0xC2 else {
        index &+= 1
        continue
      }
      if byte == 0x09 && !expandsTabs {
        index &+= 1
        continue
      }
      switch HiddenCharacters.look(at: index, in: words) {
      case .passes(let count): index += count
      case .shown(let scalar, let count):
        sink.write(Bytes(rebasing: words[written..<index]))
        switch byte {
        case 0x09: sink.write("    ")
        case 0x0A: sink.write(" ")
        default: Signs.write(scalar, to: &sink)
        }
        index += count
        written = index
      }
    }
    if written < words.count { sink.write(Bytes(rebasing: words[written...])) }
  }

  /// Writes an address that `Links` normalized as a link's destination.
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

  /// Whether `<address>` is a link to it, with nothing that would need an escape.
  static func isAutomatic(_ address: String) -> Bool {
    (address.hasPrefix("https://") || address.hasPrefix("http://"))
      && !address.utf8.contains { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "$") }
  }

  /// Writes a link's title, which stands between double quotes on one line.
  static func writeTitle(_ title: String, to sink: inout ByteSink) {
    let place = Place(isTrusted: true, inCell: true, inLink: true)
    var title = title
    title.withUTF8 { words in
      var line = words
      while let quote = line.firstIndex(of: UInt8(ascii: "\"")) {
        write(line, 0..<quote, in: place, to: &sink)
        sink.write("&quot;")
        line = Bytes(rebasing: line[(quote + 1)...])
      }
      write(line, 0..<line.count, in: place, to: &sink)
    }
  }
}
