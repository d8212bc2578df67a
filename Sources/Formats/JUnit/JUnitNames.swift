// Unsafe pointers: names of tests are compared in place.

internal import Diagnostics
internal import ToolReports

/// The displayed names of suites and tests.
enum JUnitNames {
  /// The names that tools write if they have no name.
  private static let placeholders: Set<String> = [
    "", "undefined", "(empty)", "pytest", "pytest tests", "jest tests", "Mocha Tests", "Root Suite",
    "TestResults", "AllTests", "JUnitXmlReporter", "nextest-run",
  ]

  private static let longestPlaceholder = placeholders.map(\.utf8.count).max() ?? 0

  static func isPlaceholder(_ name: [UInt8]) -> Bool {
    name.count <= longestPlaceholder && placeholders.contains(String(decoding: name, as: UTF8.self))
  }

  /// The name; nil for a placeholder.
  static func filled(_ name: String?) -> String? {
    name.flatMap { placeholders.contains($0) ? nil : $0 }
  }

  /// `Class.name`, with the class without its packages.
  static func title(className: String?, name: String?) -> String? {
    let name = name.map(PlainText.trimmed)
    guard let name, !name.isEmpty else { return className }
    guard let className = className.map(PlainText.trimmed), !className.isEmpty else { return name }
    let (short, separator) = shortened(className)
    let beginning = short + separator
    return name.hasPrefix(beginning) ? name : beginning + name
  }

  /// The form of a name of a type or a module.
  private struct Shape {
    /// Whether the text may be such a name, with or without packages.
    private(set) var isName = true
    /// Whether it has `::`, as in Rust and C++.
    private(set) var hasColons = false
    /// The last separator.
    private(set) var separator: Int?

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      var colon: (first: Int, last: Int)?
      var dot: Int?
      var hasHyphen = false
      for (index, byte) in bytes.enumerated() {
        switch byte {
        case UInt8(ascii: ":"): colon = (colon?.first ?? index, index)
        case UInt8(ascii: "."): dot = index
        case UInt8(ascii: "-"): hasHyphen = true
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"),
          UInt8(ascii: "#"), 0x80...:
          break
        default: isName = false
        }
      }
      if let first = colon?.first, first + 1 < bytes.count {
        hasColons = bytes[first + 1] == UInt8(ascii: ":")
      }
      separator = hasColons ? colon?.last : dot
      // Only crates have hyphens in their names.
      if hasHyphen, !hasColons { isName = false }
    }

    /// The longest name that is examined. A suite's name is examined for each of its tests.
    private static let longest = 4_096

    init(_ text: String) {
      self = text.withBytes { Shape(UnsafeBufferPointer(rebasing: $0.prefix(Self.longest))) }
      if text.utf8.count > Self.longest { isName = false }
    }
  }

  /// The part after the last `.` or `::` if it begins a name, else the whole name; and the
  /// separator of the tool.
  private static func shortened(_ className: String) -> (String, separator: String) {
    let shape = Shape(className)
    // A sentence or a file path is not a qualified name.
    guard shape.isName else { return (className, " \u{203A} ") }
    let separator = shape.hasColons ? "::" : "."
    guard let end = shape.separator else { return (className, separator) }
    let last = Substring(className.utf8.dropFirst(end + 1))
    guard let first = last.first, first.isLetter || first == "_" else {
      return (className, separator)
    }
    return (String(last), separator)
  }

  /// Whether a class is named with its packages, which is more exact than a suite's title.
  static func isQualified(_ className: String) -> Bool {
    let shape = Shape(className)
    return shape.isName && (shape.hasColons || shape.separator != nil) && !isFile(className)
  }

  private static let sourceEndings: Set<Substring> = [
    "js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "py", "rb", "php", "dart", "vue",
    "svelte", "bats", "sh", "feature",
  ]

  /// Whether a name is the name of a source file.
  static func isFile(_ name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return sourceEndings.contains(name[name.utf8.index(after: dot)...])
  }
}
