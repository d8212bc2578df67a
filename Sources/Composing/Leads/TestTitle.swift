internal import Model

/// The name of a test that runs several times with different values.
enum TestTitle {
  /// The name without the values at its end, as in `test_adds[1-2]`, `Adds(1, 2)` and
  /// `adds(int)[3]`; nil if it has none.
  static func withoutValues(_ name: String) -> String? {
    var short = name[...]
    while let start = startOfValues(short) { short = short[..<start] }
    return short.endIndex == name.endIndex ? nil : String(short)
  }

  /// The identity of a test without the values; nil if it has none. Tests of two suites may have one
  /// name.
  static func withoutValues(_ message: Message) -> String? {
    message.fingerprintAnywhere.flatMap(withoutValues)
  }

  /// The start of a text in brackets or parentheses that ends a name and follows a word.
  private static func startOfValues(_ name: Substring) -> Substring.Index? {
    let bytes = name.utf8
    let open: UInt8
    switch bytes.last {
    case UInt8(ascii: "]"): open = UInt8(ascii: "[")
    case UInt8(ascii: ")"): open = UInt8(ascii: "(")
    default: return nil
    }
    guard let close = bytes.last else { return nil }
    var (start, depth) = (bytes.endIndex, 0)
    repeat {
      guard start > bytes.startIndex else { return nil }
      start = bytes.index(before: start)
      if bytes[start] == close { depth += 1 }
      if bytes[start] == open { depth -= 1 }
    } while depth > 0
    let isEmpty = bytes.distance(from: start, to: bytes.endIndex) == 2
    guard !isEmpty, start > bytes.startIndex, isPartOfWord(bytes[bytes.index(before: start)]) else {
      return nil
    }
    return start
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ")")
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
