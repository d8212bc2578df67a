internal import CZlib

/// Bytes packed as gzip packs them, without a time or a name in the header, so that equal bytes
/// become equal files.
package enum Gzip {
  package static func pack(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard tidemark_deflate_begin(&stream) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    return run(&stream, bytes, limit: .max) { deflate(&$0, Z_FINISH) }
  }

  /// The bytes that were packed; nil when the file is damaged, cut off or larger than the limit.
  package static func unpack(_ bytes: [UInt8], limit: Int = 4 << 30) -> [UInt8]? {
    var stream = z_stream()
    guard tidemark_inflate_begin(&stream) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    return run(&stream, bytes, limit: limit) { inflate(&$0, Z_NO_FLUSH) }
  }

  private static func run(
    _ stream: inout z_stream, _ bytes: [UInt8], limit: Int, _ step: (inout z_stream) -> Int32
  ) -> [UInt8]? {
    guard bytes.count <= Int(UInt32.max) else { return nil }
    var input = bytes
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    return input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      while true {
        let (status, made) = buffer.withUnsafeMutableBufferPointer { buffer in
          stream.next_out = buffer.baseAddress
          stream.avail_out = UInt32(buffer.count)
          let status = step(&stream)
          return (status, buffer.count - Int(stream.avail_out))
        }
        output += buffer[..<made]
        if status == Z_STREAM_END { return output }
        guard status == Z_OK, made > 0 || stream.avail_in > 0, output.count <= limit else {
          return nil
        }
      }
    }
  }
}
