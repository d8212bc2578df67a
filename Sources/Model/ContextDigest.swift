internal import Diagnostics
internal import Text

/// Digests of a message's line, and of this line with its neighbours. They match messages of two
/// runs without storing the source (see "Same message in two runs"). White space is ignored.
package struct ContextDigest: Sendable, Hashable {
  /// 48 bits; 0 for lines without text. The lowest bit is set if the lines are telling.
  package let line: UInt64
  package let surroundings: UInt64

  /// The shortest telling text in bytes. Shorter lines such as `else:` are in every file.
  private static let leastTelling = 20

  package static func isTelling(_ digest: UInt64) -> Bool { digest & 1 == 1 }

  /// - Parameter text: The lines of a context, separated by line feeds.
  package init(of text: String) {
    let feed = UInt8(ascii: "\n")
    (line, surroundings) = text.withBytes { bytes in
      // The message's line is the second of three. Lines that the context lacks are empty.
      var place = 1 - bytes.count { $0 == feed } / 2
      var line: [UInt8] = []
      var lines = [UInt8](repeating: feed, count: max(place, 0))
      for byte in bytes {
        if byte == feed { place += 1 }
        if place > 2 { break }
        if byte == feed ? place > 0 : place >= 0 && byte > 0x20 { lines.append(byte) }
        if place == 1, byte > 0x20 { line.append(byte) }
      }
      if place < 2 { lines.append(feed) }
      return (Self.digest(&line), Self.digest(&lines))
    }
  }

  private static func digest(_ bytes: inout [UInt8]) -> UInt64 {
    let count = bytes.count { $0 != UInt8(ascii: "\n") }
    if count == 0 { return 0 }
    let words = SHA256.digest(padding: &bytes)
    let digest = UInt64(words[0]) << 16 | UInt64(words[1]) >> 16
    // Never 0, which means no text.
    return (digest | 2) & ~1 | (count >= leastTelling ? 1 : 0)
  }
}

extension ContextDigest {
  /// The number of characters of `written`.
  package static let writtenCount = 16
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let values = Dictionary(
    digits.enumerated().map { ($0.element, UInt64($0.offset)) }
  ) { $1 }

  /// The digests as 16 characters.
  package var written: [UInt8] {
    [line, surroundings].flatMap { digest in
      stride(from: UInt64(42), through: 0, by: -6).map { Self.digits[Int(digest >> $0 & 63)] }
    }
  }

  /// Parses 16 characters; nil if they are not digests.
  package init?(written: ArraySlice<UInt8>) {
    guard written.count == Self.writtenCount else { return nil }
    var digests: [UInt64] = [0, 0]
    for (index, character) in written.enumerated() {
      guard let value = Self.values[character] else { return nil }
      digests[index / 8] = digests[index / 8] << 6 | value
    }
    (line, surroundings) = (digests[0], digests[1])
  }
}
