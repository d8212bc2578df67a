internal import Platform

/// Operations on folders and paths.
package enum Folder {
  /// Creates a folder and its parents, unless they exist.
  package static func create(_ path: String) throws(FileError) {
    guard isUsablePath(path) else { throw FileError(.create, path, code: ENOENT) }
    if mkdir(path, 0o777) == 0 { return }
    let code = errno
    switch code {
    case EEXIST where exists(path):
      return
    case EEXIST:
      throw FileError(.create, path, code: ENOTDIR)
    case ENOENT:
      guard let parent = parent(of: path), parent != path else { break }
      try create(parent)
      if mkdir(path, 0o777) == 0 || exists(path) { return }
      throw FileError(.create, path, code: errno)
    default: break
    }
    throw FileError(.create, path, code: code)
  }

  /// Whether there is, or may be, a folder at the path.
  package static func exists(_ path: String) -> Bool {
    mayBe(S_IFDIR, path)
  }

  /// The absolute path without links, `.` and `..`; nil if the item does not exist.
  package static func resolved(_ path: String) -> String? {
    guard isUsablePath(path), let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(validatingCString: real)
  }

  static func joined(_ folder: String, _ name: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }

  /// The names in a folder in byte order, independent of the file system.
  package static func names(in path: String) throws(FileError) -> [String] {
    try OpenFolder(path, for: .list).names()
  }

  /// Whether the path, with links followed, leads to an item of the kind. Returns true if that
  /// can't be determined, so that opening the file reports the reason.
  private static func mayBe(_ kind: mode_t, _ path: String) -> Bool {
    guard isUsablePath(path) else { return false }
    var status = stat()
    if stat(path, &status) == 0 { return status.st_mode & S_IFMT == kind }
    return ![ENOENT, ENOTDIR, EACCES, ELOOP, ENAMETOOLONG].contains(errno)
  }

  /// The parent of a path: "." for a bare name, nil for "/".
  package static func parent(of path: String) -> String? {
    let bytes = Array(path.utf8)
    var end = bytes.count
    while end > 0, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
    if end == 0 { return bytes.isEmpty ? "." : nil }
    while end > 0, bytes[end - 1] != UInt8(ascii: "/") { end -= 1 }
    if end == 0 { return "." }
    while end > 1, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}

extension Folder {
  /// Whether a path, with all links resolved, is inside a folder. A path that does not exist is
  /// judged by its deepest existing ancestor. Dangling links and unreadable folders count as
  /// outside.
  package static func isInside(_ folder: String, _ path: String) -> Bool {
    guard let root = realPath(folder), let target = realPathOfFuture(path) else { return false }
    return target == root || target.hasPrefix(root == "/" ? "/" : root + "/")
  }

  /// The absolute path without links, `.` and `..`; nil if it does not exist or is not accessible.
  package static func realPath(_ path: String) -> String? {
    guard isUsablePath(path), let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// Like `realPath`, but the last components of the path need not exist.
  package static func realPathOfFuture(_ path: String) -> String? {
    var path = path
    var rest: [String] = []
    while true {
      if let found = realPath(path) {
        return ([found == "/" ? "" : found] + rest.reversed()).joined(separator: "/")
      }
      var status = stat()
      guard isUsablePath(path), lstat(path, &status) != 0, errno == ENOENT,
        let parent = parent(of: path), parent != path
      else { return nil }
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      guard name != "..", name != "." else { return nil }
      rest.append(name)
      path = parent
    }
  }

  /// Whether two paths lead to the same file.
  package static func isSameFile(_ path: String, _ other: String) -> Bool {
    var first = stat()
    var second = stat()
    return stat(path, &first) == 0 && stat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Whether there is, or may be, anything at the path, with links followed.
  package static func isThere(_ path: String) -> Bool {
    guard isUsablePath(path) else { return false }
    var status = stat()
    return stat(path, &status) == 0 || ![ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG].contains(errno)
  }

  /// Whether there is, or may be, a regular file at the path.
  package static func isRegularFile(_ path: String) -> Bool {
    mayBe(S_IFREG, path)
  }
}
