/// What GitHub sees in text.
extension MarkdownEscaping {
  /// Whether asterisks around what `node` holds mark it wherever it stands: letters at both ends,
  /// and no other marks beside it that would run together with its own.
  static func canMark(_ node: Node) -> Bool {
    guard let first = node.firstChild?.text, let last = node.lastChild?.text,
      node.next?.isEmphasis != true
    else { return false }
    return isLetterFirst(first) && isLetterLast(last)
  }

  private static func isLetterFirst(_ words: Bytes) -> Bool {
    guard let first = words.first else { return false }
    if first < 0x80 { return isAlphanumeric(first) }
    let scalars = String(decoding: words.prefix(4), as: UTF8.self).unicodeScalars
    return scalars.first.map { $0.properties.isAlphabetic } ?? false
  }

  private static func isLetterLast(_ words: Bytes) -> Bool {
    guard let last = words.last else { return false }
    if last < 0x80 { return isAlphanumeric(last) }
    let scalars = String(decoding: words.suffix(4), as: UTF8.self).unicodeScalars
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

  /// Whether `text`, in lower case, stands at `index`.
  @inline(__always)
  static func matches(_ text: StaticString, _ words: Bytes, at index: Int, end: Int) -> Bool {
    guard index + text.utf8CodeUnitCount <= end else { return false }
    for offset in 0..<text.utf8CodeUnitCount {
      let byte = words[index + offset]
      let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      if lower != text.utf8Start[offset] { return false }
    }
    return true
  }

  /// Whether a colon at `index` is that of `http://`, which GitHub makes a link of by itself.
  @inline(__always)
  static func isAddress(_ words: Bytes, at index: Int, end: Int) -> Bool {
    matches("//", words, at: index + 1, end: end)
  }

  /// `:name:` as in `:tada:`. Of names that are numbers there are two.
  static func isEmoji(_ words: Bytes, at index: Int, end: Int) -> Bool {
    var last = index + 1
    var isNumber = true
    while last < end, last - index < 64 {
      let byte = words[last]
      if !isDigit(byte) {
        guard
          isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "+")
        else { break }
        isNumber = false
      }
      last += 1
    }
    guard last < end, last > index + 1, words[last] == UInt8(ascii: ":") else { return false }
    return !isNumber || matches(":100:", words, at: index, end: end)
      || matches(":1234:", words, at: index, end: end)
  }

  /// A task's box, a footnote or an alert's name: brackets that only GitHub knows.
  static func isExtension(_ words: Bytes, at index: Int, end: Int) -> Bool {
    guard index + 2 < end else { return false }
    switch words[index + 1] {
    case UInt8(ascii: "^"), UInt8(ascii: "!"): return true
    case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: " "):
      return words[index + 2] == UInt8(ascii: "]")
    default: return false
    }
  }
}

/// The languages that a block of code from a dataset may name. GitHub draws some others (diagrams,
/// maps, formulas) in place of the code.
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

  /// Each line without its end.
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
