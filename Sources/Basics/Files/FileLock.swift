internal import Platform

/// Keeps others out for as long as it lives. The system lets go of it when its process ends, however
/// that comes about, so that no lock is left behind.
package final class FileLock {
  private let descriptor: Int32

  /// Waits until nobody else holds the lock, for at most so many seconds; nil when somebody still
  /// does then.
  ///
  /// - Parameters:
  ///   - file: The lock's path in the folder; no link is followed on the way.
  ///   - waiting: Called once when it takes longer than a moment.
  package init?(
    in folder: ConfinedFolder, _ file: String, patience seconds: Int, waiting: () -> Void = {}
  ) throws(FileError) {
    let path = folder.place(of: file)
    let parent = try folder.parent(of: file, for: .write)
    let name = ConfinedFolder.name(of: file)
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let opened = Int32(retrying { Int(openat(parent.descriptor, name, flags, 0o666)) })
    guard opened >= 0 else { throw FileError(.write, path, code: errno) }
    descriptor = opened
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
        return nil
      }
      if !isTold, SystemInfo.ticks() >= moment {
        isTold = true
        waiting()
      }
      usleep(5_000)
    }
  }

  deinit {
    close(descriptor)
  }
}
