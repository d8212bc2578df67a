internal import Text

/// Finds the frames of stack traces from JavaScript, Java, .NET, Python, Ruby, Go and native
/// programs.
enum StackFrames {
  /// A single frame often belongs to an assertion.
  static let least = 2
  private static let most = 3
  /// The length of the searched text in bytes.
  private static let window = 4_096

  /// The innermost frames of the project's own code, the innermost first.
  static func innermost(of details: String) -> [String] {
    let start = frames(in: Array(details.utf8.prefix(window)))
    guard start.contains(where: \.isLastInnermost) else { return words(start[...]) }
    let end = frames(in: Array(details.utf8.suffix(window)))
    return words(end.filter(\.isLastInnermost).reversed()[...])
  }

  private typealias Bytes = ArraySlice<UInt8>

  private struct Frame {
    var line: Bytes
    /// Whether the innermost frame of its stack comes last.
    var isLastInnermost: Bool
  }

  private static func words(_ frames: ArraySlice<Frame>) -> [String] {
    frames.prefix(most).map { String(decoding: $0.line, as: UTF8.self) }
  }

  private static func frames(in bytes: [UInt8]) -> [Frame] {
    var frames: [Frame] = []
    var position = 0
    while position < bytes.count {
      var start = position
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      position = end + 1
      while start < end, bytes[start] <= 0x20 { start += 1 }
      let line = bytes[start..<end]
      guard let isLastInnermost = order(of: line), !isForeign(line) else { continue }
      frames.append(Frame(line: line, isLastInnermost: isLastInnermost))
    }
    return frames
  }

  /// Whether the innermost frame comes last in a stack with such a line; nil if the line is not a
  /// frame.
  private static func order(of line: Bytes) -> Bool? {
    guard let first = line.first else { return nil }
    switch first {
    case UInt8(ascii: "a"):
      return line.starts(with: "at ".utf8) && line.contains { $0 == 0x28 || $0 == 0x3A }
        ? false : nil
    case UInt8(ascii: "F"):
      return line.starts(with: "File \"".utf8) && contains(line, "\", line ") ? true : nil
    case UInt8(ascii: "#"):
      return line.dropFirst().first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } == true
        ? false : nil
    default:
      return contains(line, ":in `") || contains(line, ":in '") || contains(line, ".go:")
        ? false : nil
    }
  }

  /// Whether a frame belongs to a library or the runtime.
  private static func isForeign(_ line: Bytes) -> Bool {
    contains(line, "node_modules/") || contains(line, "(node:") || contains(line, "site-packages/")
  }

  /// Whether the beginning of a line contains a word.
  private static func contains(_ line: Bytes, _ word: StaticString) -> Bool {
    ByteSearch.first(word, in: line.prefix(300)) != nil
  }
}
