internal import Glibc

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
  static func mode(ofWhatIsAt path: String) throws(FileError) -> mode_t? {
    guard isUsablePath(path) else { throw FileError(.write, path, code: ENOENT) }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw FileError(.write, path, code: errno) }
      return nil
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw FileError(.write, path, code: EISDIR)
    case S_IFREG:
      guard access(path, W_OK) == 0 else { throw FileError(.write, path, code: errno) }
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

/// A new file under a name that nobody has, in the folder where it is going to be renamed.
enum TemporaryFile {
  static func create(beside target: String, mode: mode_t?, for path: String) throws(FileError) -> (
    path: String, descriptor: Int32
  ) {
    let folder = Folder.parent(of: target) ?? "/"
    let prefix = folder == "/" ? "/" : "\(folder)/"
    var code = EEXIST
    for attempt in 0..<100 where code == EEXIST {
      // The name is gone before anyone sees the output, so chance may have a part in it.
      let unique = String(UInt64.random(in: 0...UInt64.max), radix: 36)
      let name = "\(prefix).tidemark-\(unique)\(attempt).tmp"
      // A new file gets what the umask leaves; one that takes another's place gets its mode.
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
      let descriptor = Int32(retrying { Int(open(name, flags, mode == nil ? 0o666 : 0o600)) })
      guard descriptor >= 0 else {
        code = errno
        continue
      }
      if let mode, fchmod(descriptor, mode) != 0 {
        code = errno
        _ = close(descriptor)
        _ = unlink(name)
        continue
      }
      return (name, descriptor)
    }
    throw FileError(.write, path, code: code)
  }
}
