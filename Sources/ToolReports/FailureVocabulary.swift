/// Words of lines that tell a failure.
struct FailureVocabulary {
  private let words: Set<String>

  static let ofGo = Self(words: [
    "want", "wanted", "got", "expected", "unexpected", "error", "err", "fail", "failed",
    "mismatch", "not", "should", "cannot", "refused", "panic", "timeout",
  ])
  static let ofOutput = Self(words: [
    "fail", "failed", "failure", "error", "fatal", "abort", "aborted", "assert", "assertion",
    "exception", "panic", "segfault", "refused", "timeout", "sigsegv", "sigabrt", "killed",
  ])

  private static let longestWord = 12
  private static let longestLine = 2_000

  /// Whether a line has one of the words, or `!=`. "0 failed" and "no error" do not count.
  func isIn(_ line: Range<Int>, _ lines: FailureLines) -> Bool {
    var word: [UInt8] = []
    var previous = ""
    for index in line.prefix(Self.longestLine) + [line.upperBound] {
      let byte = index < line.upperBound ? lines.bytes[index] : 0x20
      if FailureLines.isPartOfName(byte) {
        if word.count <= Self.longestWord {
          word.append(FailureLines.isLetter(byte) ? byte | 0x20 : byte)
        }
        continue
      }
      if byte == UInt8(ascii: "!"), lines.begins(index..<line.upperBound, with: "!=") {
        return true
      }
      guard !word.isEmpty else { continue }
      let text = String(decoding: word, as: UTF8.self)
      if words.contains(text), previous != "0", previous != "no" { return true }
      previous = text
      word.removeAll(keepingCapacity: true)
    }
    return false
  }
}
