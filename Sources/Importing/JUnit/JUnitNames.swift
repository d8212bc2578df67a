/// The names of suites and tests as readers look for them.
enum JUnitNames {
  /// What tools write where they have no name.
  private static let placeholders: Set<String> = [
    "", "undefined", "(empty)", "pytest", "pytest tests", "jest tests", "Mocha Tests", "Root Suite",
    "TestResults", "AllTests", "JUnitXmlReporter", "nextest-run",
  ]

  private static let longestPlaceholder = placeholders.map(\.utf8.count).max() ?? 0

  static func isPlaceholder(_ name: [UInt8]) -> Bool {
    name.count <= longestPlaceholder && placeholders.contains(String(decoding: name, as: UTF8.self))
  }

  /// A name that says something.
  static func filled(_ name: String?) -> String? {
    name.flatMap { placeholders.contains($0) ? nil : $0 }
  }

  /// `Class.name`, the class without its packages.
  static func title(className: String?, name: String?) -> String? {
    let name = name.map(PlainText.trimmed)
    guard let name, !name.isEmpty else { return className }
    guard let className = className.map(PlainText.trimmed), !className.isEmpty else { return name }
    let (short, separator) = shortened(className)
    return name.hasPrefix(short + separator) ? name : short + separator + name
  }

  /// `::` where a name has it, as in Rust and C++.
  private static func separator(in className: String) -> String {
    let colon = className.utf8.firstIndex(of: UInt8(ascii: ":"))
    return colon.map { className.utf8[$0...].starts(with: "::".utf8) } == true ? "::" : "."
  }

  /// Whether it could be the name of a type or a module, with or without its packages. Only crates
  /// have hyphens in their names.
  private static func isName(_ text: String) -> Bool {
    let mayHaveHyphens = separator(in: text) == "::"
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "$"), UInt8(ascii: "#"), 0x80...:
        true
      case UInt8(ascii: "-"): mayHaveHyphens
      default: false
      }
    }
  }

  /// What follows the last `.` or `::`, where that still begins a name, and the separator that the
  /// tool uses.
  private static func shortened(_ className: String) -> (String, separator: String) {
    // A sentence or a path is no path of names.
    guard isName(className) else { return (className, " \u{203A} ") }
    let separator = separator(in: className)
    guard let end = className.utf8.lastIndex(of: separator == "." ? 0x2E : 0x3A) else {
      return (className, separator)
    }
    let last = className[className.utf8.index(after: end)...]
    guard let first = last.first, first.isLetter || first == "_" else {
      return (className, separator)
    }
    return (String(last), separator)
  }

  /// Whether a class is named with its packages, so that it tells more than a suite's title.
  static func isQualified(_ className: String) -> Bool {
    (separator(in: className) == "::" || className.utf8.contains(UInt8(ascii: ".")))
      && isName(className) && !isFile(className)
  }

  private static let sourceEndings: Set<Substring> = [
    "js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "py", "rb", "php", "dart", "vue",
    "svelte", "bats", "sh", "feature",
  ]

  /// Whether a name is that of a source file.
  static func isFile(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return sourceEndings.contains(name[name.index(after: dot)...])
  }

  /// A text without Jenkins' lines `[[ATTACHMENT|path]]`, and their paths.
  static func withoutAttachments(_ text: String) -> (text: String, paths: [String]) {
    guard text.contains("[[ATTACHMENT|") else { return (text, []) }
    var paths: [String] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      let line = line.drop(while: \.isWhitespace)
      guard line.hasPrefix("[[ATTACHMENT|"), let end = line.firstRange(of: "]]") else {
        return true
      }
      paths.append(String(line[..<end.lowerBound].dropFirst(13)))
      return false
    }
    return (lines.joined(separator: "\n"), paths)
  }
}
