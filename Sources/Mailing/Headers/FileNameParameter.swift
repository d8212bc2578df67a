import Text

/// A file name as a header parameter: by RFC 2231, and in `name` by RFC 2047 for older readers.
enum FileNameParameter {
  /// The maximum length of a piece of a name, so that it fits on one line.
  private static let pieceLength = 54

  /// `filename="nightly.html"`, or `filename*=utf-8''…` in as many pieces as needed.
  static func disposition(_ name: String) -> [HeaderToken] {
    if isPlain(name) { return [.word("filename=\"\(name)\"")] }
    let pieces = pieces(of: name)
    if pieces.count == 1 { return [.word("filename*=utf-8''\(pieces[0])")] }
    return pieces.enumerated().map { index, piece in
      let charset = index == 0 ? "utf-8''" : ""
      let end = index + 1 < pieces.count ? ";" : ""
      return .word("filename*\(index)*=\(charset)\(piece)\(end)")
    }
  }

  /// `name="nightly.html"`, or the same in encoded words.
  static func contentType(_ name: String) -> [HeaderToken] {
    if isPlain(name) { return [.word("name=\"\(name)\"")] }
    let words = EncodedWords.encode(name, firstLength: 66)
    return words.enumerated().map { index, word in
      let start = index == 0 ? "name=\"" : ""
      return .word(start + word + (index + 1 < words.count ? "" : "\""))
    }
  }

  private static func isPlain(_ name: String) -> Bool {
    name.utf8.count <= pieceLength
      && name.utf8.allSatisfy {
        0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
  }

  /// The percent-encoded name, split between characters.
  private static func pieces(of name: String) -> [String] {
    var pieces: [String] = []
    var piece = ByteSink()
    for scalar in name.unicodeScalars {
      var letter = ByteSink()
      for byte in String(scalar).utf8 { write(byte, to: &letter) }
      if piece.bytes.count + letter.bytes.count > pieceLength {
        pieces.append(piece.string)
        piece = ByteSink()
      }
      piece.bytes += letter.bytes
    }
    return pieces + [piece.string]
  }

  private static func write(_ byte: UInt8, to sink: inout ByteSink) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"):
      sink.write(byte: byte)
    default:
      sink.write(byte: UInt8(ascii: "%"))
      sink.write(hexOf: byte)
    }
  }
}
