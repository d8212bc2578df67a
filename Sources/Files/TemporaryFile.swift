internal import Platform
internal import Synchronization

/// A new file with a unique name in the folder of its target. It is removed if a signal ends the
/// process (`Interruption`).
struct TemporaryFile {
  let folder: ConfinedFolder
  /// The path that the file will be moved to, relative to the folder.
  let target: String
  let name: String
  private let entry: Interruption.Entry

  /// The owner: files of a site are protected by the site's lock, others by a lock of their own.
  enum Kind: String {
    case site = ".tidemark-"
    case output = ".tidemark-out-"
  }

  private static let ending = ".tmp"
  private static let count = Atomic<UInt64>(0)

  /// Whether the name is that of a temporary file.
  static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(Kind.site.rawValue) && name.hasSuffix(ending)
  }

  /// A unique name, made of the process id, the time and a counter.
  static func uniqueName(_ kind: Kind = .site) -> String {
    let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
    let parts = [UInt64(UInt32(bitPattern: getpid())), SystemInfo.ticks(), number]
    return kind.rawValue + parts.map { String($0, radix: 36) }.joined(separator: "-") + ending
  }

  /// - Parameter reported: the path for error messages.
  static func create(
    in folder: ConfinedFolder, replacing target: String, mode: mode_t?, kind: Kind,
    reported: String
  ) throws(FileError) -> (file: TemporaryFile, descriptor: Int32) {
    let parent = try folder.parent(of: target, for: .write)
    var code = EEXIST
    for _ in 0..<100 where code == EEXIST || code == EWOULDBLOCK {
      let name = uniqueName(kind)
      // A new file gets its mode from the umask; a replacement keeps the mode of the old file.
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
      let path = ConfinedFolder.parent(of: target) + "/" + name
      let (descriptor, entry) = Interruption.register(folder.root, path) {
        let opened = Int32(
          retrying { Int(openat(parent.descriptor, name, flags, mode == nil ? 0o666 : 0o600)) })
        if opened < 0 { code = errno }
        return opened
      }
      guard descriptor >= 0, let entry else { continue }
      let file = TemporaryFile(folder: folder, target: target, name: name, entry: entry)
      if let failure = file.prepare(descriptor, mode) {
        code = failure
        close(descriptor)
        file.remove()
        continue
      }
      return (file, descriptor)
    }
    throw FileError(.write, reported, code: code)
  }

  /// Locks the file against a sweep and sets its mode. Returns the `errno` of a failure.
  private func prepare(_ descriptor: Int32, _ mode: mode_t?) -> Int32? {
    // A file system without locks has no sweeps either.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return EWOULDBLOCK }
    var status = stat()
    // A sweep may have removed the file before it was locked.
    if fstat(descriptor, &status) == 0, status.st_nlink == 0 { return EWOULDBLOCK }
    if let mode, fchmod(descriptor, mode) != 0 { return errno }
    return nil
  }

  /// Moves the file to its target.
  func moveToTarget() throws(FileError) {
    let parent = try folder.parent(of: target, for: .replace)
    try parent.rename(name, to: ConfinedFolder.name(of: target))
    Interruption.forget(entry)
  }

  /// Removes the file. Retries once, for brief failures of a network file system; otherwise the
  /// next writer's sweep removes it.
  func remove() {
    for _ in 0..<2 {
      do throws(FileError) {
        try folder.parent(of: target, for: .remove).remove(name)
        break
      } catch {}
    }
    Interruption.forget(entry)
  }

  /// Removes the program's temporary files that are not locked by a running writer.
  ///
  /// - Parameter names: The folder's entries, if the caller has already listed them.
  static func sweep(
    _ folder: borrowing OpenFolder, among names: [String]? = nil, where isSwept: (String) -> Bool
  ) throws(FileError) {
    var present = names ?? []
    if names == nil { present = try folder.names() }
    for name in present where isSwept(name) {
      guard try folder.kind(of: name, for: .remove) == S_IFREG else { continue }
      let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
      let descriptor = Int32(retrying { Int(openat(folder.descriptor, name, flags)) })
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { try folder.remove(name) }
    }
  }

  /// Removes temporary files that a killed `render` or `mail` left in a folder. Ignores errors.
  static func sweepOutputs(in folder: ConfinedFolder) {
    do throws(FileError) {
      try sweep(OpenFolder(folder.root, for: .list)) {
        $0.hasPrefix(Kind.output.rawValue) && isTemporary($0)
      }
    } catch {}
  }
}
