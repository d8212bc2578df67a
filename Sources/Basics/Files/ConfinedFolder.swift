internal import Platform

/// A folder whose contents are reached by relative paths, without following any link below it: nothing
/// outside is read, written or removed, whatever is changed inside meanwhile. The folder's own path may
/// lead through links.
package struct ConfinedFolder: Sendable, Hashable {
  package let root: String

  package enum Kind: Sendable, Hashable {
    case file, folder, link, other
  }

  package init(_ root: String) {
    self.root = root
  }

  /// The path of something in the folder, for messages.
  package func place(of path: String) -> String {
    path.isEmpty ? root : Folder.joined(root, path)
  }

  /// What stands at a path; nil when nothing does. What can't be looked at is an error.
  package func kind(of path: String) throws(FileError) -> Kind? {
    try unlessAbsent { () throws(FileError) in
      let mode =
        path.isEmpty
        ? try OpenFolder(root, for: .read).kind(of: ".", for: .read)
        : try parent(of: path, for: .read).kind(of: Self.name(of: path), for: .read)
      switch mode {
      case nil: return nil
      case S_IFREG: return .file
      case S_IFDIR: return .folder
      case S_IFLNK: return .link
      default: return .other
      }
    }
  }

  /// What a file holds; nil when there is none, when something else stands in its place, and when it
  /// is larger than the limit. A file that can't be read is an error.
  package func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]? {
    try unlessAbsent { () throws(FileError) in
      let folder = try parent(of: path, for: .read)
      let name = Self.name(of: path)
      // A pipe in a file's place would keep its reader waiting.
      let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
      let opened = Int32(retrying { Int(openat(folder.descriptor, name, flags)) })
      if opened < 0, errno == ELOOP || errno == ENXIO { return nil }
      guard opened >= 0 else { throw FileError(.read, folder.path(of: name), code: errno) }
      do throws(FileError) {
        let file = try InputFile(opened: opened, path: folder.path(of: name))
        return file.size == nil ? nil : try file.readAll(limit: limit)
      } catch {
        if error.isFolder || error.isTooLarge { return nil }
        throw error
      }
    }
  }

  /// The names in a folder in the order of their bytes; none when there is no such folder.
  package func names(in path: String = "") throws(FileError) -> [String] {
    try unlessAbsent { () throws(FileError) in try open(path, for: .list).names() } ?? []
  }

  /// Makes a folder, and those above it.
  package func create(_ path: String = "") throws(FileError) {
    try Folder.create(root)
    var folder = try OpenFolder(root, for: .create)
    for name in path.split(separator: "/") {
      try folder.create(String(name))
      folder = try folder.folder(String(name), for: .create)
    }
  }

  /// Makes an empty file where none is.
  package func touch(_ path: String) throws(FileError) {
    let folder = try parent(of: path, for: .write)
    let name = Self.name(of: path)
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let opened = Int32(retrying { Int(openat(folder.descriptor, name, flags, 0o666)) })
    guard opened >= 0 else { throw FileError(.write, folder.path(of: name), code: errno) }
    close(opened)
  }

  /// Takes a file or a link away; one that is not there is fine.
  package func removeFile(_ path: String) throws(FileError) {
    _ = try unlessAbsent { () throws(FileError) in
      try parent(of: path, for: .remove).remove(Self.name(of: path))
    }
  }

  /// Takes a folder away with the files in it. Folders in it are not entered: what this program has
  /// not put there stays, and the folder with it. A link in its place stays, too.
  package func removeFlat(_ path: String) throws(FileError) {
    guard try kind(of: path) == .folder else { return }
    let parent = try parent(of: path, for: .remove)
    let folder = try parent.folder(Self.name(of: path), for: .remove)
    for name in try folder.names() where try folder.kind(of: name, for: .remove) != S_IFDIR {
      try folder.remove(name)
    }
    try parent.removeEmpty(Self.name(of: path))
  }

  /// Whether a folder holds another one.
  package func holdsFolder(_ path: String) throws(FileError) -> Bool {
    let folder = try open(path, for: .list)
    for name in try folder.names() where try folder.kind(of: name, for: .list) == S_IFDIR {
      return true
    }
    return false
  }

  /// Gives something another name in the folder that it is in.
  package func rename(_ path: String, to name: String) throws(FileError) {
    try parent(of: path, for: .replace).rename(Self.name(of: path), to: name)
  }

  /// Has the system write down which names a folder holds.
  package func sync(_ path: String) throws(FileError) {
    try open(path, for: .write).sync()
  }

  /// Removes what a writer that was killed has left in a folder; what a living one is at work on
  /// stays, and so does whatever is no regular file.
  package func sweep(_ path: String = "") throws(FileError) {
    _ = try unlessAbsent { () throws(FileError) in
      try TemporaryFile.sweep(try open(path, for: .list), where: TemporaryFile.isTemporary)
    }
  }

  /// Whether a name is that of a file in the making, which a process that was killed leaves behind.
  package static func isTemporary(_ name: String) -> Bool { TemporaryFile.isTemporary(name) }

  /// A name that nothing has, for what is going to be removed.
  package static func temporaryName() -> String { TemporaryFile.uniqueName() }

  // MARK: The way to a place

  func open(_ path: String, for operation: FileError.Operation) throws(FileError) -> OpenFolder {
    var folder = try OpenFolder(root, for: operation)
    for name in path.split(separator: "/") {
      folder = try folder.folder(String(name), for: operation)
    }
    return folder
  }

  func parent(
    of path: String, for operation: FileError.Operation
  ) throws(FileError) -> OpenFolder {
    guard isUsablePath(path) else { throw FileError(operation, path, code: ENOENT) }
    return try open(Self.parent(of: path), for: operation)
  }

  /// The folder of a relative path: empty for a bare name.
  package static func parent(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private func unlessAbsent<Result>(
    _ body: () throws(FileError) -> Result?
  ) throws(FileError) -> Result? {
    do throws(FileError) { return try body() } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }
}
