// Unsafe pointers: 'pread' of the C library fills memory.

/// An open regular file with random access.
package final class PositionedFile: Sendable {
  private let file: InputFile
  /// The size when it was opened.
  package let size: Int

  /// Nil unless it is a regular file.
  init?(_ file: consuming InputFile) {
    guard let size = file.size else { return nil }
    self.size = size
    self.file = file
  }

  /// Reads once from an offset. Returns the number of bytes, 0 at the end.
  package func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    try file.read(at: offset, into: buffer)
  }

  /// The bytes in a range; fewer if the file has shrunk.
  package func bytes(in range: Range<Int>) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let outcome: Result<Int, FileError> = bytes.withUnsafeMutableBytes { buffer in
      do throws(FileError) {
        var count = 0
        while count < buffer.count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
          let more = try read(at: range.lowerBound + count, into: rest)
          if more == 0 { break }
          count += more
        }
        return .success(count)
      } catch {
        return .failure(error)
      }
    }
    bytes.removeLast(range.count - (try outcome.get()))
    return bytes
  }
}
