import Text

/// Encodes text of any script for a header, which must be ASCII (RFC 2047).
enum EncodedWords {
  /// The maximum length of an encoded word.
  static let longest = 75
  private static let start = "=?utf-8?"
  private static let end = "?="
  /// The length of `=?utf-8?B?` and `?=`.
  private static let frame = 12

  /// Whether text needs encoding: it has a letter beyond ASCII, looks like an encoded word, or
  /// offers no place to fold a line.
  static func areNeeded(for text: some StringProtocol) -> Bool {
    var length = 0
    var last: UInt8 = 0
    for byte in text.utf8 {
      guard 0x20..<0x7F ~= byte else { return true }
      if last == UInt8(ascii: "="), byte == UInt8(ascii: "?") { return true }
      length = byte == 0x20 ? 0 : length + 1
      if length > 60 { return true }
      last = byte
    }
    return false
  }

  /// The text as tokens; a line may be folded between tokens. Words at the start and end that need
  /// no encoding stay readable.
  static func tokens(_ text: String, firstLength: Int = longest) -> [HeaderToken] {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    // Folding would not preserve several spaces in a row.
    let needs = words.map { $0.isEmpty || areNeeded(for: $0) }
    guard let first = needs.firstIndex(of: true), let last = needs.lastIndex(of: true) else {
      return words.map { .word(String($0)) }
    }
    let encoded = words[first...last].joined(separator: " ")
    return words[..<first].map { .word(String($0)) }
      + encode(encoded, firstLength: first == 0 ? firstLength : longest).map(HeaderToken.encoded)
      + words[(last + 1)...].map { .word(String($0)) }
  }

  /// Encoded words, each of whole characters. A decoder joins them without a space.
  ///
  /// - Parameter firstLength: the maximum length of the first word.
  static func encode(_ text: String, firstLength: Int = longest) -> [String] {
    let plain = pieces(of: text, firstLength: firstLength) { quotedLength($0) }
    let dense = pieces(of: text, firstLength: firstLength) { ($0.utf8.count + 2) / 3 * 4 }
    let quoted = plain.map { start + "Q?" + escaped($0) + end }
    let based = dense.map { start + "B?" + Base64.encode(Array($0.utf8)) + end }
    let isQuotedShorter =
      quoted.reduce(0) { $0 + $1.utf8.count } <= based.reduce(0) { $0 + $1.utf8.count }
    return isQuotedShorter ? quoted : based
  }

  /// Splits a text into pieces that fit into an encoded word: between grapheme clusters, or within
  /// one that is longer than a word.
  private static func pieces(
    of text: String, firstLength: Int, length: (String) -> Int
  ) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var remaining = max(firstLength, frame + 12) - frame
    func finish() {
      pieces.append(piece)
      piece = ""
      remaining = longest - frame
    }
    for character in text {
      let cluster = String(character)
      if length(piece + cluster) <= remaining {
        piece += cluster
        continue
      }
      if !piece.isEmpty { finish() }
      if length(cluster) <= remaining {
        piece = cluster
        continue
      }
      for scalar in cluster.unicodeScalars {
        if length(piece + String(scalar)) > remaining { finish() }
        piece.unicodeScalars.append(scalar)
      }
    }
    if !piece.isEmpty || pieces.isEmpty { finish() }
    return pieces
  }

  /// Whether the byte needs no encoding in any encoded word, including display names.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "!"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"), 0x20:
      true
    default: false
    }
  }

  private static func quotedLength(_ text: String) -> Int {
    text.utf8.reduce(0) { $0 + (isPlain($1) ? 1 : 3) }
  }

  private static func escaped(_ text: String) -> String {
    var sink = ByteSink()
    for byte in text.utf8 {
      if byte == 0x20 {
        sink.write(byte: UInt8(ascii: "_"))
      } else if isPlain(byte) {
        sink.write(byte: byte)
      } else {
        sink.write(byte: UInt8(ascii: "="))
        sink.write(hexOf: byte)
      }
    }
    return sink.string
  }
}

extension ByteSink {
  /// Writes a byte as two upper-case hexadecimal digits.
  mutating func write(hexOf byte: UInt8) {
    func digit(_ value: UInt8) -> UInt8 {
      value < 10 ? 0x30 + value : UInt8(ascii: "A") + value - 10
    }
    write(byte: digit(byte >> 4))
    write(byte: digit(byte & 15))
  }
}
