internal import Basics
package import Model

/// What makes a message the same one as last night's: what its author says, else a digest of
/// category, title and file. Never the line, which moves with every edit above it.
package struct Fingerprint: Sendable, Hashable {
  /// The first half of a SHA-256 digest: enough that no two messages meet by chance.
  private let high: UInt64
  private let low: UInt64

  package init(of message: Message) {
    self.init(of: [message], at: 0)
  }

  /// Of one message among others. A message has many parts, and to copy it costs as much as this.
  package init(of messages: [Message], at index: Int) {
    var bytes: [UInt8] = []
    // Room for most, so that it is looked for once.
    bytes.reserveCapacity(256)
    self.init(of: messages, at: index, buffer: &bytes)
  }

  /// The same with memory to work in, for whoever makes many.
  init(of messages: [Message], at index: Int, buffer: inout [UInt8]) {
    buffer.removeAll(keepingCapacity: true)
    // Through a pointer only the parts are read that are asked for.
    messages.withUnsafeBufferPointer { messages in
      if let given = messages[index].fingerprint.filled {
        Fingerprint.append(given, normalizing: nil, to: &buffer)
      } else {
        Fingerprint.append(messages[index].category ?? "", normalizing: nil, to: &buffer)
        Fingerprint.append(messages[index].title, normalizing: .title, to: &buffer)
        Fingerprint.append(messages[index].location?.file ?? "", normalizing: .file, to: &buffer)
      }
    }
    let digest = SHA256.words(of: &buffer)
    high = UInt64(digest[0]) << 32 | UInt64(digest[1])
    low = UInt64(digest[2]) << 32 | UInt64(digest[3])
  }

  /// Twelve digits, for a page: what it tells apart is one reader's cleared messages, and it says
  /// them for each of 100,000 messages.
  package var short: String {
    String(unsafeUninitializedCapacity: 12) { digits in
      var rest = high >> 16
      for place in (0..<12).reversed() {
        let digit = UInt8(truncatingIfNeeded: rest & 15)
        digits.initializeElement(
          at: place, to: digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        rest >>= 4
      }
      return 12
    }
  }

  /// 32 digits, for files.
  package var hexadecimal: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// From 32 digits in a file.
  package init?(hexadecimal: String) {
    guard hexadecimal.utf8.count == 32, let high = UInt64(hexadecimal.prefix(16), radix: 16),
      let low = UInt64(hexadecimal.suffix(16), radix: 16)
    else { return nil }
    (self.high, self.low) = (high, low)
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
