extension VolatileText {
  /// The end of the part of a path that leads to temporary files: `/tmp/`, `/var/folders/`,
  /// `C:\Users\ann\AppData\Local\Temp\`.
  func endOfTemporaryRoot(from start: Int) -> Int? {
    if byte(start) == UInt8(ascii: "/") {
      guard isStartOfPath(start) else { return nil }
      for root in VolatileText.roots where starts(root, at: start) {
        return start + root.utf8CodeUnitCount
      }
      return nil
    }
    guard isLetter(start), byte(start + 1) == UInt8(ascii: ":"), isSlash(start + 2),
      !isWord(start - 1)
    else { return nil }
    return endOfWindowsRoot(from: start)
  }

  /// Whether a path can start here. True within `file:///tmp/x`, false within `/home/ann/tmp/x`.
  private func isStartOfPath(_ position: Int) -> Bool {
    switch byte(position - 1) {
    case UInt8(ascii: "/"):
      return byte(position - 2) == UInt8(ascii: "/") && byte(position - 3) == UInt8(ascii: ":")
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "~"): return false
    default: return !isWord(position - 1)
    }
  }

  private func endOfWindowsRoot(from start: Int) -> Int? {
    // User names may contain spaces. The limit bounds the search.
    var position = start + 2
    let limit = min(bytes.count, start + 260)
    while position < limit {
      switch byte(position) {
      case UInt8(ascii: "\\"), UInt8(ascii: "/"):
        if isWord("temp", at: position + 1) || isWord("tmp", at: position + 1) {
          var end = position + 1
          while !isSlash(end) { end += 1 }
          return end + 1
        }
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: ":"),
        UInt8(ascii: "\n"):
        return nil
      default: break
      }
      position += 1
    }
    return nil
  }

  /// Whether the path component here is `word` and is followed by another one.
  private func isWord(_ word: StaticString, at position: Int) -> Bool {
    for offset in 0..<word.utf8CodeUnitCount
    where byte(position + offset) | 0x20 != word.utf8Start[offset] {
      return false
    }
    return isSlash(position + word.utf8CodeUnitCount)
  }

  private func starts(_ word: StaticString, at position: Int) -> Bool {
    (0..<word.utf8CodeUnitCount).allSatisfy { byte(position + $0) == word.utf8Start[$0] }
  }

  /// The end of the path, including a line and column after it.
  func endOfPath(from start: Int) -> Int {
    var position = start
    while position < bytes.count, !isEndOfPath(position) { position += 1 }
    while byte(position) == UInt8(ascii: ":"), isDigit(position + 1) {
      position += 1
      while isDigit(position) { position += 1 }
    }
    return position
  }

  private func isEndOfPath(_ position: Int) -> Bool {
    switch byte(position) {
    case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "|"):
      true
    default: false
    }
  }

  private static let roots: [StaticString] = [
    "/tmp/", "/var/tmp/", "/var/folders/", "/private/tmp/", "/private/var/tmp/",
    "/private/var/folders/", "/dev/shm/",
  ]
}
