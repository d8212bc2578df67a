import Diagnostics
import Testing

@testable import JSON

@Suite struct WindowTests {
  /// Files of some systems have no size, and others grow while they are read.
  @Test(arguments: [0, 1, 5_000])
  func sourceWithMoreThanItSaysIsNotReadInTinyPieces(expected: Int) {
    let numbers = 100_000
    let bytes = Array(("[" + String(repeating: "7, ", count: numbers) + "7]").utf8)
    let whole = ByteSource(bytes: bytes)
    var calls = 0
    let source = ByteSource(expectedCount: expected) { buffer in
      calls += 1
      return whole.fill(buffer)
    }
    var reader = JSONReader(file: "t", source: source)
    #expect(reader.peek() == .array)
    reader.enterArray()
    var count = 0
    while reader.nextElement() {
      reader.skipValue()
      count += 1
    }
    #expect(count == numbers + 1)
    #expect(calls < bytes.count / 2_000)
  }
}
