extension VolatileText {
  /// Writes the text with a sign for each value: a word that begins with a digit (`12`, `8080`,
  /// `99.5%`, `2026-11-20T03:12:00Z`), a long hexadecimal one (a UUID, a commit) and what stands in
  /// quotation marks. Numbers within words stay: `test_42`, `utf-8`, `v1.2`.
  func writeOutline(to buffer: inout [UInt8]) {
    outline(to: &buffer) { _ in }
  }

  /// Writes the outline; returns what its signs stand for, in their order, as ranges of the bytes.
  package func writeOutlineWithValues(to buffer: inout [UInt8]) -> [Range<Int>] {
    var values: [Range<Int>] = []
    outline(to: &buffer) { values.append($0) }
    return values
  }

  @inline(__always)
  private func outline(to buffer: inout [UInt8], _ take: (Range<Int>) -> Void) {
    var position = 0
    let start = buffer.count
    // Quotation marks that none closes, so that a text full of them takes linear time.
    var unclosed: Set<UInt8> = []
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case 0...0x20:
        position += 1
        if buffer.count > start, buffer.last != 0x20 { buffer.append(0x20) }
      case UInt8(ascii: "`"), UInt8(ascii: "\""), UInt8(ascii: "'"):
        if !isWord(position - 1), !unclosed.contains(byte) {
          if let end = endOfQuotation(from: position) {
            buffer.append(contentsOf: "…".utf8)
            take(position..<end)
            position = end
            continue
          }
          unclosed.insert(byte)
        }
        buffer.append(byte)
        position += 1
      default:
        guard isWord(position) else {
          buffer.append(byte)
          position += 1
          continue
        }
        let end = endOfValue(from: position)
        if isValue(from: position, to: end) {
          buffer.append(UInt8(ascii: "#"))
          take(position..<end)
        } else {
          buffer.append(contentsOf: bytes[position..<end])
        }
        position = end
      }
    }
    if buffer.count > start, buffer.last == 0x20 { buffer.removeLast() }
  }

  /// The end of a quotation; nil if none closes it. A mark between letters is an apostrophe.
  private func endOfQuotation(from start: Int) -> Int? {
    var end = start + 1
    while end < bytes.count {
      if bytes[end] == bytes[start], !isWord(end + 1) { return end + 1 }
      end += 1
    }
    return nil
  }

  /// The end of a word with the signs that can join its parts, as in `127.0.0.1:8080` and `utf-8`.
  private func endOfValue(from start: Int) -> Int {
    let isNumber = isDigit(start)
    var end = start
    while isWord(end) || isWord(end + 1) && joins(end, isNumber) { end += 1 }
    return isNumber && byte(end) == UInt8(ascii: "%") ? end + 1 : end
  }

  private func joins(_ position: Int, _ isNumber: Bool) -> Bool {
    switch byte(position) {
    case UInt8(ascii: "-"), UInt8(ascii: "."): true
    case UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "+"): isNumber
    default: false
    }
  }

  private func isValue(from start: Int, to end: Int) -> Bool {
    if isDigit(start) { return true }
    guard end - start >= 8 else { return false }
    let word = start..<end
    return word.contains(where: isDigit)
      && word.allSatisfy {
        isDigit($0) || byte($0) == UInt8(ascii: "-")
          || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte($0) | 0x20
      }
  }
}
