internal import Platform
internal import Synchronization

/// A new file under a name that nothing else has, in the folder where it is going to be renamed.
/// Should a signal end the process, the file is removed (`Interruption`).
struct TemporaryFile {
  let folder: ConfinedFolder
  /// The place that it is going to take, relative to the folder.
  let target: String
  let name: String
  private let entry: Interruption.Entry

  /// Who made it: a file of a site is protected by the site's lock, any other one by a lock of its own.
  enum Kind: String {
    case site = ".tidemark-"
    case output = ".tidemark-out-"
  }

  private static let ending = ".tmp"
  private static let count = Atomic<UInt64>(0)

  /// Whether a name is that of a file in the making.
  static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(Kind.site.rawValue) && name.hasSuffix(ending)
  }

  /// A name that nothing else has: of this process, this moment, and a number.
  static func uniqueName(_ kind: Kind = .site) -> String {
    let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
    let parts = [UInt64(UInt32(bitPattern: getpid())), SystemInfo.ticks(), number]
    return kind.rawValue + parts.map { String($0, radix: 36) }.joined(separator: "-") + ending
  }

  /// - Parameter reported: The path that messages name.
  static func create(
    in folder: ConfinedFolder, replacing target: String, mode: mode_t?, kind: Kind,
    reported: String
  ) throws(FileError) -> (file: TemporaryFile, descriptor: Int32) {
    let parent = try folder.parent(of: target, for: .write)
    var code = EEXIST
    for _ in 0..<100 where code == EEXIST || code == EWOULDBLOCK {
      let name = uniqueName(kind)
      // A new file gets what the umask leaves; one that takes another's place gets its mode.
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

  /// Locks the new file against a sweep, and gives it its mode; the reason (`errno`) on failure.
  private func prepare(_ descriptor: Int32, _ mode: mode_t?) -> Int32? {
    // Where a file system knows no locks nothing is swept, either.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return EWOULDBLOCK }
    var status = stat()
    // A sweep may have come between.
    if fstat(descriptor, &status) == 0, status.st_nlink == 0 { return EWOULDBLOCK }
    if let mode, fchmod(descriptor, mode) != 0 { return errno }
    return nil
  }

  /// Puts the file in its place.
  func takePlace() throws(FileError) {
    let parent = try folder.parent(of: target, for: .replace)
    try parent.rename(name, to: ConfinedFolder.name(of: target))
    Interruption.forget(entry)
  }

  /// Takes the file away. A second attempt helps where a network's disk has failed for a moment;
  /// after that the next writer's sweep finds it.
  func remove() {
    for _ in 0..<2 {
      do throws(FileError) {
        try folder.parent(of: target, for: .remove).remove(name)
        break
      } catch {}
    }
    Interruption.forget(entry)
  }

  /// Removes regular files with names of ours that no living writer holds.
  static func sweep(
    _ folder: borrowing OpenFolder, where isSwept: (String) -> Bool
  ) throws(FileError) {
    for name in try folder.names() where isSwept(name) {
      guard try folder.kind(of: name, for: .remove) == S_IFREG else { continue }
      let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
      let descriptor = Int32(retrying { Int(openat(folder.descriptor, name, flags)) })
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { try folder.remove(name) }
    }
  }

  /// What an earlier `render` or `mail` that was killed has left beside a place. It is no failure
  /// when that can't be done.
  static func sweepOutputs(in folder: ConfinedFolder) {
    do throws(FileError) {
      try sweep(OpenFolder(folder.root, for: .list)) {
        $0.hasPrefix(Kind.output.rawValue) && isTemporary($0)
      }
    } catch {}
  }
}
