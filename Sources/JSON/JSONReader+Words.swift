import Diagnostics

extension JSONReader {
  /// Reads a value that is an unquoted word.
  mutating func readWord() -> Kind {
    scanWord()
    if hasFailed { return .failed }
    switch textString {
    case "true": return boolean(true)
    case "false": return boolean(false)
    case "null": return .null
    case "Infinity":
      peekedNumber = .infinity
      return .number
    case "NaN":
      peekedNumber = .nan
      return .number
    case let word:
      let near = Suggestion.nearest(to: word, among: ["true", "false", "null"])
      report(
        .error, "unknown-word", at: valuePosition,
        "expected a value, found the word \(VisibleText.quoted(word))",
        help: [near.map { "did you mean '\($0)'?" } ?? "put text in double quotes"])
      return .missing
    }
  }

  private mutating func boolean(_ value: Bool) -> Kind {
    peekedBool = value
    return .bool
  }

  /// Scans a JSON5 identifier into `text`: letters, digits, `_`, `$`, non-ASCII characters that are
  /// not spaces, and `\u` escapes.
  mutating func scanWord() {
    let opened = position(at: cursor)
    var string = StringScan(start: cursor)
    while true {
      if string.read + 12 > end, !sourceHasEnded {
        string.move(by: refill(keeping: string.start))
        if end - string.start > limits.valueBytes { return failTooLong(opened, "word") }
        continue
      }
      let byte = base[string.read]
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
        string.read += 1
        continue
      case UInt8(ascii: "\\") where base[string.read + 1] == UInt8(ascii: "u"):
        cursor = string.read
        passEscape(&string)
        if hasFailed { return }
        continue
      case 0x80...:
        let length = UTF8Scan.length(base + string.read)
        if length > 0, unicodeSpaceLength(at: string.read) == 0 {
          string.read += length
          lineStart += length - 1
          continue
        }
      default: break
      }
      break
    }
    if string.read - string.start > limits.valueBytes { return failTooLong(opened, "word") }
    string.flush(in: base)
    cursor = string.read
    textStart = string.start
    textCount = string.write - string.start
    if textCount == 0 { _ = failUnexpected("a key or a value") }
  }
}
