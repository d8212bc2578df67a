/// Finds the parts of a text that differ from night to night without meaning anything: durations,
/// addresses of memory, temporary paths. Numbers inside identifiers, and numbers that measure no
/// time, stay: `test_42` and "3 links" are what a message is about.
struct VolatileText {
  enum Kind {
    /// Words: all three are left out.
    case title
    /// A path: only the temporary folder at its beginning is, and separators become one kind.
    case file
  }

  let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  func writeNormalized(_ kind: Kind, to buffer: inout [UInt8]) {
    switch kind {
    case .title: writeTitle(to: &buffer)
    case .file: writeFile(to: &buffer)
    }
  }

  private func writeTitle(to buffer: inout [UInt8]) {
    var position = 0
    let start = buffer.count
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        // Spaces count once, and not at all at the ends.
        position += 1
        if buffer.count > start, buffer.last != UInt8(ascii: " ") {
          buffer.append(UInt8(ascii: " "))
        }
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
        // A letter may be that of a drive.
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
    if buffer.count > start, buffer.last == UInt8(ascii: " ") { buffer.removeLast() }
  }

  /// Digits with what belongs to them, so that the middle of a number is never taken for one.
  private func copyNumber(from start: Int, to buffer: inout [UInt8]) -> Int {
    var position = start
    while position < bytes.count, isDigit(position) || isSeparatorOfDigits(position) {
      buffer.append(bytes[position])
      position += 1
    }
    return position
  }

  private func writeFile(to buffer: inout [UInt8]) {
    var position = 0
    if let root = endOfTemporaryRoot(from: 0) {
      buffer.append(contentsOf: "/tmp/…".utf8)
      position = root
      // The folder that was made for the occasion.
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

  /// A point or comma between two digits.
  func isSeparatorOfDigits(_ position: Int) -> Bool {
    (byte(position) == UInt8(ascii: ".") || byte(position) == UInt8(ascii: ","))
      && isDigit(position - 1) && isDigit(position + 1)
  }

  /// Whether a byte can be part of an identifier; of letters beyond ASCII every byte can.
  func isWord(_ position: Int) -> Bool {
    isLetter(position) || isDigit(position) || byte(position) == UInt8(ascii: "_")
      || byte(position) >= 0x80
  }

  /// Whether what stands before a place ends an identifier that would go on here: `utf-8`, `v1.2`.
  func continuesWord(_ position: Int) -> Bool {
    if isWord(position - 1) { return true }
    let joint = byte(position - 1)
    return (joint == UInt8(ascii: "-") || joint == UInt8(ascii: ".")) && isWord(position - 2)
  }

  /// Whether an identifier goes on at a place: `10s-timeout`, `5m_limit`.
  func goesOn(_ position: Int) -> Bool {
    if isWord(position) { return true }
    return byte(position) == UInt8(ascii: "-") && isWord(position + 1)
  }

  /// `0x7ffe12`
  func endOfAddress(from start: Int) -> Int? {
    guard byte(start) == UInt8(ascii: "0"), byte(start + 1) | 0x20 == UInt8(ascii: "x"),
      !continuesWord(start)
    else { return nil }
    var end = start + 2
    while isDigit(end) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte(end) | 0x20 { end += 1 }
    return end > start + 2 && !isWord(end) ? end : nil
  }
}
