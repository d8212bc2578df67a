internal import Glibc

/// Bytes in pieces, from wherever: fills a buffer and says how many bytes it put there; 0 is the
/// end, a negative number an error (`-errno`).
package struct ByteSource {
  package let fill: (UnsafeMutableRawBufferPointer) -> Int

  package init(fill: @escaping (UnsafeMutableRawBufferPointer) -> Int) {
    self.fill = fill
  }

  /// Bytes in memory, handed out `piece` at a time.
  package init(bytes: [UInt8], piece: Int = .max) {
    var offset = 0
    self.init { buffer in
      let count = min(buffer.count, bytes.count - offset, piece)
      guard count > 0 else { return 0 }
      buffer.copyBytes(from: bytes[offset..<offset + count])
      offset += count
      return count
    }
  }

  /// What can be read from an open file; the caller closes it.
  package init(descriptor: Int32) {
    self.init { buffer in
      guard let start = buffer.baseAddress, buffer.count > 0 else { return 0 }
      while true {
        let count = read(descriptor, start, buffer.count)
        if count >= 0 { return count }
        if errno != EINTR { return -Int(errno) }
      }
    }
  }
}
