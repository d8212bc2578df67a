internal import Platform

/// The kind of item that an output path leads to.
enum OutputTarget {
  /// An open stream of the process.
  case stream(Int32)
  /// A pipe, terminal or other device, which is opened and written to directly.
  case device(String)
  /// A regular file, with links resolved; `mode` is that of the existing file, if any.
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
        // A write-protected file must not be replaced either.
        guard access(target, W_OK) == 0 else { throw FileError(.write, path, code: errno) }
        return .file(target, mode: status.st_mode & 0o777)
      default:
        return .device(target)
      }
    }
    throw FileError(.write, path, code: ELOOP)
  }

  /// The mode of the regular file to be replaced; nil if there is none. Links are not followed.
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

  /// The number of the stream that a path such as `/dev/stdout` names. If the stream is a file,
  /// replacing it would detach it from its other users.
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
