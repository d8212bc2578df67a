internal import CStatFS
internal import Platform

/// What the system says of a file or a folder without opening it. The stamp of a file differs once the
/// file was written, replaced, renamed or linked, and that of a folder once a name in it was; no program can
/// set the time of the last change back. A change within the same tick of the clock is not seen: see
/// `isOlder`.
package struct FileStamp: Sendable, Hashable {
  private var words: SIMD8<UInt64>
  private let kind: mode_t

  fileprivate init(_ status: stat) {
    words = SIMD8(
      UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino),
      UInt64(truncatingIfNeeded: status.st_mode), UInt64(truncatingIfNeeded: status.st_size),
      UInt64(truncatingIfNeeded: status.st_mtim.tv_sec),
      UInt64(truncatingIfNeeded: status.st_mtim.tv_nsec),
      UInt64(truncatingIfNeeded: status.st_ctim.tv_sec),
      UInt64(truncatingIfNeeded: status.st_ctim.tv_nsec))
    kind = status.st_mode & S_IFMT
  }

  package var isFile: Bool { kind == S_IFREG }
  package var isFolder: Bool { kind == S_IFDIR }

  /// Whether it last changed before a second, of which `SystemInfo.now` counts the same way. Only then
  /// does every later change have another time.
  package func isOlder(than seconds: Int64) -> Bool {
    Int64(bitPattern: words[6]) < seconds
  }

  /// Appends its 64 bytes.
  package func write(to bytes: inout [UInt8]) {
    withUnsafeBytes(of: words) { bytes.append(contentsOf: $0) }
  }
}

/// Looks at what is in a folder of a disk whose stamps can be relied on: one of this machine, since the
/// times of another's are those of its own clock, and what is known of its files may be some seconds old.
package final class StampedFolder: Sendable {
  private let descriptor: Int32
  private let device: dev_t

  /// The types of file systems whose times have nanoseconds and change with every change: ext2 to ext4,
  /// XFS, Btrfs, tmpfs, overlayfs, ZFS, F2FS, bcachefs.
  private static let reliable: Set<UInt32> = [
    0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0x794C_7630, 0x2FC1_2FC1, 0xF2F5_2010,
    0xCA45_1A4E,
  ]

  /// Nil when the folder can't be opened, or is on another kind of disk.
  package init?(_ path: String) {
    guard isUsablePath(path) else { return nil }
    let opened = Int32(retrying { Int(open(path, openForPath | O_DIRECTORY | O_CLOEXEC)) })
    guard opened >= 0 else { return nil }
    var status = stat()
    var system = statfs()
    guard fstat(opened, &status) == 0, fstatfs(opened, &system) == 0,
      Self.reliable.contains(UInt32(truncatingIfNeeded: system.f_type))
    else {
      close(opened)
      return nil
    }
    descriptor = opened
    device = status.st_dev
  }

  deinit { close(descriptor) }

  /// The stamp of an item; nil when it is absent, on another disk, or can't be looked at. A link in its
  /// place is not followed, and one on the way is: who relies on the stamp looks at the folders on the
  /// way, too.
  package func stamp(of path: String) -> FileStamp? {
    var status = stat()
    guard isUsablePath(path), fstatat(descriptor, path, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_dev == device
    else { return nil }
    return FileStamp(status)
  }
}
