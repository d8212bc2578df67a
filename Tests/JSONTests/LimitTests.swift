import Diagnostics
import JSON
import TestSupport
import Testing

struct LimitTests {
  @Test func nestingIsLimitedTo64Levels() {
    let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(Reading(deepest).problems.isEmpty)
    #expect(Reading("[" + deepest + "]").problems == ["1:65 too-deep"])
    #expect(Reading(String(repeating: "{a:", count: 1_000_000)).problems == ["1:193 too-deep"])
  }

  @Test(.enabled(if: FuzzScale.isThorough)) func valuesOver16MiBAreRefused() {
    let long = [UInt8](repeating: 0x61, count: 17 << 20)
    let ones = [UInt8](repeating: 0x31, count: 17 << 20)
    #expect(
      Reading(Array("[1, \"".utf8) + long + Array("\"]".utf8)).problems == ["1:5 value-too-long"])
    #expect(Reading(Array("[1, ".utf8) + long).problems == ["1:5 value-too-long"])
    #expect(
      Reading(Array("[".utf8) + ones + Array("]".utf8)).problems == ["1:2 value-too-long"])
  }

  @Test(.enabled(if: FuzzScale.isThorough)) func aValueOf16MiBIsRead() {
    let long = String(repeating: "a", count: (16 << 20) - 10)
    #expect(Reading("\"\(long)\"", piece: 100_000).value.utf8.count == long.utf8.count + 2)
  }

  @Test func theReaderHoldsOnlyItsWindow() {
    var sent = 0
    var longest = 0
    let element = Array("\"abcdefgh\", ".utf8)
    let source = ByteSource { buffer in
      guard sent < 4_000_000 else { return 0 }
      longest = max(longest, buffer.count)
      var count = 0
      if sent == 0 {
        buffer[0] = 0x5B
        count = 1
      }
      while count + element.count <= buffer.count {
        UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: element)
        count += element.count
      }
      sent += count
      return count
    }
    var reader = JSONReader(file: "f", source: source, windowSize: 4096)
    var elements = 0
    if reader.peek() == .array {
      reader.enterArray()
      while reader.nextElement() {
        reader.skipValue()
        elements += 1
      }
    }
    #expect(elements > 300_000)
    #expect(longest <= 4096)
  }
}
