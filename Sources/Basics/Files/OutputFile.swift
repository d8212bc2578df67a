internal import Platform

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
  private var temporary: TemporaryFile?
  /// Holds the file's lock against a sweep until it is in its place; -1 where something else does.
  private var guardian: Int32 = -1

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
      let folder = ConfinedFolder(Folder.parent(of: target) ?? "/")
      TemporaryFile.sweepOutputs(in: folder)
      let made: (file: TemporaryFile, descriptor: Int32)
      do throws(FileError) {
        made = try TemporaryFile.create(
          in: folder, replacing: ConfinedFolder.name(of: target), mode: mode, kind: .output,
          reported: path)
      } catch {
        // Not the folder's path, which was not given.
        throw FileError(.write, path, code: error.code)
      }
      self.init(path: path, descriptor: made.descriptor, isOwned: true, temporary: made.file)
      guardian = fcntl(made.descriptor, F_DUPFD_CLOEXEC, 3)
    }
  }

  /// A file of a site, which takes the place of whatever is there, a link or a pipe too. No link is
  /// followed on the way. The site's lock keeps others from sweeping it.
  package init(in folder: ConfinedFolder, replacing file: String) throws(FileError) {
    let path = folder.place(of: file)
    let mode = try OutputTarget.mode(
      of: ConfinedFolder.name(of: file), in: folder.parent(of: file, for: .write))
    let made = try TemporaryFile.create(
      in: folder, replacing: file, mode: mode, kind: .site, reported: path)
    self.init(path: path, descriptor: made.descriptor, isOwned: true, temporary: made.file)
  }

  /// A stream that is already open, such as standard output (1); it is left open.
  package init(descriptor: Int32, name: String) {
    self.init(path: name, descriptor: descriptor, isOwned: false)
  }

  private init(
    path: String, descriptor: Int32, isOwned: Bool, temporary: TemporaryFile? = nil
  ) {
    self.path = path
    self.descriptor = descriptor
    self.isOwned = isOwned
    self.temporary = temporary
  }

  deinit {
    if isOwned, descriptor >= 0 { _ = close(descriptor) }
    if let temporary { temporary.remove() }
    if guardian >= 0 { _ = close(guardian) }
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

  /// Puts the file in its place. After an error the old file is still there, unless the error is that
  /// the folder could not be written down at once (`fsync`).
  package consuming func commit() throws(FileError) {
    guard let folder = try place() else { return }
    try folder.folder.sync(folder.path)
  }

  /// The same, and leaves it to the caller to have the folder written down, which is given back.
  package consuming func place() throws(FileError) -> (folder: ConfinedFolder, path: String)? {
    try seal()
    guard let made = temporary else { return nil }
    try made.takePlace()
    temporary = nil
    return (made.folder, ConfinedFolder.parent(of: made.target))
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
