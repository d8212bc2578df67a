internal import Platform

/// What kind of thing a path to write to leads to.
enum OutputTarget {
  /// One of the process's own open streams.
  case stream(Int32)
  /// A pipe, terminal or other device: opened and written to in place.
  case device(String)
  /// A regular file, there already (then with its mode) or not, with links followed.
  case file(String, mode: mode_t?)

  static func resolve(_ path: String) throws(FileError) -> OutputTarget {
    guard isUsablePath(path) else { throw FileError(.write, path, code: ENOENT) }
    var target = path
    for _ in 0..<40 {
      if let number = streamNumber(target) { return .stream(number) }
      var status = stat()
      guard lstat(target, &status) == 0 else {
        guard errno == ENOENT else { throw FileError(.write, path, code: errno) }
        if target.hasSuffix("/") { throw FileError(.write, path, code: EISDIR) }
        return .file(target, mode: nil)
      }
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        target = try destination(ofLink: target, for: path)
      case S_IFDIR:
        throw FileError(.write, path, code: EISDIR)
      case S_IFREG:
        // A file that its owner has locked against writing is not to be replaced either.
        guard access(target, W_OK) == 0 else { throw FileError(.write, path, code: errno) }
        return .file(target, mode: status.st_mode & 0o777)
      default:
        return .device(target)
      }
    }
    throw FileError(.write, path, code: ELOOP)
  }

  /// The mode of a regular file that is to be replaced; nil where there is none. Links are not
  /// followed.
  static func mode(
    of name: String, in folder: borrowing OpenFolder
  ) throws(FileError) -> mode_t? {
    var status = stat()
    guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      guard errno == ENOENT else { throw FileError(.write, folder.path(of: name), code: errno) }
      return nil
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw FileError(.write, folder.path(of: name), code: EISDIR)
    case S_IFREG:
      guard faccessat(folder.descriptor, name, W_OK, 0) == 0 else {
        throw FileError(.write, folder.path(of: name), code: errno)
      }
      return status.st_mode & 0o777
    default: return nil
    }
  }

  /// `/dev/stdout` and its like name a stream, whatever file the stream may lead to: replacing
  /// that file would pull it from under whoever holds the stream.
  private static func streamNumber(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default: break
    }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count)).flatMap { $0 >= 0 ? $0 : nil }
    }
    return nil
  }

  private static func destination(ofLink link: String, for path: String) throws(FileError)
    -> String
  {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = readlink(link, &buffer, buffer.count)
    guard count > 0, count < buffer.count else {
      throw FileError(.write, path, code: count < 0 ? errno : ENAMETOOLONG)
    }
    let destination = String(
      decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if destination.hasPrefix("/") { return destination }
    let folder = Folder.parent(of: link) ?? "/"
    return folder == "/" ? "/\(destination)" : "\(folder)/\(destination)"
  }
}
