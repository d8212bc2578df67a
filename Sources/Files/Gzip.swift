internal import CZlib

/// Compresses bytes as gzip does, without time and name in the header, so that equal bytes become
/// equal files.
package enum Gzip {
  /// The version of zlib that is linked in.
  package static var libraryVersion: String { String(cString: zlibVersion()) }

  package static func pack(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard tidemark_deflate_begin(&stream) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    return run(&stream, bytes, limit: .max) { deflate(&$0, Z_FINISH) }
  }

  /// Decompresses; nil if the file is damaged, truncated or larger than the limit. Allocates the
  /// size in the file's last bytes, or nothing if that size exceeds the limit.
  package static func unpack(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    guard let size = unpackedSize(bytes), size <= limit else { return nil }
    var stream = z_stream()
    guard tidemark_inflate_begin(&stream) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    let output = run(&stream, bytes, limit: size) { inflate(&$0, Z_NO_FLUSH) }
    return output?.count == size ? output : nil
  }

  /// The size in the last four bytes, the lowest byte first (RFC 1952).
  private static func unpackedSize(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 18 else { return nil }
    return bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func run(
    _ stream: inout z_stream, _ bytes: [UInt8], limit: Int, _ step: (inout z_stream) -> Int32
  ) -> [UInt8]? {
    guard bytes.count <= Int(UInt32.max) else { return nil }
    var input = bytes
    var output: [UInt8] = []
    if limit < .max { output.reserveCapacity(limit) }
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
        guard made <= limit - output.count else { return nil }
        output += buffer[..<made]
        if status == Z_STREAM_END { return output }
        guard status == Z_OK, made > 0 || stream.avail_in > 0 else { return nil }
      }
    }
  }
}
