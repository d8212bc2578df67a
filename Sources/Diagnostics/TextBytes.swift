extension StringProtocol {
  /// The bytes of a text where they are. `withUTF8` needs a variable, whose references are counted once
  /// more; where texts are many, that took a tenth of the time.
  @inlinable @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = String(self)
    return copy.withUTF8(body)
  }
}
