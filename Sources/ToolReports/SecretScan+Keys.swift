/// Private keys of PEM.
extension SecretScan {
  /// The longest text between the first and the last line of a key.
  private static let longestKey = 16 << 10

  /// A key with its first and last line. If a cut removed one of these lines, the other one with
  /// the lines of the key.
  func privateKey(at index: Int) -> Range<Int>? {
    guard let label = label(at: index) else { return nil }
    guard label.isBeginning else { return beginningOfBody(before: index)..<label.end }
    // The search ends at the next possible label, so that all searches together are linear.
    var next = label.end
    let limit = min(bytes.count, next + Self.longestKey)
    while next < limit, bytes[next] != UInt8(ascii: "-") || !matches("-----", at: next) {
      next += 1
    }
    if let end = self.label(at: next), !end.isBeginning { return index..<end.end }
    return index..<endOfBody(from: label.end)
  }

  /// `-----BEGIN RSA PRIVATE KEY-----`
  private func label(at index: Int) -> (isBeginning: Bool, end: Int)? {
    let isBeginning = matches("-----BEGIN ", at: index)
    guard isBeginning || matches("-----END ", at: index) else { return nil }
    var end = index + (isBeginning ? 11 : 9)
    let limit = min(bytes.count, end + 64)
    var isPrivate = false
    while end < limit, bytes[end] != UInt8(ascii: "-") {
      if matches("PRIVATE KEY", at: end) { isPrivate = true }
      end += 1
    }
    return isPrivate && matches("-----", at: end) ? (isBeginning, end + 5) : nil
  }

  /// Whether a byte is part of a line of a key.
  private func isCode(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "="):
      true
    default: false
    }
  }

  /// The index after the gap between two lines of a key: blanks, line ends, also as `\\n`, and
  /// characters that code and logs put around lines.
  private func endOfGap(from start: Int) -> Int {
    var index = start
    while index < bytes.count, index - start < 64 {
      switch bytes[index] {
      case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "|"), UInt8(ascii: ">"),
        UInt8(ascii: ","), UInt8(ascii: "#"), UInt8(ascii: "*"):
        index += 1
      case UInt8(ascii: "+") where isBlank(at: index + 1) || isBlank(at: index - 1): index += 1
      case UInt8(ascii: "\\"):
        index += 1
        if self[index] | 0x20 == UInt8(ascii: "n") || self[index] | 0x20 == UInt8(ascii: "r") {
          index += 1
        }
      default: return index
      }
    }
    return index
  }

  /// The least length of a line that counts as a part of a key without its other end.
  private static let shortestLine = 16

  private func endOfBody(from start: Int) -> Int {
    var end = start
    while true {
      var index = endOfGap(from: end)
      if matches("Proc-Type:", at: index) || matches("DEK-Info:", at: index) {
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
        end = index
        continue
      }
      let line = index
      while index < bytes.count, isCode(bytes[index]) { index += 1 }
      guard index - line >= Self.shortestLine || isCut(at: index) && index > line else {
        return end
      }
      end = index
    }
  }

  private func beginningOfBody(before end: Int) -> Int {
    var start = end
    var isLast = true
    while start > written {
      var index = start
      while index > written, bytes[index - 1] <= 0x20 { index -= 1 }
      let line = index
      while index > written, isCode(bytes[index - 1]) { index -= 1 }
      // The last line may be of any length.
      guard line - index >= (isLast ? 1 : Self.shortestLine) else { return start }
      (start, isLast) = (index, false)
    }
    return start
  }
}
