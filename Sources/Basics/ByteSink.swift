// Unsafe pointers: bytes are added without a copy of their text.

internal import Diagnostics

/// A growing buffer for rendered bytes, owned by one writer at a time.
package struct ByteSink: Sendable {
  package var bytes: [UInt8] = []

  package init() {}

  package init(reserving capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  package var string: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func write(_ text: String) {
    text.withBytes { bytes.append(contentsOf: $0) }
  }

  package mutating func write(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func write(_ text: Substring) {
    text.withBytes { bytes.append(contentsOf: $0) }
  }

  package mutating func write(_ buffer: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: buffer)
  }

  package mutating func write(_ bytes: [UInt8]) {
    self.bytes.append(contentsOf: bytes)
  }

  package mutating func write(byte: UInt8) {
    bytes.append(byte)
  }
}
