// Unsafe pointers: it lends the bytes of a text without a copy.

extension StringProtocol {
  /// The bytes of a text, without a copy. `withUTF8` needs a variable, which costs a reference
  /// count; with many texts this took a tenth of the time.
  @inlinable @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = String(self)
    return copy.withUTF8(body)
  }
}
