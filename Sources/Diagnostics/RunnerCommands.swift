/// Commands to the runner of a job, which obeys every line of the job's log that holds one:
/// `::name::` at the start of a line (GitHub), `##[name]` and `##name[…]` anywhere in it (GitHub,
/// Azure, TeamCity). A value may be printed to a log and must not become one, so a space parts the
/// two signs that a command begins with.
package enum RunnerCommands {
  package typealias Words = UnsafeBufferPointer<UInt8>

  /// `text` without commands.
  package static func broken(_ text: String) -> String {
    rewritten(text, keepsStarts: false)
  }

  /// `text`, whose lines are commands of the program's own, without any within them.
  package static func brokenInside(_ text: String) -> String {
    rewritten(text, keepsStarts: true)
  }

  private static func rewritten(_ text: String, keepsStarts: Bool) -> String {
    var text = text
    let bytes = text.withUTF8 { broken($0, keepsStarts: keepsStarts) }
    return bytes.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// `words`, which are whole lines, without commands; nil when they hold none.
  package static func broken(_ words: Words, keepsStarts: Bool = false) -> [UInt8]? {
    var result: [UInt8] = []
    var written = 0
    func part(after index: Int) {
      result += words[written...index]
      result.append(0x20)
      written = index + 1
    }
    var isLineStart = true
    var index = 0
    while index < words.count {
      if isLineStart {
        isLineStart = false
        index = afterBlanks(from: index, in: words)
        if !keepsStarts, isPair(of: UInt8(ascii: ":"), at: index, in: words) { part(after: index) }
        continue
      }
      switch words[index] {
      case UInt8(ascii: "#"): if isMark(at: index, in: words) { part(after: index) }
      case 0x0A, 0x0D: isLineStart = true
      default: break
      }
      index &+= 1
    }
    return written == 0 ? nil : result + words[written...]
  }

  /// Whether `##`, a word that may be missing and a bracket stand at `index`.
  package static func isMark(at index: Int, in words: Words) -> Bool {
    guard isPair(of: UInt8(ascii: "#"), at: index, in: words) else { return false }
    var end = index + 2
    while end < words.count, (0x61...0x7A).contains(words[end] | 0x20) { end += 1 }
    return end < words.count && words[end] == UInt8(ascii: "[")
  }

  private static func isPair(of byte: UInt8, at index: Int, in words: Words) -> Bool {
    index + 1 < words.count && words[index] == byte && words[index + 1] == byte
  }

  /// Behind what runners and terminals skip at the start of a line: white space, colours, isolates.
  private static func afterBlanks(from start: Int, in words: Words) -> Int {
    var index = start
    while index < words.count {
      let byte = words[index]
      switch byte {
      case 0x09, 0x0B, 0x0C, 0x20: index += 1
      case 0x1B: index = afterEscape(from: index, in: words)
      case 0xC2 where index + 1 < words.count && [0x85, 0xA0].contains(words[index + 1]):
        index += 2
      // Spaces and what directs: U+2000 to U+206F but for punctuation, the ideographic space, the
      // byte order mark.
      case 0xE2
      where index + 2 < words.count
        && (words[index + 1] == 0x80 && !(0x90...0xA7).contains(words[index + 2])
          && words[index + 2] < 0xB0 || words[index + 1] == 0x81 && words[index + 2] >= 0x9F):
        index += 3
      case 0xE3
      where index + 2 < words.count && words[index + 1] == 0x80 && words[index + 2] == 0x80:
        index += 3
      case 0xEF
      where index + 2 < words.count && words[index + 1] == 0xBB && words[index + 2] == 0xBF:
        index += 3
      default: return index
      }
    }
    return index
  }

  /// Behind `ESC [ … letter`.
  private static func afterEscape(from start: Int, in words: Words) -> Int {
    var index = start + 1
    guard index < words.count, words[index] == UInt8(ascii: "[") else { return index }
    index += 1
    while index < words.count, (0x20..<0x40).contains(words[index]) { index += 1 }
    return min(index + 1, words.count)
  }
}
