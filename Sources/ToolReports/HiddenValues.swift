/// Values that no output may show, as a tree of their bytes.
struct HiddenValues: Sendable {
  /// The next node, by node and byte.
  private var edges: [Int: Int] = [:]
  /// The bytes with which values begin.
  private var beginnings = [Bool](repeating: false, count: 256)
  /// Whether a value ends at a node.
  private var isEnd = [false]

  /// The length of the pieces of a long value. It bounds the time of a search.
  private static let piece = 64

  var isEmpty: Bool { isEnd.count == 1 }

  func begins(with byte: UInt8) -> Bool { beginnings[Int(byte)] }

  /// Adds a value of at least `Redactor.shortestValue` bytes.
  mutating func insert(_ value: some Collection<UInt8>) {
    var rest = Array(value)[...]
    while !rest.isEmpty {
      let isLast = rest.count < Self.piece + Redactor.shortestValue
      insertPiece(isLast ? rest : rest.prefix(Self.piece))
      rest = isLast ? [] : rest.dropFirst(Self.piece)
    }
  }

  private mutating func insertPiece(_ bytes: ArraySlice<UInt8>) {
    if let first = bytes.first { beginnings[Int(first)] = true }
    var node = 0
    for byte in bytes {
      let key = node << 8 | Int(byte)
      if let next = edges[key] {
        node = next
      } else {
        edges[key] = isEnd.count
        node = isEnd.count
        isEnd.append(false)
      }
    }
    isEnd[node] = true
  }

  /// The end of the longest value that begins at an index, or of a value that was cut before `…`.
  func end(from start: Int, in bytes: [UInt8]) -> Int? {
    var node = 0
    var end: Int?
    var index = start
    while index < bytes.count, let next = edges[node << 8 | Int(bytes[index])] {
      node = next
      index += 1
      if isEnd[node] { end = index }
    }
    if end == nil, index - start >= Redactor.shortestValue, index + 2 < bytes.count,
      bytes[index] == 0xE2, bytes[index + 1] == 0x80, bytes[index + 2] == 0xA6
    {
      return index
    }
    return end
  }
}
