// Unsafe pointers: zeros are written into the buffer of the reader.

package import JSON

/// Leaves out the zeros at the end of a file, which a loss of power leaves behind. A report that is
/// cut before them then counts as cut, and not as damaged.
package final class FinalZeros {
  private let source: ByteSource
  /// The number of zeros that were read and may be at the end.
  private var zeros = 0
  /// The bytes after these zeros, and the number of zeros after these bytes.
  private var rest: ArraySlice<UInt8> = []
  private var zerosAfterRest = 0

  package init(of source: ByteSource) {
    self.source = source
  }

  /// The source without the zeros.
  package var others: ByteSource {
    ByteSource(expectedCount: source.expectedCount) { [self] in fill($0) }
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    if buffer.isEmpty { return 0 }
    while rest.isEmpty {
      let count = source.fill(buffer)
      guard count > 0 else { return count }
      let kept = buffer.prefix(count).lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
      if kept > 0, zeros == 0 {
        zeros = count - kept
        return kept
      }
      if kept == 0 {
        zeros += count
      } else {
        (rest, zerosAfterRest) = (Array(buffer.prefix(kept))[...], count - kept)
      }
    }
    if zeros > 0 {
      let count = min(zeros, buffer.count)
      for index in 0..<count { buffer[index] = 0 }
      zeros -= count
      return count
    }
    let count = min(rest.count, buffer.count)
    buffer.copyBytes(from: rest.prefix(count))
    rest = rest.dropFirst(count)
    if rest.isEmpty { zeros = zerosAfterRest }
    return count
  }
}
