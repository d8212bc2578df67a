internal import Text

/// The files that a log names: in findings, and in lines about compiling and checking. Any other
/// file counts as not checked.
struct LogFiles {
  private(set) var names: Set<String> = []

  private static let most = 100_000
  private static let longestName = 1_024
  private static let longestLine = 65_536
  /// Endings of files that a build writes and does not check.
  private static let products: Set<String> = [
    "a", "bin", "class", "d", "dll", "dylib", "exe", "jar", "lib", "log", "pyc", "so", "tmp",
  ]
  /// Endings of objects, which are often appended to the name of the source.
  private static let objects: Set<String> = ["o", "obj", "lo"]

  mutating func insert(_ name: String) {
    if names.count < Self.most, !name.isEmpty, name.utf8.count <= Self.longestName {
      names.insert(name)
    }
  }

  /// Adds the names in a line without a finding.
  mutating func addNames(in line: Substring) {
    let line = line.utf8.prefix(Self.longestLine)
    guard line.contains(UInt8(ascii: ".")), !Substring(line).contains("up to date") else { return }
    for word in line.split(whereSeparator: Self.separates) { addWord(Substring(word)) }
  }

  private static func separates(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x22, 0x27, 0x60: true
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"): true
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ","), UInt8(ascii: ";"): true
    case UInt8(ascii: "="), UInt8(ascii: "|"): true
    default: false
    }
  }

  private mutating func addWord(_ word: Substring) {
    guard word.utf8.first != UInt8(ascii: "-"), word.utf8.count <= Self.longestName else { return }
    // `main.c:12:5`, but not the colon of a drive.
    let colon = word.utf8.dropFirst(2).firstIndex(of: UInt8(ascii: ":")) ?? word.endIndex
    if word[colon...].hasPrefix("://") { return }
    let path = word[..<colon]
    guard let (stem, ending) = Self.split(path) else { return }
    guard Self.objects.contains(ending) else {
      if !Self.products.contains(ending) { insert(String(path)) }
      return
    }
    // `CMakeFiles/app.dir/src/main.c.o`
    guard Self.split(stem) != nil else { return }
    insert(String(stem))
    if let folder = stem.firstRange(of: ".dir/") { insert(String(stem[folder.upperBound...])) }
  }

  /// Splits a path into the stem and the ending: one to eight letters and digits, with a letter.
  private static func split(_ path: Substring) -> (stem: Substring, ending: String)? {
    let bytes = path.utf8
    guard let point = bytes.lastIndex(of: UInt8(ascii: ".")), point > bytes.startIndex,
      bytes[bytes.index(before: point)] != UInt8(ascii: "/")
    else { return nil }
    let ending = path[bytes.index(after: point)...].utf8
    guard 1...8 ~= ending.count, ending.allSatisfy(isLetterOrDigit),
      ending.contains(where: { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) })
    else { return nil }
    return (path[..<point], Substring(ending).lowercased())
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): true
    default: UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
  }

  // MARK: Failures

  /// Whether MSBuild or Maven ends with this line and repeats its findings below it.
  static func endsBuild(_ line: Substring) -> Bool {
    guard line.utf8.first == UInt8(ascii: "B") || line.utf8.first == UInt8(ascii: "[") else {
      return false
    }
    return ["Build FAILED", "Build succeeded", "[INFO] BUILD FAILURE", "[INFO] BUILD SUCCESS"]
      .contains { line.utf8.starts(with: $0.utf8) }
  }

  /// Whether a line reports an aborted build.
  static func isFailure(_ line: Substring) -> Bool {
    if line.hasPrefix("compilation terminated") || line.hasPrefix("ninja: build stopped") {
      return true
    }
    // `make[1]: *** [Makefile:3: main.o] Error 1`
    guard let stars = line.utf8.prefix(256).firstIndex(of: UInt8(ascii: "*")),
      line[stars...].hasPrefix("*** ")
    else { return false }
    let head = line[..<stars]
    return head.hasSuffix(": ") && !head.dropLast(2).contains(" ") && head.contains("make")
  }
}
