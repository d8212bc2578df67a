import Basics

/// Words of any script in a header, which holds ASCII alone (RFC 2047).
enum EncodedWords {
  /// The most characters of one encoded word.
  static let longest = 75
  private static let start = "=?utf-8?"
  private static let end = "?="
  /// What stands around the letters of an encoded word: `=?utf-8?B?` and `?=`.
  private static let frame = 12

  /// Whether words can't stand in a header as they are: a letter beyond ASCII, what reads like an
  /// encoded word, or no place to fold a line at.
  static func areNeeded(for words: some StringProtocol) -> Bool {
    var length = 0
    var last: UInt8 = 0
    for byte in words.utf8 {
      guard 0x20..<0x7F ~= byte else { return true }
      if last == UInt8(ascii: "="), byte == UInt8(ascii: "?") { return true }
      length = byte == 0x20 ? 0 : length + 1
      if length > 60 { return true }
      last = byte
    }
    return false
  }

  /// The text as tokens, between which a line may be folded. Those of its words that need no
  /// encoding, at its start and at its end, stay readable in the source.
  static func tokens(_ text: String, firstRoom: Int = longest) -> [HeaderToken] {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    // A run of spaces would not outlive folding.
    let needs = words.map { $0.isEmpty || areNeeded(for: $0) }
    guard let first = needs.firstIndex(of: true), let last = needs.lastIndex(of: true) else {
      return words.map { .word(String($0)) }
    }
    let encoded = words[first...last].joined(separator: " ")
    return words[..<first].map { .word(String($0)) }
      + encode(encoded, firstRoom: first == 0 ? firstRoom : longest).map(HeaderToken.encoded)
      + words[(last + 1)...].map { .word(String($0)) }
  }

  /// Encoded words, each of whole characters; the decoder joins them without a space.
  ///
  /// - Parameter firstRoom: how many characters the first of them may have.
  static func encode(_ text: String, firstRoom: Int = longest) -> [String] {
    let plain = pieces(of: text, firstRoom: firstRoom) { quotedLength($0) }
    let dense = pieces(of: text, firstRoom: firstRoom) { ($0.utf8.count + 2) / 3 * 4 }
    let quoted = plain.map { start + "Q?" + escaped($0) + end }
    let based = dense.map { start + "B?" + Base64.encode(Array($0.utf8)) + end }
    let isQuotedShorter =
      quoted.reduce(0) { $0 + $1.utf8.count } <= based.reduce(0) { $0 + $1.utf8.count }
    return isQuotedShorter ? quoted : based
  }

  /// Cuts a text so that the letters of no piece take more room than there is: between what a
  /// reader sees as characters, and within one only where it would fill a word by itself.
  private static func pieces(
    of text: String, firstRoom: Int, length: (String) -> Int
  ) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var room = max(firstRoom, frame + 12) - frame
    func finish() {
      pieces.append(piece)
      piece = ""
      room = longest - frame
    }
    for character in text {
      let cluster = String(character)
      if length(piece + cluster) <= room {
        piece += cluster
        continue
      }
      if !piece.isEmpty { finish() }
      if length(cluster) <= room {
        piece = cluster
        continue
      }
      for scalar in cluster.unicodeScalars {
        if length(piece + String(scalar)) > room { finish() }
        piece.unicodeScalars.append(scalar)
      }
    }
    if !piece.isEmpty || pieces.isEmpty { finish() }
    return pieces
  }

  /// What stands for itself wherever an encoded word may stand, a display name included.
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
  /// A byte as two digits, in capitals as mail wants them.
  mutating func write(hexOf byte: UInt8) {
    func digit(_ value: UInt8) -> UInt8 {
      value < 10 ? 0x30 + value : UInt8(ascii: "A") + value - 10
    }
    write(byte: digit(byte >> 4))
    write(byte: digit(byte & 15))
  }
}
