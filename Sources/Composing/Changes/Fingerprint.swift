internal import Diagnostics
package import Model
internal import Text

/// Identifies a message across runs: the author's fingerprint, otherwise a digest of category,
/// title and file. The line is excluded, because edits above move it.
package struct Fingerprint: Sendable, Hashable {
  /// The first half of a SHA-256 digest, enough to exclude accidental collisions.
  private let high: UInt64
  private let low: UInt64

  package init(of message: Message) {
    self.init(of: [message], at: 0)
  }

  /// Computes the fingerprint in place, because copying a message costs as much.
  package init(of messages: [Message], at index: Int) {
    var bytes: [UInt8] = []
    // Sufficient for most messages.
    bytes.reserveCapacity(256)
    self.init(of: messages, at: index, buffer: &bytes)
  }

  /// Computes a fingerprint with a reusable buffer, for many messages.
  init(of messages: [Message], at index: Int, buffer: inout [UInt8]) {
    buffer.removeAll(keepingCapacity: true)
    if let given = messages[index].fingerprint.filled {
      Fingerprint.append(given, normalizing: nil, to: &buffer)
    } else {
      Fingerprint.append(messages[index].category ?? "", normalizing: nil, to: &buffer)
      Fingerprint.append(messages[index].title, normalizing: .title, to: &buffer)
      Fingerprint.append(messages[index].location?.file ?? "", normalizing: .file, to: &buffer)
    }
    self.init(digesting: &buffer)
  }

  /// The digest of a buffer; adds the padding to the buffer.
  init(digesting buffer: inout [UInt8]) {
    let digest = SHA256.digest(padding: &buffer)
    high = UInt64(digest[0]) << 32 | UInt64(digest[1])
    low = UInt64(digest[2]) << 32 | UInt64(digest[3])
  }

  /// Appends the digest, to make a digest of several.
  func append(to buffer: inout [UInt8]) {
    Fingerprint.append(high, to: &buffer)
    Fingerprint.append(low, to: &buffer)
  }

  /// Twelve digits, for a page. They only need to distinguish one reader's cleared messages, and
  /// take space in up to 100,000 messages.
  package var short: String {
    let digits = String(high >> 16, radix: 16)
    return String(repeating: "0", count: 12 - digits.utf8.count) + digits
  }

  /// The fingerprint with these twelve digits followed by zeros; nil if they are invalid.
  package init?(short: String) {
    guard short.utf8.count == 12, let digits = UInt64(short, radix: 16) else { return nil }
    (high, low) = (digits << 16, 0)
  }

  /// The fingerprint reduced to the digits of `short`, which is enough within a project.
  package var shortened: Fingerprint { Fingerprint(high: high & ~0xFFFF, low: 0) }

  private init(high: UInt64, low: UInt64) {
    (self.high, self.low) = (high, low)
  }

  /// A shortened fingerprint of this one and a number.
  package func combined(with number: UInt64) -> Fingerprint {
    var buffer: [UInt8] = []
    append(to: &buffer)
    Fingerprint.append(number, to: &buffer)
    return Fingerprint(digesting: &buffer).shortened
  }

  /// 32 digits, for files.
  package var hexadecimal: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// Parses 32 digits; nil if they are invalid.
  package init?(hexadecimal: String) {
    guard hexadecimal.utf8.count == 32, let high = UInt64(hexadecimal.prefix(16), radix: 16),
      let low = UInt64(hexadecimal.suffix(16), radix: 16)
    else { return nil }
    (self.high, self.low) = (high, low)
  }

  /// Appends a text and its length, so that different lists of texts produce different bytes.
  static func append(
    _ text: String, normalizing kind: VolatileText.Kind?, to buffer: inout [UInt8]
  ) {
    let start = buffer.count
    if let kind { buffer += VolatileText(text).normalized(kind) } else { buffer += text.utf8 }
    append(UInt64(buffer.count - start), to: &buffer)
  }

  /// Appends a number as eight bytes.
  static func append(_ number: UInt64, to buffer: inout [UInt8]) {
    for shift in stride(from: 0, to: UInt64.bitWidth, by: 8) {
      buffer.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }
}
