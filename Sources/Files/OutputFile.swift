// Unsafe pointers: 'write' of the C library takes memory.

internal import Platform

/// A file that is written under a temporary name. `commit` replaces the file at its path; without a
/// commit, the old file is kept and nothing else is left.
///
/// A path that leads to a pipe or a device is written to directly.
package struct OutputFile: ~Copyable {
  /// The path as given.
  package let path: String
  private var descriptor: Int32
  private let isOwned: Bool
  /// The temporary file; nil for a stream.
  private var temporary: TemporaryFile?
  /// A descriptor that holds the file's lock against a sweep; -1 if another lock protects it.
  private var lockDescriptor: Int32 = -1

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
        // Reports the given path instead of the folder's.
        throw FileError(.write, path, code: error.code)
      }
      self.init(path: path, descriptor: made.descriptor, isOwned: true, temporary: made.file)
      lockDescriptor = fcntl(made.descriptor, F_DUPFD_CLOEXEC, 3)
    }
  }

  /// Creates a file of a site, replacing a file, link or pipe at its path. Links on the way are not
  /// followed. The site's lock protects it from a sweep.
  package init(in folder: ConfinedFolder, replacing file: String) throws(FileError) {
    let path = folder.fullPath(of: file)
    let mode = try OutputTarget.mode(
      of: ConfinedFolder.name(of: file), in: folder.parent(of: file, for: .write))
    let made = try TemporaryFile.create(
      in: folder, replacing: file, mode: mode, kind: .site, reported: path)
    self.init(path: path, descriptor: made.descriptor, isOwned: true, temporary: made.file)
  }

  /// Wraps an open stream such as standard output (1); `deinit` does not close it.
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
    if lockDescriptor >= 0 { _ = close(lockDescriptor) }
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    if let code = writeAll(bytes, to: descriptor) { throw FileError(.write, path, code: code) }
  }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    let code = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    if let code { throw FileError(.write, path, code: code) }
  }

  /// Flushes and closes the temporary file.
  package mutating func seal() throws(FileError) {
    guard descriptor >= 0 else { return }
    if temporary != nil, fsync(descriptor) != 0, errno != EINVAL {
      throw FileError(.write, path, code: errno)
    }
    if isOwned {
      // Some file systems report a failed write only on close.
      let result = close(descriptor)
      descriptor = -1
      if result != 0, errno != EINTR { throw FileError(.write, path, code: errno) }
    }
  }

  /// Moves the file to its path. After an error the old file is still there, unless syncing the
  /// folder (`fsync`) failed.
  package consuming func commit() throws(FileError) {
    guard let folder = try commitUnsynced() else { return }
    try folder.folder.sync(folder.path)
  }

  /// Moves the file to its path. Returns the folder, which the caller must sync.
  package consuming func commitUnsynced() throws(FileError) -> (
    folder: ConfinedFolder, path: String
  )? {
    try seal()
    guard let made = temporary else { return nil }
    try made.moveToTarget()
    temporary = nil
    return (made.folder, ConfinedFolder.parent(of: made.target))
  }

  /// Writes a whole file.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let file = try OutputFile(path: path)
    try file.write(bytes)
    try file.commit()
  }
}

/// Writes all bytes, in several calls if necessary. Returns the `errno` of a failure.
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
