internal import Basics
internal import Diagnostics

/// What two runs compare of a context (N3), without the source itself: digests of its own line, and of
/// this one with the lines above and below it. White space does not count.
package struct ContextDigest: Sendable, Hashable {
  /// 48 bits, of which the lowest says whether the lines are telling; 0 for lines without any text.
  package let line: UInt64
  package let surroundings: UInt64

  /// The number of bytes that are telling: `else:` is in every file.
  private static let leastTelling = 20

  package static func isTelling(_ digest: UInt64) -> Bool { digest & 1 == 1 }

  /// - Parameter text: The lines of a context, separated by line feeds.
  package init(of text: String) {
    let feed = UInt8(ascii: "\n")
    (line, surroundings) = text.withBytes { bytes in
      // The own line is the second of the three; what the context does not have is empty.
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
    // Never 0, which stands for no text.
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

  /// Reads 16 characters; nil if they are no digests.
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
