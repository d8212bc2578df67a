internal import Platform

/// A folder with access to its contents by relative paths, without following links. Nothing outside
/// it is read, written or removed, even if its contents change meanwhile. The path of the folder
/// itself may contain links.
package struct ConfinedFolder: Sendable, Hashable {
  package let root: String
  /// The folders that are kept open; nil if each access opens its folders again.
  private let opened: OpenFolders?

  package enum Kind: Sendable, Hashable {
    case file, folder, link, other
  }

  /// - Parameter staysOpen: Whether opened folders stay open while this value or a copy exists.
  ///   Requires a single writer, because another one could replace a folder meanwhile.
  package init(_ root: String, staysOpen: Bool = false) {
    self.root = root
    opened = staysOpen ? OpenFolders() : nil
  }

  private init(holding folder: consuming OpenFolder) {
    root = folder.path
    opened = OpenFolders(holding: folder.released())
  }

  /// A subfolder that is opened once for all accesses to its files; nil if it is absent.
  package func subfolder(_ path: String) throws(FileError) -> ConfinedFolder? {
    try unlessAbsent { () throws(FileError) in
      // Opens it again even if this value has it open: each value closes its own descriptors.
      let folder = try parent(of: path, for: .read).folder(Self.name(of: path), for: .read)
      return ConfinedFolder(holding: folder)
    }
  }

  package static func == (left: Self, right: Self) -> Bool { left.root == right.root }

  package func hash(into hasher: inout Hasher) { hasher.combine(root) }

  /// The full path of an item in the folder, for messages.
  package func fullPath(of path: String) -> String {
    path.isEmpty ? root : Folder.joined(root, path)
  }

  /// The kind of the item at a path; nil if there is none. Throws if it can't be determined.
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

  /// The content of a file. Nil if the file is absent, not a regular file, or larger than `limit`.
  /// Throws if it can't be read.
  package func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]? {
    try openFile(path) { file throws(FileError) in
      file.size == nil ? nil : try file.readAll(limit: limit)
    }
  }

  /// An open file. Nil if it is absent or not a regular file. Throws if it can't be opened.
  package func file(_ path: String) throws(FileError) -> PositionedFile? {
    try openFile(path) { file throws(FileError) in PositionedFile(file) }
  }

  private func openFile<Result>(
    _ path: String, _ body: (consuming InputFile) throws(FileError) -> Result?
  ) throws(FileError) -> Result? {
    try unlessAbsent { () throws(FileError) in
      let folder = try parent(of: path, for: .read)
      let name = Self.name(of: path)
      // O_NONBLOCK, so that a pipe in place of the file doesn't block.
      let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
      let opened = Int32(retrying { Int(openat(folder.descriptor, name, flags)) })
      if opened < 0, errno == ELOOP || errno == ENXIO { return nil }
      guard opened >= 0 else { throw FileError(.read, folder.path(of: name), code: errno) }
      do throws(FileError) {
        return try body(try InputFile(opened: opened, path: folder.path(of: name)))
      } catch {
        if error.isFolder || error.isTooLarge { return nil }
        throw error
      }
    }
  }

  /// The names in a folder in byte order; empty if the folder is absent.
  package func names(in path: String = "") throws(FileError) -> [String] {
    try unlessAbsent { () throws(FileError) in try open(path, for: .list).names() } ?? []
  }

  /// Creates a folder and its parents.
  package func create(_ path: String = "") throws(FileError) {
    if opened?.isOpen(path) == true { return }
    try Folder.create(root)
    var folder = try OpenFolder(root, for: .create)
    for name in Self.parts(of: path) {
      try folder.create(String(name))
      folder = try folder.folder(String(name), for: .create)
    }
  }

  /// Creates an empty file unless it exists.
  package func touch(_ path: String) throws(FileError) {
    let folder = try parent(of: path, for: .write)
    let name = Self.name(of: path)
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let opened = Int32(retrying { Int(openat(folder.descriptor, name, flags, 0o666)) })
    guard opened >= 0 else { throw FileError(.write, folder.path(of: name), code: errno) }
    close(opened)
  }

  /// Creates a file and the folders above it. Throws if the file exists. After a failed write the
  /// file is removed again.
  package func writeNew(_ bytes: [UInt8], to path: String) throws(FileError) {
    try create(Self.parent(of: path))
    let folder = try parent(of: path, for: .write)
    let name = Self.name(of: path)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let opened = Int32(retrying { Int(openat(folder.descriptor, name, flags, 0o666)) })
    guard opened >= 0 else { throw FileError(.write, folder.path(of: name), code: errno) }
    let code = bytes.withUnsafeBytes { writeAll($0, to: opened) }
    close(opened)
    if let code {
      try folder.remove(name)
      throw FileError(.write, folder.path(of: name), code: code)
    }
  }

  /// Removes a file or a link if it exists.
  package func removeFile(_ path: String) throws(FileError) {
    _ = try unlessAbsent { () throws(FileError) in
      try parent(of: path, for: .remove).remove(Self.name(of: path))
    }
  }

  /// Removes a folder with its files. Subfolders are kept, and so is the folder if it contains any.
  /// A link in its place is kept.
  package func removeFlat(_ path: String) throws(FileError) {
    guard try kind(of: path) == .folder else { return }
    let parent = try parent(of: path, for: .remove)
    let folder = try parent.folder(Self.name(of: path), for: .remove)
    for name in try folder.names() where try folder.kind(of: name, for: .remove) != S_IFDIR {
      try folder.remove(name)
    }
    opened?.forget(path)
    try parent.removeEmpty(Self.name(of: path))
  }

  /// Whether a folder contains another folder.
  package func holdsFolder(_ path: String) throws(FileError) -> Bool {
    let folder = try open(path, for: .list)
    for name in try folder.names() where try folder.kind(of: name, for: .list) == S_IFDIR {
      return true
    }
    return false
  }

  /// Renames an item within its folder.
  package func rename(_ path: String, to name: String) throws(FileError) {
    try parent(of: path, for: .replace).rename(Self.name(of: path), to: name)
    opened?.forget(path)
  }

  /// Syncs the entries of a folder to disk.
  package func sync(_ path: String) throws(FileError) {
    try open(path, for: .write).sync()
  }

  /// Removes temporary files that a killed writer left in a folder. Files of a running writer and
  /// anything that is not a regular file are kept.
  ///
  /// - Parameter names: The folder's entries, if the caller has already listed them.
  package func sweep(_ path: String = "", among names: [String]? = nil) throws(FileError) {
    _ = try unlessAbsent { () throws(FileError) in
      try TemporaryFile.sweep(
        try open(path, for: .list), among: names, where: TemporaryFile.isTemporary)
    }
  }

  /// Whether the name is that of a temporary file.
  package static func isTemporary(_ name: String) -> Bool { TemporaryFile.isTemporary(name) }

  /// A unique name for an item that will be removed.
  package static func temporaryName() -> String { TemporaryFile.uniqueName() }

  // MARK: Resolving paths

  func open(_ path: String, for operation: FileError.Operation) throws(FileError) -> OpenFolder {
    if let opened { return try opened.folder(path, in: root, for: operation) }
    var folder = try OpenFolder(root, for: operation)
    for name in Self.parts(of: path) {
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

  /// The parent of a relative path; empty for a bare name.
  package static func parent(of path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: "/")) else { return "" }
    return parts(of: path).dropLast().joined(separator: "/")
  }

  static func name(of path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: "/")) else { return path }
    return parts(of: path).last.map(String.init) ?? path
  }

  /// Splits by bytes, as the system does. A Swift character can be a slash with a combining mark.
  private static func parts(of path: String) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
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
