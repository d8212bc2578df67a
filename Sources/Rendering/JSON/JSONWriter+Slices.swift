import JSON
import Text
import Threads

extension JSONWriter {
  /// The number of elements in a slice.
  private static let sliceLength = 128

  /// Writes elements of the open array in slices, on several threads. Flushes each slice, which
  /// limits the use of memory.
  mutating func elements(
    count: Int, threads: Int, to outlet: Outlet,
    _ write: @escaping @Sendable (Int, inout JSONWriter) -> Void
  ) {
    let start = branch(isFirst: false)
    let slices = (count + Self.sliceLength - 1) / Self.sliceLength
    Workers.inOrder(count: slices, threads: threads) { slice in
      var part = start.branch(isFirst: slice == 0)
      let first = slice * Self.sliceLength
      for position in first..<min(first + Self.sliceLength, count) { write(position, &part) }
      return part
    } receive: { part in
      join(part)
      if slices == 1 { return true }
      return flush(to: outlet)
    }
  }

  /// Passes the written bytes to an outlet. Returns false if the rendering must stop.
  @discardableResult
  mutating func flush(to outlet: Outlet, endingLine: Bool = false) -> Bool {
    var sink = ByteSink()
    exchange(&sink.bytes)
    if endingLine { sink.write(byte: UInt8(ascii: "\n")) }
    return outlet(&sink)
  }
}
