// Unsafe pointers: titles are scanned in place, without a copy.

import Diagnostics

/// Code in plain text such as a title. Many tools quote names with backticks: "unused variable:
/// `x`". One or two backticks enclose code if the code is directly next to them and no letter or
/// digit is on their other side. Other backticks are text.
package enum QuotedCode {
  private static let tick = UInt8(ascii: "`")

  /// Whether a text has backticks. Most titles have none.
  package static func mayOccur(in text: String) -> Bool {
    return text.withBytes { $0.index(ofFirst: tick) != nil }
  }

  package static func forEach(
    in text: String, _ body: (_ piece: UnsafeBufferPointer<UInt8>, _ isCode: Bool) -> Void
  ) {
    text.withBytes { forEach(in: $0, body) }
  }

  /// Calls `body` with each piece of a text, in order. Takes linear time.
  package static func forEach(
    in text: UnsafeBufferPointer<UInt8>,
    _ body: (_ piece: UnsafeBufferPointer<UInt8>, _ isCode: Bool) -> Void
  ) {
    var written = 0
    /// The last backticks that may open code, by their length.
    var opening: (one: Range<Int>?, two: Range<Int>?)
    var index = 0
    while let found = Bytes(rebasing: text[index...]).index(ofFirst: tick) {
      let start = index + found
      var end = start
      while end < text.count, text[end] == tick { end += 1 }
      index = end
      let run = start..<end
      guard run.count <= 2 else { continue }
      let open = run.count == 1 ? opening.one : opening.two
      if let open, closes(run, in: text) {
        if written < open.lowerBound {
          body(Bytes(rebasing: text[written..<open.lowerBound]), false)
        }
        body(Bytes(rebasing: text[open.upperBound..<start]), true)
        written = end
        opening = (nil, nil)
      } else if opens(run, in: text) {
        if run.count == 1 { opening.one = run } else { opening.two = run }
      }
    }
    if written < text.count { body(Bytes(rebasing: text[written...]), false) }
  }

  private static func opens(_ run: Range<Int>, in text: Bytes) -> Bool {
    run.upperBound < text.count && text[run.upperBound] > 0x20
      && (run.lowerBound == 0 || !isWord(text[run.lowerBound - 1]))
  }

  private static func closes(_ run: Range<Int>, in text: Bytes) -> Bool {
    text[run.lowerBound - 1] > 0x20
      && (run.upperBound == text.count || !isWord(text[run.upperBound]))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || MarkdownEscaping.isAlphanumeric(byte)
  }
}
