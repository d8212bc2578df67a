/// Removes the parts of a text that vary between runs without meaning: durations, memory addresses
/// and temporary paths. Numbers in identifiers and numbers without a unit of time are kept, as in
/// `test_42` and "3 links".
package struct VolatileText {
  package enum Kind {
    /// Text: all three are removed.
    case title
    /// A path: only a temporary root is removed, and separators are unified.
    case file
    /// The name of a test or suite: like `file` if it is the path of a file in a temporary folder;
    /// otherwise nothing is removed.
    case name
    /// Text: signs replace all possible values (`outline`): numbers, ids, times, quoted text.
    case outline
    /// Like `outline`, but quoted names are kept, because two texts may differ only in them.
    case outlineWithNames
  }

  let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package init(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// The text without its values, as bytes.
  package func normalized(_ kind: Kind) -> [UInt8] {
    switch kind {
    case .title: title()
    case .file: file()
    case .name: isInTemporaryFolder ? file() : bytes
    case .outline: outline().bytes
    case .outlineWithNames: outline(keepsQuotations: true).bytes
    }
  }

  private func title() -> [UInt8] {
    var position = 0
    var buffer: [UInt8] = []
    buffer.reserveCapacity(bytes.count)
    while true {
      let end = endOfPlainText(from: position)
      buffer += bytes[position..<end]
      position = end
      guard position < bytes.count else { break }
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        // Runs of spaces count as one; spaces at the ends are dropped.
        position += 1
        if let last = buffer.last, last != UInt8(ascii: " ") { buffer.append(UInt8(ascii: " ")) }
        continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if let end = endOfAddress(from: position) {
          buffer.append(contentsOf: "0x…".utf8)
          position = end
        } else if let end = endOfDuration(from: position) {
          buffer.append(contentsOf: "⏱".utf8)
          position = end
        } else {
          position = copyNumber(from: position, to: &buffer)
        }
        continue
      case UInt8(ascii: "/"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        // The letter may be that of a drive.
        if byte == UInt8(ascii: "/") || self.byte(position + 1) == UInt8(ascii: ":"),
          let root = endOfTemporaryRoot(from: position)
        {
          buffer.append(contentsOf: "/tmp/…".utf8)
          position = endOfPath(from: root)
          continue
        }
      default: break
      }
      buffer.append(byte)
      position += 1
    }
    if buffer.last == UInt8(ascii: " ") { buffer.removeLast() }
    return buffer
  }

  /// The end of the longest part that needs no change: words with one space between them.
  private func endOfPlainText(from start: Int) -> Int {
    var position = start
    while position < bytes.count {
      let byte = bytes[position]
      // Most bytes are letters. They are greater than any byte that ends the part.
      if byte > UInt8(ascii: ":") {
        position &+= 1
        continue
      }
      switch byte {
      case UInt8(ascii: " "):
        if position == start || bytes[position &- 1] == UInt8(ascii: " ") { return position }
      case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "/"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        return position
      case UInt8(ascii: ":"):
        // The letter before may be that of a drive.
        if position > start, isLetter(position - 1) { return position - 1 }
      default: break
      }
      position &+= 1
    }
    return position
  }

  /// Copies a number with its separators, so that its middle is not parsed as another number.
  private func copyNumber(from start: Int, to buffer: inout [UInt8]) -> Int {
    var position = start
    while position < bytes.count, isDigit(position) || isSeparatorOfDigits(position) {
      buffer.append(bytes[position])
      position += 1
    }
    return position
  }

  /// Whether the text is a path inside a temporary folder that was created for the run.
  private var isInTemporaryFolder: Bool {
    guard var position = endOfTemporaryRoot(from: 0) else { return false }
    while position < bytes.count, !isSlash(position) { position += 1 }
    return position + 1 < bytes.count
  }

  private func file() -> [UInt8] {
    var position = 0
    var buffer: [UInt8] = []
    buffer.reserveCapacity(bytes.count)
    if let root = endOfTemporaryRoot(from: 0) {
      buffer.append(contentsOf: "/tmp/…".utf8)
      position = root
      // Skip the folder created for this run.
      while position < bytes.count, !isSlash(position) { position += 1 }
    } else {
      while position + 1 < bytes.count, bytes[position] == UInt8(ascii: "."), isSlash(position + 1)
      {
        position += 2
      }
    }
    while position < bytes.count {
      buffer.append(isSlash(position) ? UInt8(ascii: "/") : bytes[position])
      position += 1
    }
    return buffer
  }
}

extension VolatileText {
  func byte(_ position: Int) -> UInt8 {
    position >= 0 && position < bytes.count ? bytes[position] : 0
  }

  func isDigit(_ position: Int) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte(position)
  }

  func isLetter(_ position: Int) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte(position) | 0x20
  }

  func isSlash(_ position: Int) -> Bool {
    byte(position) == UInt8(ascii: "/") || byte(position) == UInt8(ascii: "\\")
  }

  /// Whether there is a point or comma between two digits.
  func isSeparatorOfDigits(_ position: Int) -> Bool {
    (byte(position) == UInt8(ascii: ".") || byte(position) == UInt8(ascii: ","))
      && isDigit(position - 1) && isDigit(position + 1)
  }

  /// Whether the byte can be part of an identifier. Non-ASCII bytes can.
  func isWord(_ position: Int) -> Bool {
    isLetter(position) || isDigit(position) || byte(position) == UInt8(ascii: "_")
      || byte(position) >= 0x80
  }

  /// Whether an identifier continues here, as in `utf-8` or `v1.2`.
  func continuesWord(_ position: Int) -> Bool {
    if isWord(position - 1) { return true }
    let joint = byte(position - 1)
    return (joint == UInt8(ascii: "-") || joint == UInt8(ascii: ".")) && isWord(position - 2)
  }

  /// Whether an identifier continues after this position: `10s-timeout`, `5m_limit`.
  func goesOn(_ position: Int) -> Bool {
    if isWord(position) { return true }
    return byte(position) == UInt8(ascii: "-") && isWord(position + 1)
  }

  /// `0x7ffe12`. Fewer than six digits are a number.
  func endOfAddress(from start: Int) -> Int? {
    guard byte(start) == UInt8(ascii: "0"), byte(start + 1) | 0x20 == UInt8(ascii: "x"),
      !continuesWord(start)
    else { return nil }
    var end = start + 2
    while isDigit(end) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte(end) | 0x20 { end += 1 }
    return end >= start + 8 && !isWord(end) ? end : nil
  }
}
