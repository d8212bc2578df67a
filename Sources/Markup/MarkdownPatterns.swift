/// Patterns that GitHub recognizes in text.
extension MarkdownEscaping {
  /// Whether asterisks around the content of `node` mark it in any context: it begins and ends with
  /// a letter and has no adjacent marks.
  static func canMark(_ node: Node) -> Bool {
    guard let first = node.firstChild?.text, let last = node.lastChild?.text,
      node.next?.isEmphasis != true
    else { return false }
    return isLetterFirst(first) && isLetterLast(last)
  }

  private static func isLetterFirst(_ bytes: Bytes) -> Bool {
    guard let first = bytes.first else { return false }
    if first < 0x80 { return isAlphanumeric(first) }
    let scalars = String(decoding: bytes.prefix(4), as: UTF8.self).unicodeScalars
    return scalars.first.map { $0.properties.isAlphabetic } ?? false
  }

  private static func isLetterLast(_ bytes: Bytes) -> Bool {
    guard let last = bytes.last else { return false }
    if last < 0x80 { return isAlphanumeric(last) }
    let scalars = String(decoding: bytes.suffix(4), as: UTF8.self).unicodeScalars
    return scalars.last.map { $0.properties.isAlphabetic } ?? false
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  @inline(__always)
  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Whether the lower-case `text` is at `index`.
  @inline(__always)
  static func matches(_ text: StaticString, _ bytes: Bytes, at index: Int, end: Int) -> Bool {
    guard index + text.utf8CodeUnitCount <= end else { return false }
    for offset in 0..<text.utf8CodeUnitCount {
      let byte = bytes[index + offset]
      let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      if lower != text.utf8Start[offset] { return false }
    }
    return true
  }

  /// Whether the colon at `index` is that of `http://`, which GitHub links automatically.
  @inline(__always)
  static func isAddress(_ bytes: Bytes, at index: Int, end: Int) -> Bool {
    matches("//", bytes, at: index + 1, end: end)
  }

  /// Whether an emoji such as `:tada:` begins at `index`. Only two numeric names are emoji.
  static func isEmoji(_ bytes: Bytes, at index: Int, end: Int) -> Bool {
    var last = index + 1
    var isNumber = true
    while last < end, last - index < 64 {
      let byte = bytes[last]
      if !isDigit(byte) {
        guard
          isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "+")
        else { break }
        isNumber = false
      }
      last += 1
    }
    guard last < end, last > index + 1, bytes[last] == UInt8(ascii: ":") else { return false }
    return !isNumber || matches(":100:", bytes, at: index, end: end)
      || matches(":1234:", bytes, at: index, end: end)
  }

  /// Whether a task box, a footnote or an alert begins at `index`.
  static func isExtension(_ bytes: Bytes, at index: Int, end: Int) -> Bool {
    guard index + 2 < end else { return false }
    switch bytes[index + 1] {
    case UInt8(ascii: "^"), UInt8(ascii: "!"): return true
    case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: " "):
      return bytes[index + 2] == UInt8(ascii: "]")
    default: return false
    }
  }
}

/// The languages that code blocks of a dataset may name. GitHub renders some others (diagrams,
/// maps, formulas) instead of showing the code.
enum CodeLanguages {
  static func contains(_ info: Bytes) -> Bool {
    guard !info.isEmpty, info.count <= 12 else { return false }
    return names.contains(String(decoding: info, as: UTF8.self).lowercased())
  }

  private static let names: Set<String> = [
    "bash", "c", "cmake", "console", "cpp", "css", "csv", "diff", "dockerfile", "go", "html",
    "ini", "java", "javascript", "js", "json", "kotlin", "log", "make", "makefile", "markdown",
    "md", "objc", "php", "python", "py", "ruby", "rust", "sh", "shell", "sql", "swift", "text",
    "toml", "ts", "txt", "typescript", "xml", "yaml", "yml", "zsh",
  ]
}

extension Bytes {
  func longestRun(of byte: UInt8) -> Int {
    var longest = 0
    var run = 0
    for other in self {
      run = other == byte ? run &+ 1 : 0
      longest = Swift.max(longest, run)
    }
    return longest
  }

  var droppingOneLineFeed: Bytes {
    guard let last, last == 0x0A else { return self }
    return Bytes(start: baseAddress, count: count - 1)
  }

  /// Calls `body` with each line, without its line end.
  @inline(__always)
  func forEachLine(_ body: (Bytes) -> Void) {
    var start = 0
    while start <= count {
      let end = self[start...].firstIndex(of: 0x0A) ?? count
      body(Bytes(rebasing: self[start..<end]))
      start = end + 1
    }
  }
}
