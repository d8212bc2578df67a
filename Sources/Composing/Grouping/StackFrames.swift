/// The frames of a stack as runtimes write them: JavaScript, Java, .NET, Python, Ruby, Go, native.
enum StackFrames {
  /// One frame alone is often that of an assertion.
  static let least = 2
  private static let most = 3
  /// Where frames are looked for, in bytes.
  private static let window = 4_096

  /// The innermost frames of one's own code, the innermost first.
  static func innermost(of details: String) -> [String] {
    let start = frames(in: details.utf8.prefix(window))
    guard start.contains(where: \.isLastInnermost) else { return words(start[...]) }
    return words(frames(in: details.utf8.suffix(window)).filter(\.isLastInnermost).reversed()[...])
  }

  private struct Frame {
    var line: Substring.UTF8View
    /// Whether the innermost frame of its stack comes last.
    var isLastInnermost: Bool
  }

  private static func words(_ frames: ArraySlice<Frame>) -> [String] {
    frames.prefix(most).map { String(decoding: $0.line, as: UTF8.self) }
  }

  private static func frames(in bytes: Substring.UTF8View) -> [Frame] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let line = line.drop { $0 <= 0x20 }
      guard let isLastInnermost = order(of: line), !isForeign(line) else { return nil }
      return Frame(line: line, isLastInnermost: isLastInnermost)
    }
  }

  /// Whether the innermost frame comes last in stacks with such a line; nil if it is no frame.
  private static func order(of line: Substring.UTF8View) -> Bool? {
    guard let first = line.first else { return nil }
    switch first {
    case UInt8(ascii: "a"):
      return line.starts(with: "at ".utf8) && line.contains { $0 == 0x28 || $0 == 0x3A }
        ? false : nil
    case UInt8(ascii: "F"):
      return line.starts(with: "File \"".utf8) && contains(line, "\", line ") ? true : nil
    case UInt8(ascii: "#"):
      return line.dropFirst().first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
        ? false : nil
    default:
      return contains(line, ":in `") || contains(line, ":in '") || contains(line, ".go:")
        ? false : nil
    }
  }

  /// Whether a frame is of a library or of the runtime.
  private static func isForeign(_ line: Substring.UTF8View) -> Bool {
    contains(line, "node_modules/") || contains(line, "(node:") || contains(line, "site-packages/")
  }

  private static func contains(_ line: Substring.UTF8View, _ needle: StaticString) -> Bool {
    let count = needle.utf8CodeUnitCount
    var rest = line.prefix(300)
    while let at = rest.firstIndex(of: needle.utf8Start[0]) {
      rest = rest[at...]
      let part = rest.prefix(count)
      if part.count == count, part.enumerated().allSatisfy({ needle.utf8Start[$0] == $1 }) {
        return true
      }
      rest = rest.dropFirst()
    }
    return false
  }
}
