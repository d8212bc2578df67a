internal import Diagnostics
internal import Text

/// Finds `path:line` in a trace.
package enum PlaceInText {
  /// The folders of code that is not the project's own.
  private static let foreign = [
    "node_modules", "site-packages", "dist-packages", "hostedtoolcache", "/usr/", "/opt/",
    "/lib/python", "/.rustup/", "/rustc/", "/.cargo/registry/", "/pkg/mod/",
    "/src/runtime/panic.go", "/src/testing/testing.go", "node:internal", "/lib/ruby/",
    "/bundle/ruby/", "/.gem/ruby/", "/.rvm/gems/", "/var/lib/gems/",
  ]

  /// A Bats test's place in parentheses, perhaps on several lines. The last one names the test:
  /// `(from function 'f' in file a.bash, line 7,⏎ in test file a.bats, line 2)`.
  package static func inTestFile(_ text: String) -> (path: String, line: Int)? {
    let head = Substring(text.utf8.drop(while: PlainText.isBlank).prefix(4_000))
    guard head.utf8.first == UInt8(ascii: "("), let mark = head.firstRange(of: "in test file "),
      let comma = head[mark.upperBound...].firstRange(of: ", line ")
    else { return nil }
    let path = head[mark.upperBound..<comma.lowerBound]
    let digits = head[comma.upperBound...].prefix { $0.isASCII && $0.isNumber }
    guard !path.isEmpty, !path.contains("\n"), let line = Int(digits) else { return nil }
    return (String(path), line)
  }

  /// pytest's place of a syntax error: `E     File "tests/test_a.py", line 4`.
  package static func ofSyntaxError(in text: String) -> (path: String, line: Int)? {
    for line in text.split(separator: "\n") where line.hasPrefix("E   ") {
      guard let mark = line.firstRange(of: "File \""),
        let end = line[mark.upperBound...].firstRange(of: "\", line "),
        let number = Int(line[end.upperBound...].prefix { $0.isASCII && $0.isNumber })
      else { continue }
      return (String(line[mark.upperBound..<end.lowerBound]), number)
    }
    return nil
  }

  /// The place at the beginning of a text, alone in its line or followed by a column. It may be a
  /// file without a folder.
  package static func leading(in text: String) -> (path: String, line: Int, text: String)? {
    guard hasNumber(text.utf8) else { return nil }
    let line = text.prefix { !$0.isNewline }
    let word = line.prefix { !$0.isWhitespace }
    var parts = word.split(separator: ":", omittingEmptySubsequences: false)
    // The letter of a drive.
    if parts.count > 2, parts[0].utf8.count == 1 {
      parts[0...1] = [word[..<parts[1].endIndex]]
    }
    guard parts.count == 3 || parts.count == 2 && word.count == line.count,
      let number = Int(parts[1]), number > 0, parts.count == 2 || Int(parts[2]) != nil,
      let dot = parts[0].lastIndex(of: "."), dot > parts[0].startIndex,
      parts[0][parts[0].index(after: dot)...].first?.isLetter == true
    else { return nil }
    return (String(parts[0]), number, String(word))
  }

  /// Whether a colon is followed by the beginning of a number, which every place needs.
  private static func hasNumber(_ bytes: some Collection<UInt8>) -> Bool {
    var wasColon = false
    for byte in bytes {
      if wasColon, byte == UInt8(ascii: "+") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
        return true
      }
      wasColon = byte == UInt8(ascii: ":")
    }
    return false
  }

  /// The first place in a line with a path of the project's own and a folder. Without a folder, it
  /// may be a host and its port. At the beginning of a line, a Python file needs no folder, because
  /// pytest names files in the project's root this way. A Ruby file needs none before `:in`.
  static func own(in line: ArraySlice<UInt8>) -> (path: String, line: Int)? {
    guard hasNumber(line) else { return nil }
    let bytes = Array(line.prefix(2_000))
    var index = 0
    while let colon = bytes[index...].firstIndex(of: UInt8(ascii: ":")) {
      index = colon + 1
      var end = index
      while end < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[end] { end += 1 }
      guard end > index, end - index <= 9,
        let number = Int(String(decoding: bytes[index..<end], as: UTF8.self)), number > 0
      else { continue }
      var start = colon
      while start > 0, isPartOfPath(bytes[start - 1]) { start -= 1 }
      // The letter of a drive.
      if start > 1, bytes[start] == UInt8(ascii: "\\") || bytes[start] == UInt8(ascii: "/"),
        bytes[start - 1] == UInt8(ascii: ":"), isLetter(bytes[start - 2]),
        start == 2 || !isPartOfPath(bytes[start - 3])
      {
        start -= 2
      }
      var path = String(decoding: bytes[start..<colon], as: UTF8.self)
      // A colon before the path belongs to an address: of a file, or of something else.
      if start > 0, bytes[start - 1] == UInt8(ascii: ":"), path.contains("/") {
        guard bytes[..<start].suffix(5).elementsEqual("file:".utf8) else { continue }
        path = "file:" + path
      }
      let isInRoot =
        start == 0 && path.hasSuffix(".py") && end < bytes.count && bytes[end] == UInt8(ascii: ":")
        && !path.contains { $0 == "/" || $0 == "\\" }
        || path.hasSuffix(".rb") && bytes[end...].starts(with: ":in ".utf8)
          && !isForeign(path)
      guard isInRoot || isOwn(path) else { continue }
      return (path, number)
    }
    return nil
  }

  /// Whether a text is `a.rb:3:in `.
  static func isOfRuby(_ text: Substring) -> Bool {
    guard let dot = text.firstRange(of: ".rb:"), text.hasSuffix(":in ") else { return false }
    let digits = text[dot.upperBound...].dropLast(4)
    return !digits.isEmpty && digits.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  /// Whether a path has a folder and does not belong to a library.
  static func isOwn(_ path: String) -> Bool {
    guard path.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }),
      path.utf8.contains(UInt8(ascii: ".")), !path.utf8.starts(with: "//".utf8)
    else { return false }
    return !isForeign(path)
  }

  private static func isForeign(_ path: String) -> Bool {
    // Composer and Go have libraries in this folder.
    if path.hasSuffix(".php") || path.hasSuffix(".go"),
      path.hasPrefix("vendor/") || path.contains("/vendor/")
    {
      return true
    }
    return foreign.contains { path.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private static func isPartOfPath(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: ":"), UInt8(ascii: "|"), UInt8(ascii: "="):
      false
    default: true
    }
  }
}
