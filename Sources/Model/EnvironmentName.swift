internal import Text

/// Recognizes names of test environments: systems, processors, browsers, devices and runtimes.
package enum EnvironmentName {
  private static let words: Set<String> = [
    "linux", "ubuntu", "debian", "fedora", "alpine", "centos", "rhel", "rocky", "windows", "win",
    "macos", "mac", "osx", "darwin", "freebsd", "openbsd", "netbsd", "android", "ios", "ipados",
    "tvos", "watchos", "visionos", "iphone", "ipad", "pixel", "galaxy", "amd", "arm", "armv",
    "aarch", "x86", "x64", "i386", "i686", "riscv", "ppc", "s390x", "chrome", "chromium",
    "firefox", "safari", "webkit", "edge", "msedge", "opera", "nexus", "moto", "py", "python",
    "pypy", "jdk", "java", "node",
    "nodejs", "ruby", "php", "go", "dotnet", "net", "clr", "unix", "gcc", "clang", "msvc",
  ]
  /// Additional words in such names.
  private static let others: Set<String> = [
    "latest", "desktop", "mobile", "headless", "bit", "pro", "max", "mini", "plus", "server", "le",
    "v", "x", "and", "on", "lts", "preview", "beta", "core", "musl", "gnu", "hf", "el", "os", "nt",
    "microsoft", "google", "apple", "samsung", "landscape", "hidpi", "gen", "se", "xr",
  ]
  private static let longestNumber = 4

  /// Whether a name has only such words and short numbers: `linux-arm64`, `Pixel 5`.
  package static func isOne(_ name: some StringProtocol) -> Bool {
    var hasWord = false
    for part in name.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      if words.contains(String(part)) {
        hasWord = true
        continue
      }
      for piece in pieces(part) {
        if piece.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
          if piece.utf8.count > longestNumber { return false }
        } else if words.contains(String(piece)) {
          hasWord = true
        } else if !others.contains(String(piece)) {
          return false
        }
      }
    }
    return hasWord
  }

  /// Splits between letters and digits: `win`, `10`, `x` and `64` of `win10x64`.
  private static func pieces(_ part: Substring) -> [Substring] {
    var pieces: [Substring] = []
    var start = part.startIndex
    for index in part.indices.dropFirst()
    where part[index].isNumber != part[part.index(before: index)].isNumber {
      pieces.append(part[start..<index])
      start = index
    }
    return pieces + [part[start...]]
  }

  /// Whether the name of an environment has all words of a part: `linux python 3.11` has
  /// `python 3.11`.
  package static func has(_ name: String, _ part: some StringProtocol) -> Bool {
    if part.isEmpty { return false }
    if name == part { return true }
    let words = Set(name.lowercased().split(separator: " "))
    let own = part.lowercased().split(separator: " ")
    return !own.isEmpty && own.allSatisfy(words.contains)
  }

  private static let mostParts = 8
  private static let longestPart = 300

  /// Joins the parts of a name. A part that another one has is left out, and so are long and many
  /// parts. Nil for none.
  package static func joined(_ parts: [String]) -> String? {
    var name = ""
    for part in parts.prefix(mostParts)
    where !part.isEmpty && part.utf8.count <= longestPart && !has(name, part) {
      name = name.isEmpty || has(part, name) ? part : name + " " + part
    }
    return name.isEmpty ? nil : name
  }

  /// A version without the numbers that change from night to night: `3.11` of `3.11.4`, `5.15` of
  /// `5.15.0-1042-azure`. Other words stay.
  package static func short(_ version: some StringProtocol) -> String {
    version.split(separator: " ").map { word in
      var (end, numbers) = (word.startIndex, 0)
      while let digit = word[end...].firstIndex(where: \.isNumber) {
        end = word[digit...].firstIndex { !$0.isNumber } ?? word.endIndex
        numbers += 1
        guard end < word.endIndex, word[end] == ".", numbers < 2 else { break }
      }
      return numbers > 1 ? word[..<end] : word
    }.joined(separator: " ")
  }

  /// The name without its numbers: equal for two versions of a system or browser.
  static func withoutNumbers(_ name: String) -> String {
    name.filter { !$0.isNumber && $0 != "." }
  }

  /// Words in the names of reports that do not describe an environment.
  private static let wordsOfReports: Set<String> = [
    "test", "tests", "result", "results", "report", "reports", "junit", "unit", "e2e", "ci", "jest",
    "pytest", "surefire", "ctrf", "playwright", "integration", "artifacts", "logs", "output",
  ]
  private static let mostFolders = 4

  /// Words that name an environment beside other words, too: `windows` in `shop-windows.xml`.
  private static let clearWords: Set<String> = [
    "linux", "ubuntu", "debian", "fedora", "alpine", "centos", "rhel", "windows", "macos", "osx",
    "darwin", "freebsd", "openbsd", "netbsd", "android", "ios", "iphone", "ipad", "chrome",
    "chromium", "firefox", "safari", "webkit", "msedge", "x86", "x64", "amd64", "arm64", "aarch64",
    "i686",
  ]
  /// Names of builds that are no words of environments beside other words.
  private static let builds: Set<String> = ["debug", "release", "relwithdebinfo"]

  /// The environment of a report's tests, by the report's name or that of a folder above it:
  /// `chrome` for `chrome.xml`, `macos-latest` for `results-macos-latest/junit.xml`. Beside other
  /// words, only names of systems, processors and browsers count: `windows` for `shop-windows.xml`.
  package static func ofReport(at path: String) -> String? {
    let parts = path.split(separator: "/").suffix(mostFolders)
    for (index, part) in parts.enumerated().reversed() {
      var name = part
      if index == parts.count - 1 {
        if name.hasSuffix(".gz") { name = name.dropLast(3) }
        if let dot = name.lastIndex(of: "."), dot > name.startIndex { name = name[..<dot] }
      }
      let words = name.lowercased().split { "-_ ".contains($0) }.flatMap(parted)
      let rest = words.filter { !wordsOfReports.contains(String($0)) }.joined(separator: "-")
      if isOne(rest) || builds.contains(rest) { return rest }
      // `pytest-3.11.xml`, but not the shard `pytest-2.xml`.
      if words.contains("pytest"), rest.contains("."), isOne("python-" + rest) {
        return "python-" + rest
      }
      if index >= parts.count - 2, let found = clear(among: words) { return found }
    }
    return nil
  }

  /// Splits before words, but not in versions: `junit.chrome` has two words, `python3.11` has one. More
  /// words are the name of a class.
  private static func parted(_ word: Substring) -> [Substring] {
    var words: [Substring] = []
    for piece in word.split(separator: ".") {
      if let last = words.last, piece.first?.isNumber ?? false {
        words[words.count - 1] = word[last.startIndex..<piece.endIndex]
      } else {
        words.append(piece)
      }
    }
    return words.count > 2 ? [word] : words
  }

  /// The clear words, with the words behind them that describe them.
  private static func clear(among words: [Substring]) -> String? {
    var found: [Substring] = []
    for word in words {
      if clearWords.contains(String(word)) || !found.isEmpty && word == "latest" {
        found.append(word)
      }
    }
    return found.isEmpty ? nil : found.joined(separator: "-")
  }

  /// The name of a machine, if it identifies an environment in several runs. Nil if it seems to be
  /// generated for a single run, as for containers and CI runners.
  package static func machine(_ name: String) -> String? {
    if isOne(name) { return name }
    let parts = name.split { !$0.isLetter && !$0.isNumber }
    guard let first = parts.first,
      !["localhost", "tbd", "unknown", "ip"].contains(first.lowercased())
    else { return nil }
    for part in parts {
      let pieces = pieces(part)
      let hasLongNumber = pieces.contains {
        $0.utf8.count > 2 && $0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      }
      // Letters after digits suggest a hash.
      if hasLongNumber || pieces.count > 2 || part.first?.isNumber == true && pieces.count > 1 {
        return nil
      }
    }
    return name
  }
}
