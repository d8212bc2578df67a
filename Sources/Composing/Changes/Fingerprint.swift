internal import Basics
package import Model

/// What makes a message the same one as last night's: what its author says, else a digest of
/// category, title and file. Never the line, which moves with every edit above it.
package struct Fingerprint: Sendable, Hashable {
  /// The first half of a SHA-256 digest: enough that no two messages meet by chance.
  private let high: UInt64
  private let low: UInt64

  package init(of message: borrowing Message) {
    var bytes: [UInt8] = []
    self.init(of: message, buffer: &bytes)
  }

  /// The same with memory to work in, for whoever makes many.
  init(of message: borrowing Message, buffer: inout [UInt8]) {
    buffer.removeAll(keepingCapacity: true)
    if let given = message.fingerprint.filled {
      Fingerprint.append(given, normalizing: nil, to: &buffer)
    } else {
      Fingerprint.append(message.category ?? "", normalizing: nil, to: &buffer)
      Fingerprint.append(message.title, normalizing: .title, to: &buffer)
      Fingerprint.append(message.location?.file ?? "", normalizing: .file, to: &buffer)
    }
    var hash = SHA256()
    buffer.withUnsafeBytes { hash.update($0) }
    let digest = hash.digest()
    var halves: (UInt64, UInt64) = (0, 0)
    for byte in digest.prefix(8) { halves.0 = halves.0 << 8 | UInt64(byte) }
    for byte in digest.dropFirst(8).prefix(8) { halves.1 = halves.1 << 8 | UInt64(byte) }
    (high, low) = halves
  }

  /// Twelve digits, for a page: what it tells apart is one reader's cleared messages, and it says
  /// them for each of 100,000 messages.
  package var short: String {
    var digits = String(high >> 16, radix: 16)
    if digits.utf8.count < 12 {
      digits = String(repeating: "0", count: 12 - digits.utf8.count) + digits
    }
    return digits
  }

  /// 32 digits, for files.
  package var hexadecimal: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// Each part is followed by its length, so that no two lists of parts read the same.
  private static func append(
    _ text: String, normalizing kind: VolatileText.Kind?, to buffer: inout [UInt8]
  ) {
    let start = buffer.count
    var text = text
    text.withUTF8 { bytes in
      if let kind {
        VolatileText(bytes).writeNormalized(kind, to: &buffer)
      } else {
        buffer.append(contentsOf: bytes)
      }
    }
    var length = UInt64(buffer.count - start)
    for _ in 0..<8 {
      buffer.append(UInt8(truncatingIfNeeded: length))
      length >>= 8
    }
  }
}
