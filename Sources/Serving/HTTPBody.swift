package import Files

/// The body of a response: parts in order. Parts of files are read while they are sent.
package struct HTTPBody: Sendable {
  enum Part: Sendable {
    case memory(Memory)
    case file(PositionedFile, Range<Int>)

    var count: Int {
      switch self {
      case .memory(let memory): memory.bytes.count
      case .file(_, let range): range.count
      }
    }
  }

  /// Bytes that several connections may share.
  final class Memory: Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }
  }

  private(set) var parts: [Part] = []

  package init(_ bytes: [UInt8]) {
    append(bytes)
  }

  /// A whole file.
  package init(_ file: PositionedFile) {
    append(file, 0..<file.size)
  }

  package var count: Int { parts.reduce(0) { $0 + $1.count } }

  package mutating func append(_ bytes: [UInt8]) {
    parts.append(.memory(Memory(bytes)))
  }

  package mutating func append(_ file: PositionedFile, _ range: Range<Int>) {
    parts.append(.file(file, range))
  }
}
