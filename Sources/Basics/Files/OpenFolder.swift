internal import Platform

/// A folder that is open: calls relative to it reach this folder, whatever its path leads to by then.
struct OpenFolder: ~Copyable {
  let descriptor: Int32
  /// For messages.
  let path: String

  /// Opens a folder by its path; links in the path are followed.
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

  deinit {
    close(descriptor)
  }

  func path(of name: String) -> String { Folder.joined(path, name) }

  /// Opens a folder in this one. A link in its place is refused (`EXDEV`).
  func folder(_ name: String, for operation: FileError.Operation) throws(FileError) -> OpenFolder {
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

  /// What stands under a name, links not followed; nil when nothing does. Only the system's word that
  /// nothing is there counts: what can't be looked at is an error.
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

  /// Makes a folder unless one is there.
  func create(_ name: String) throws(FileError) {
    if mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST { return }
    throw FileError(.create, path(of: name), code: errno)
  }

  /// Takes a file or a link away; one that is not there is fine.
  func remove(_ name: String) throws(FileError) {
    if unlinkat(descriptor, name, 0) != 0, errno != ENOENT {
      throw FileError(.remove, path(of: name), code: errno)
    }
  }

  /// Takes a folder away unless something is in it.
  func removeEmpty(_ name: String) throws(FileError) {
    if unlinkat(descriptor, name, AT_REMOVEDIR) == 0 { return }
    let code = errno
    if code == ENOENT || code == ENOTEMPTY || code == EEXIST { return }
    throw FileError(.remove, path(of: name), code: code)
  }

  /// Gives a file or a folder another name in this folder.
  func rename(_ name: String, to other: String) throws(FileError) {
    guard retrying({ Int(renameat(descriptor, name, descriptor, other)) }) == 0 else {
      throw FileError(.replace, path(of: other), code: errno)
    }
  }

  /// The names in the folder in the order of their bytes, so that no file system's order shows.
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
      // The end and an error are told apart by the reason alone.
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw FileError(.list, path, code: errno) }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(
          to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)
        ) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
  }

  /// Has the system write down which names the folder holds, so that a file that has taken its place
  /// is there after a loss of power.
  func sync() throws(FileError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let opened = Int32(retrying { Int(openat(descriptor, ".", flags)) })
    // A folder that may be written to and not be listed can't be asked.
    guard opened >= 0 || errno != EACCES else { return }
    guard opened >= 0 else { throw FileError(.write, path, code: errno) }
    defer { close(opened) }
    guard retrying({ Int(fsync(opened)) }) != 0 else { return }
    // Not every file system knows how.
    if errno != EINVAL && errno != ENOTSUP && errno != EROFS {
      throw FileError(.write, path, code: errno)
    }
  }
}
