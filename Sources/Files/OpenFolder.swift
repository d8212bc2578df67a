internal import Platform
internal import Text

/// An open folder. Calls relative to it reach this folder even if its path has changed.
struct OpenFolder: ~Copyable {
  let descriptor: Int32
  /// The path, for messages.
  let path: String
  /// Whether `deinit` closes the descriptor.
  private var isOwned = true

  /// Opens a folder by its path, following links.
  init(_ path: String, for operation: FileError.Operation) throws(FileError) {
    guard isUsablePath(path) else { throw FileError(operation, path, code: ENOENT) }
    let flags = openForPath | O_DIRECTORY | O_CLOEXEC
    let opened = Int32(retrying { Int(open(path, flags)) })
    guard opened >= 0 else { throw FileError(operation, path, code: errno) }
    descriptor = opened
    self.path = path
  }

  private init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Wraps a folder that another value keeps open.
  init(borrowing descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
    isOwned = false
  }

  /// Returns the descriptor, which the caller must close.
  consuming func released() -> Int32 {
    isOwned = false
    return descriptor
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  func path(of name: String) -> String { Folder.joined(path, name) }

  /// Opens a subfolder. Throws `EXDEV` for a link and for `..`.
  func folder(_ name: String, for operation: FileError.Operation) throws(FileError) -> OpenFolder {
    guard name != ".." else { throw FileError(operation, path(of: name), code: EXDEV) }
    let flags = openForPath | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let opened = Int32(retrying { Int(openat(descriptor, name, flags)) })
    if opened >= 0 { return OpenFolder(descriptor: opened, path: path(of: name)) }
    let code = errno
    let isNoFolder = code == ENOTDIR || code == ELOOP
    if isNoFolder, try kind(of: name, for: operation) == S_IFLNK {
      throw FileError(operation, path(of: name), code: EXDEV)
    }
    throw FileError(operation, path(of: name), code: code)
  }

  /// The mode of an item, without following links; nil if it is absent. Throws if that can't be
  /// determined.
  func kind(of name: String, for operation: FileError.Operation) throws(FileError) -> mode_t? {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0 else {
      return status.st_mode & S_IFMT
    }
    guard errno == ENOENT || errno == ENOTDIR else {
      throw FileError(operation, path(of: name), code: errno)
    }
    return nil
  }

  /// Creates a folder unless it exists.
  func create(_ name: String) throws(FileError) {
    if mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST { return }
    throw FileError(.create, path(of: name), code: errno)
  }

  /// Removes a file or a link if it exists.
  func remove(_ name: String) throws(FileError) {
    if unlinkat(descriptor, name, 0) != 0, errno != ENOENT {
      throw FileError(.remove, path(of: name), code: errno)
    }
  }

  /// Removes a folder if it is empty.
  func removeEmpty(_ name: String) throws(FileError) {
    if unlinkat(descriptor, name, AT_REMOVEDIR) == 0 { return }
    let code = errno
    if code == ENOENT || code == ENOTEMPTY || code == EEXIST { return }
    throw FileError(.remove, path(of: name), code: code)
  }

  /// Renames a file or a folder within this folder.
  func rename(_ name: String, to other: String) throws(FileError) {
    guard retrying({ Int(renameat(descriptor, name, descriptor, other)) }) == 0 else {
      throw FileError(.replace, path(of: other), code: errno)
    }
  }

  /// The names in the folder in byte order, independent of the file system.
  func names() throws(FileError) -> [String] {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let opened = Int32(retrying { Int(openat(descriptor, ".", flags)) })
    guard opened >= 0 else { throw FileError(.list, path, code: errno) }
    guard let stream = fdopendir(opened) else {
      let code = errno
      close(opened)
      throw FileError(.list, path, code: code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      // Only errno distinguishes the end from an error.
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw FileError(.list, path, code: errno) }
        return names.sorted(by: ByteSearch.precedes)
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(
          to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)
        ) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
  }

  /// Syncs the entries of the folder to disk, so that a renamed file survives a loss of power.
  func sync() throws(FileError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let opened = Int32(retrying { Int(openat(descriptor, ".", flags)) })
    // A folder that is writable but not readable can't be synced.
    guard opened >= 0 || errno != EACCES else { return }
    guard opened >= 0 else { throw FileError(.write, path, code: errno) }
    defer { close(opened) }
    guard retrying({ Int(fsync(opened)) }) != 0 else { return }
    // Not supported by every file system.
    if errno != EINVAL && errno != ENOTSUP && errno != EROFS {
      throw FileError(.write, path, code: errno)
    }
  }
}
