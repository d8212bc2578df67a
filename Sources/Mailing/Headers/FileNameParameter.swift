import Basics

/// A file's name as a parameter of a header: RFC 2231 for those that keep to it, RFC 2047 in `name`
/// for those that are older.
enum FileNameParameter {
  /// The most letters of a piece of a name, so that it has a line to itself.
  private static let pieceLength = 54

  /// `filename="nightly.html"`, or `filename*=utf-8''…` in as many pieces as it takes.
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
    let words = EncodedWords.encode(name, firstRoom: 66)
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

  /// The name in percent signs, cut between characters.
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
