internal import Platform

/// An exclusive lock, held for the lifetime of the instance. The system releases it when the
/// process ends, even by a signal.
package final class FileLock {
  private let descriptor: Int32

  /// Waits for the lock for at most `seconds`; nil if it is still held by another process.
  ///
  /// - Parameters:
  ///   - file: the path of the lock file in the folder. Links are not followed.
  ///   - waiting: called once if the lock is not available within two seconds.
  package init?(
    in folder: ConfinedFolder, _ file: String, timeout seconds: Int, waiting: () -> Void = {}
  ) throws(FileError) {
    let path = folder.fullPath(of: file)
    let parent = try folder.parent(of: file, for: .write)
    let name = ConfinedFolder.name(of: file)
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let opened = Int32(retrying { Int(openat(parent.descriptor, name, flags, 0o666)) })
    guard opened >= 0 else { throw FileError(.write, path, code: errno) }
    guard try Self.lock(opened, path, timeout: seconds, waiting) else { return nil }
    descriptor = opened
  }

  /// Locks the folder itself, which needs no lock file. Nil if another process still holds the lock
  /// after `seconds`.
  package init?(ofFolder path: String, timeout seconds: Int) throws(FileError) {
    let opened = Int32(retrying { Int(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) })
    guard opened >= 0 else { throw FileError(.write, path, code: errno) }
    guard try Self.lock(opened, path, timeout: seconds, {}) else { return nil }
    descriptor = opened
  }

  /// Locks an open file. If that fails, closes the file and returns false (timeout) or throws.
  private static func lock(
    _ opened: Int32, _ path: String, timeout seconds: Int, _ waiting: () -> Void
  ) throws(FileError) -> Bool {
    let end = SystemInfo.ticks() &+ UInt64(max(seconds, 0)) &* 1_000_000_000
    let moment = SystemInfo.ticks() &+ 2_000_000_000
    var isTold = false
    while flock(opened, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      guard code == EWOULDBLOCK || code == EINTR else {
        close(opened)
        throw FileError(.write, path, code: code)
      }
      guard SystemInfo.ticks() < end else {
        close(opened)
        return false
      }
      if !isTold, SystemInfo.ticks() >= moment {
        isTold = true
        waiting()
      }
      usleep(5_000)
    }
    return true
  }

  deinit {
    close(descriptor)
  }
}
