internal import Diagnostics
internal import Text

/// Hides secrets in the texts of reports: well-known forms, and given values.
package struct Redactor: Sendable {
  /// The replacement of a secret.
  package static let sign = "‹redacted›"
  /// The least number of characters of a hidden value. Shorter values are parts of words.
  package static let shortestValue = 4

  /// Whether well-known forms are hidden.
  private let knowsForms: Bool
  private var values = HiddenValues()
  /// How many secrets have been hidden.
  package private(set) var count = 0

  package init(knowsForms: Bool = true) {
    self.knowsForms = knowsForms
  }

  /// Hides a value, or each of its lines, from now on; false if all are too short.
  package mutating func hide(_ value: String) -> Bool {
    let lines = value.utf8.split { $0 == 0x0A || $0 == 0x0D }
    var isHidden = false
    for line in lines {
      let trimmed = Array(line.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed())
      guard String(decoding: trimmed, as: UTF8.self).count >= Self.shortestValue else { continue }
      values.insert(trimmed)
      isHidden = true
    }
    return isHidden
  }

  /// The text with a sign in place of each secret. Takes linear time.
  package mutating func redacted(_ text: String) -> String {
    redacted(Array(text.utf8)) ?? text
  }

  /// Whether the bytes contain a secret.
  package func hides(in bytes: [UInt8]) -> Bool {
    var scan = SecretScan(bytes, values: values, knowsForms: knowsForms)
    return scan.next() != nil
  }

  /// Replaces each secret in lines by a sign and keeps the number of lines; nil if nothing is
  /// hidden.
  package mutating func redactedLines(_ lines: [UInt8]) -> [UInt8]? {
    redacted(lines, keepsLines: true).map { Array($0.utf8) }
  }

  /// Counts a secret that was hidden before its place was known to be shown.
  mutating func countHidden() { count += 1 }

  /// nil if nothing is hidden.
  fileprivate mutating func redacted(_ bytes: [UInt8], keepsLines: Bool = false) -> String? {
    hidden(bytes, keepsLines: keepsLines)?.output.string
  }

  /// The text with signs, and the new index of a line end that must stay; nil if nothing is hidden.
  fileprivate mutating func hidden(
    _ bytes: [UInt8], keepsLines: Bool = false, border: Int = -1
  ) -> (output: ByteSink, border: Int)? {
    var scan = SecretScan(bytes, values: values, knowsForms: knowsForms)
    guard var secret = scan.next() else { return nil }
    var output = ByteSink()
    var (end, kept) = (0, 0)
    func write(_ range: Range<Int>) {
      if range.contains(border) { kept = output.bytes.count + border - range.lowerBound }
      output.bytes += bytes[range]
    }
    while true {
      // Adjacent pieces are one secret.
      if end == 0 || secret.lowerBound > end {
        write(end..<secret.lowerBound)
        output.write(Self.sign)
        count += 1
      }
      if keepsLines {
        for byte in bytes[secret] where byte == 0x0A { output.write(byte: byte) }
      } else if secret.contains(border) {
        kept = output.bytes.count
        output.write(byte: 0x0A)
      }
      end = secret.upperBound
      guard let next = scan.next() else { break }
      secret = next
    }
    write(end..<bytes.count)
    return (output, kept)
  }
}

extension Redactor {
  package mutating func redact(_ text: inout String) {
    if let hidden = redacted(Array(text.utf8)) { text = hidden }
  }

  package mutating func redact(_ text: inout String?) {
    if text != nil { text = redacted(text) }
  }

  package mutating func redacted(_ text: String?) -> String? { text.map { redacted($0) } }

  /// Hides secrets in a text and in its continuation. A key may span both.
  package mutating func redact(_ text: inout String?, continuedBy rest: inout String?) {
    guard let first = text, let last = rest, !first.isEmpty else {
      redact(&text)
      return redact(&rest)
    }
    let border = first.utf8.count
    guard let both = hidden(Array((first + "\n" + last).utf8), border: border) else { return }
    text = String(decoding: both.output.bytes[..<both.border], as: UTF8.self)
    rest = String(decoding: both.output.bytes[(both.border + 1)...], as: UTF8.self)
  }

  /// The address; nil if it contains a secret, because it leads nowhere without the secret.
  package mutating func redacted(address: String?) -> String? {
    guard let address, redacted(address) == address else { return nil }
    return address
  }
}
