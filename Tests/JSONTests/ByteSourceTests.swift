import Testing

@testable import JSON

/// Looking at the beginning of a source takes nothing from it.
@Suite struct ByteSourceTests {
  private func all(of source: ByteSource) -> (bytes: [UInt8], end: Int) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 3)
    while true {
      let count = buffer.withUnsafeMutableBytes { source.fill($0) }
      guard count > 0 else { return (bytes, count) }
      bytes += buffer.prefix(count)
    }
  }

  @Test(arguments: [0, 1, 7, 8, 9, 30], [1, 4, 100])
  func aPeekedSourceStillGivesEveryByte(count: Int, piece: Int) {
    let bytes = Array("12345678".utf8)
    let (head, source) = ByteSource(bytes: bytes, piece: piece).peeking(count)
    #expect(head == Array(bytes.prefix(count)))
    let read = all(of: source)
    #expect(read.bytes == bytes && read.end == 0)
  }

  @Test func anErrorWhilePeekingComesAfterTheBytesBeforeIt() {
    var calls = 0
    let failing = ByteSource { buffer in
      calls += 1
      guard calls == 1 else { return -5 }
      buffer[0] = 65
      return 1
    }
    let (head, source) = failing.peeking(10)
    #expect(head == [65])
    let read = all(of: source)
    #expect(read.bytes == [65] && read.end == -5)
  }
}
