internal import JSON

/// Reads a text line by line. Of a very long line the beginning is kept.
struct LineReader {
  static let longestLine = 1 << 20

  /// The number of the line that was read last, from 1.
  private(set) var number = 0
  /// The system's number for why the source can't be read on.
  private(set) var failure: Int?
  /// How many bytes of lines were left out.
  private(set) var omitted = 0

  private let source: ByteSource
  private var window = [UInt8](repeating: 0, count: 64 << 10)
  private var start = 0
  private var end = 0
  private var hasEnded = false

  init(_ source: ByteSource) {
    self.source = source
  }

  /// The next line without its end; nil when there is none.
  mutating func next() -> String? {
    var line: [UInt8] = []
    var hasBytes = false
    while true {
      if start == end {
        guard refill() else { break }
      }
      hasBytes = true
      let rest = window[start..<end]
      let stop = rest.firstIndex(of: 0x0A)
      let piece = rest[..<(stop ?? end)]
      let room = Self.longestLine - line.count
      line.append(contentsOf: piece.prefix(room))
      omitted += max(piece.count - room, 0)
      start = stop.map { $0 + 1 } ?? end
      if stop != nil { break }
    }
    guard hasBytes else { return nil }
    number += 1
    if line.last == 0x0D { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  private mutating func refill() -> Bool {
    guard !hasEnded else { return false }
    let source = source
    let count = window.withUnsafeMutableBytes { source.fill($0) }
    if count < 0 { failure = -count }
    if count <= 0 { hasEnded = true }
    (start, end) = (0, max(count, 0))
    return end > 0
  }
}
