internal import Glibc

/// A file in the making. What was at its path stays there, whole, until `commit` puts the new file
/// in its place; a file that is never committed leaves nothing behind.
///
/// A path that leads to a pipe or a device is written to directly, for there is nothing to replace.
package struct OutputFile: ~Copyable {
  /// The path as it was given.
  package let path: String
  private var descriptor: Int32
  private let isOwned: Bool
  /// Where the bytes are until they are committed; nil when they go straight to a stream.
  private var temporary: String?
  private let target: String

  package init(path: String) throws(FileError) {
    switch try OutputTarget.resolve(path) {
    case .stream(let number):
      let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { throw FileError(.write, path, code: errno) }
      self.init(path: path, descriptor: copy, isOwned: true)
    case .device(let target):
      let opened = Int32(retrying { Int(open(target, O_WRONLY | O_CLOEXEC | O_NOCTTY)) })
      guard opened >= 0 else { throw FileError(.write, path, code: errno) }
      self.init(path: path, descriptor: opened, isOwned: true)
    case .file(let target, let mode):
      let made = try TemporaryFile.create(beside: target, mode: mode, for: path)
      self.init(
        path: path, descriptor: made.descriptor, isOwned: true, temporary: made.path,
        target: target)
    }
  }

  /// A file that takes the place of whatever is there, a link or a pipe too: what a link leads to
  /// stays as it is.
  package init(replacing path: String) throws(FileError) {
    let made = try TemporaryFile.create(
      beside: path, mode: OutputTarget.mode(ofWhatIsAt: path), for: path)
    self.init(
      path: path, descriptor: made.descriptor, isOwned: true, temporary: made.path, target: path)
  }

  /// A stream that is already open, such as standard output (1); it is left open.
  package init(descriptor: Int32, name: String) {
    self.init(path: name, descriptor: descriptor, isOwned: false)
  }

  private init(
    path: String, descriptor: Int32, isOwned: Bool, temporary: String? = nil, target: String = ""
  ) {
    self.path = path
    self.descriptor = descriptor
    self.isOwned = isOwned
    self.temporary = temporary
    self.target = target
  }

  deinit {
    if isOwned, descriptor >= 0 { _ = close(descriptor) }
    if let temporary { _ = unlink(temporary) }
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    if let code = writeAll(bytes, to: descriptor) { throw FileError(.write, path, code: code) }
  }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    let code = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    if let code { throw FileError(.write, path, code: code) }
  }

  /// Says that everything is written: it is on the disk now, beside its place.
  package mutating func seal() throws(FileError) {
    guard descriptor >= 0 else { return }
    if temporary != nil, fsync(descriptor) != 0, errno != EINVAL {
      throw FileError(.write, path, code: errno)
    }
    if isOwned {
      // Only here do some file systems say that a write has failed.
      let result = close(descriptor)
      descriptor = -1
      if result != 0, errno != EINTR { throw FileError(.write, path, code: errno) }
    }
  }

  /// Puts the file in its place. After an error the old file is still there.
  package consuming func commit() throws(FileError) {
    try seal()
    if let made = temporary {
      guard rename(made, target) == 0 else { throw FileError(.replace, path, code: errno) }
      temporary = nil
    }
  }

  /// Makes an empty file where none is.
  package static func touch(_ path: String) throws(FileError) {
    guard isUsablePath(path) else { throw FileError(.write, path, code: ENOENT) }
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = Int32(retrying { Int(open(path, flags, 0o666)) })
    guard descriptor >= 0 else { throw FileError(.write, path, code: errno) }
    _ = close(descriptor)
  }

  /// Writes a whole file in one go.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let file = try OutputFile(path: path)
    try file.write(bytes)
    try file.commit()
  }
}

/// Writes every byte however little the system takes at a time; the reason (`errno`) on failure.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
  var rest = bytes
  while let start = rest.baseAddress, rest.count > 0 {
    let count = Glibc.write(descriptor, start, rest.count)
    if count >= 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    } else if errno == EAGAIN {
      waitUntilReady(descriptor, for: Int16(POLLOUT))
    } else if errno != EINTR {
      return errno
    }
  }
  return nil
}
