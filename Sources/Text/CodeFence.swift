// Unsafe pointers: code is scanned in place, without a copy.

/// The fence around a block of code in Markdown.
package enum CodeFence {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Parsers count at most 255 backticks of a fence; a longer run would close any fence.
  private static let longestRun = 250

  /// Calls `body` with the length of the fence and the code to write. Spaces split runs of
  /// backticks that are too long for any fence.
  package static func enclose(_ code: Bytes, _ body: (_ length: Int, _ code: Bytes) -> Void) {
    var longest = 0
    var run = 0
    for byte in code {
      run = byte == tick ? run &+ 1 : 0
      longest = max(longest, run)
    }
    guard longest > longestRun else { return body(max(3, longest + 1), code) }
    parted(code).withUnsafeBufferPointer { body(longestRun + 1, $0) }
  }

  private static let tick = UInt8(ascii: "`")

  private static func parted(_ code: Bytes) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(code.count + code.count / longestRun)
    var run = 0
    for byte in code {
      run = byte == tick ? run + 1 : 0
      if run > longestRun {
        output.append(0x20)
        run = 1
      }
      output.append(byte)
    }
    return output
  }
}
