internal import Glibc

/// What the program asks of folders.
package enum Folder {
  /// Makes a folder and those above it; one that is there already is fine.
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

  /// Whether there is a folder at the path.
  package static func exists(_ path: String) -> Bool {
    kind(of: path) == S_IFDIR
  }

  /// The names in a folder in the order of their bytes, so that no file system's order shows.
  package static func names(in path: String) throws(FileError) -> [String] {
    guard isUsablePath(path) else { throw FileError(.list, path, code: ENOENT) }
    guard let stream = opendir(path) else { throw FileError(.list, path, code: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(
          to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)
        ) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// What a path leads to, links followed; nil when nothing is there.
  static func kind(of path: String) -> mode_t? {
    guard isUsablePath(path) else { return nil }
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// The folder that a path's last name is in: "." for a bare name, nil for "/".
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
  /// Takes a file away; one that is not there is fine.
  package static func removeFile(_ path: String) throws(FileError) {
    guard isUsablePath(path) else { return }
    if unlink(path) != 0, errno != ENOENT { throw FileError(.remove, path, code: errno) }
  }

  /// Takes a folder away with the files in it. Folders in it are not gone into: what nobody has put
  /// there by this program stays, and the folder with it.
  package static func removeFlat(_ path: String) throws(FileError) {
    guard exists(path) else { return }
    for name in try names(in: path) where kind(of: path + "/" + name) != S_IFDIR {
      try removeFile(path + "/" + name)
    }
    if rmdir(path) != 0, errno != ENOENT, errno != ENOTEMPTY, errno != EEXIST {
      throw FileError(.remove, path, code: errno)
    }
  }

  /// The same, so that all of it is gone at one moment: whoever is interrupted leaves a folder under a
  /// name that `isTemporary` knows.
  package static func removeAtOnce(_ path: String) throws(FileError) {
    guard exists(path), let parent = parent(of: path) else { return }
    let holdsFolder = try names(in: path).contains { kind(of: path + "/" + $0) == S_IFDIR }
    let gone = parent + "/" + temporaryName(for: String(path.dropFirst(parent.utf8.count + 1)))
    guard !holdsFolder else { return try removeFlat(path) }
    try removeFlat(gone)
    guard rename(path, gone) == 0 else { throw FileError(.remove, path, code: errno) }
    try removeFlat(gone)
  }

  private static func temporaryName(for name: String) -> String { ".tidemark-\(name).tmp" }

  /// Whether a name is that of a file in the making, which a process that was killed leaves behind.
  package static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(".tidemark-") && name.hasSuffix(".tmp")
  }

  /// Whether the path itself is a link, wherever it may lead.
  package static func isLink(_ path: String) -> Bool {
    guard isUsablePath(path) else { return false }
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether a path, with every link followed, stays inside a folder. What does not exist yet is
  /// judged by the deepest folder that does; a link that leads nowhere, or a folder that may not be
  /// looked into, is never inside.
  package static func isInside(_ folder: String, _ path: String) -> Bool {
    guard let root = realPath(folder), let place = realPathOfFuture(path) else { return false }
    return place == root || place.hasPrefix(root == "/" ? "/" : root + "/")
  }

  /// The absolute path without links, `.` and `..`; nil when it does not exist or can't be reached.
  private static func realPath(_ path: String) -> String? {
    guard isUsablePath(path), let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// The same for a file that may be made later.
  private static func realPathOfFuture(_ path: String) -> String? {
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

  /// Whether two paths lead to one file.
  package static func isSameFile(_ path: String, _ other: String) -> Bool {
    var first = stat()
    var second = stat()
    return stat(path, &first) == 0 && stat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Whether there is a regular file at the path.
  package static func isRegularFile(_ path: String) -> Bool {
    kind(of: path) == S_IFREG
  }
}
