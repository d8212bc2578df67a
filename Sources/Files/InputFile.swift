// Unsafe pointers: 'read' of the C library fills memory.

internal import Platform

/// A file or stream, read from start to end.
package struct InputFile: ~Copyable {
  /// The path as given, or the name of the stream in diagnostics.
  package let path: String
  private let descriptor: Int32
  private let isOwned: Bool
  /// The size in bytes of a regular file when it was opened; nil for pipes and devices.
  package let size: Int?
  /// Whether it is a device that may never end. Terminals and `/dev/null` have an end.
  package let isEndless: Bool

  package init(path: String) throws(FileError) {
    guard isUsablePath(path) else { throw FileError(.read, path, code: ENOENT) }
    let descriptor = Int32(retrying { Int(open(path, O_RDONLY | O_CLOEXEC)) })
    guard descriptor >= 0 else { throw FileError(.read, path, code: errno) }
    try self.init(opened: descriptor, path: path, isOwned: true)
  }

  /// Wraps an open stream such as standard input (0); `deinit` does not close it.
  package init(descriptor: Int32, name: String) throws(FileError) {
    try self.init(opened: descriptor, path: name, isOwned: false)
  }

  /// Wraps an open file; `deinit` closes it.
  init(opened descriptor: Int32, path: String) throws(FileError) {
    try self.init(opened: descriptor, path: path, isOwned: true)
  }

  private init(opened descriptor: Int32, path: String, isOwned: Bool) throws(FileError) {
    var status = stat()
    let code = fstat(descriptor, &status) == 0 ? 0 : errno
    let isFolder = code == 0 && status.st_mode & S_IFMT == S_IFDIR
    self.path = path
    self.descriptor = descriptor
    self.isOwned = isOwned
    size = code == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    var null = stat()
    isEndless =
      code == 0 && [S_IFCHR, S_IFBLK].contains(status.st_mode & S_IFMT) && isatty(descriptor) == 0
      && !(stat("/dev/null", &null) == 0 && status.st_rdev == null.st_rdev)
    if code != 0 || isFolder {
      throw FileError(.read, path, code: isFolder ? EISDIR : code)
    }
  }

  deinit {
    if isOwned { _ = close(descriptor) }
  }

  /// Reads once into `buffer`. Returns the number of bytes, 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno == EAGAIN {
        waitUntilReady(descriptor, for: Int16(POLLIN))
      } else if errno != EINTR {
        throw FileError(.read, path, code: errno)
      }
    }
  }

  /// Reads once from an offset. Returns the number of bytes, 0 at the end.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    let count = retrying { pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
    guard count >= 0 else { throw FileError(.read, path, code: errno) }
    return count
  }

  /// The largest file, in bytes, that is read into an array of its exact size.
  private static let small = 1 << 18

  /// Reads the rest. Throws `EFBIG` if it exceeds `limit` bytes.
  package func readAll(limit: Int = 1 << 40) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    if let size, size > 0, size <= min(limit, Self.small) {
      bytes = try beginning(size)
      if bytes.count <= size { return bytes }
      // The file has grown since it was opened.
      if bytes.count > limit { throw FileError(.read, path, code: EFBIG) }
    }
    bytes.reserveCapacity(min((size ?? 0) + 1, limit, 1 << 28))
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { chunk.deallocate() }
    while true {
      let count = try read(into: chunk)
      if count == 0 { return bytes }
      if count > limit - bytes.count { throw FileError(.read, path, code: EFBIG) }
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    }
  }

  /// Reads `size` bytes, and one more if the file has grown. Returns fewer if it has shrunk.
  private func beginning(_ size: Int) throws(FileError) -> [UInt8] {
    let room = size + 1
    var bytes = [UInt8](repeating: 0, count: room)
    let outcome: Result<Int, FileError> = bytes.withUnsafeMutableBytes { buffer in
      do throws(FileError) {
        var count = 0
        while count < room {
          let more = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
          count += more
          // The read asked for one byte more and did not get it, so the file ends here.
          if more == 0 || count == size { break }
        }
        return .success(count)
      } catch {
        return .failure(error)
      }
    }
    bytes.removeLast(room - (try outcome.get()))
    return bytes
  }

  /// Reads a whole small file: a template, a theme, a strings file.
  package static func contents(of path: String, limit: Int = 1 << 26) throws(FileError) -> [UInt8] {
    try InputFile(path: path).readAll(limit: limit)
  }
}

/// Waits for a stream that another process has set to non-blocking.
func waitUntilReady(_ descriptor: Int32, for events: Int16) {
  var request = pollfd(fd: descriptor, events: events, revents: 0)
  _ = poll(&request, 1, -1)
}
