internal import Platform

/// The identity, size and modification time of files. The stamps differ after a file is written,
/// replaced, removed or created.
package struct FileStamps: Sendable, Hashable {
  private struct Identity: Sendable, Hashable {
    var device: UInt64
    var number: UInt64
  }

  private struct Stamp: Sendable, Hashable {
    var identity: Identity
    var size: Int64
    var seconds: Int64
    var nanoseconds: Int64
  }

  /// The stamp of each path; nil if the file is absent.
  private var stamps: [String: Stamp?] = [:]

  package init(_ paths: some Sequence<String> = []) {
    for path in paths { add(path) }
  }

  /// The number of files that exist.
  package var count: Int { stamps.values.count { $0 != nil } }

  /// Removes the stamps of the files at these paths, even if other paths were used to add them.
  package mutating func remove(_ paths: some Sequence<String>) {
    let removed = Set(Self(paths).stamps.values.compactMap { $0?.identity })
    guard !removed.isEmpty else { return }
    stamps = stamps.filter { stamp in
      stamp.value.map { !removed.contains($0.identity) } ?? true
    }
  }

  /// Adds the stamps of other paths.
  package mutating func add(_ others: FileStamps) {
    stamps.merge(others.stamps) { _, new in new }
  }

  package mutating func add(_ path: String) {
    var status = stat()
    guard isUsablePath(path), stat(path, &status) == 0 else {
      stamps.updateValue(nil, forKey: path)
      return
    }
    stamps[path] = Stamp(
      identity: Identity(
        device: UInt64(truncatingIfNeeded: status.st_dev),
        number: UInt64(truncatingIfNeeded: status.st_ino)), size: Int64(status.st_size),
      seconds: Int64(status.st_mtim.tv_sec), nanoseconds: Int64(status.st_mtim.tv_nsec))
  }
}

/// Detects changes of files by polling, which works on every file system and for files that an
/// editor replaces. A burst of changes counts as one.
package struct FileWatch {
  private let look: () -> FileStamps
  private var known: FileStamps
  private var changed: FileStamps?
  private var firstChange: UInt64 = 0
  private var nextLook: UInt64 = 0

  /// The longest time, in nanoseconds, for which a burst of changes delays its report.
  private static let longestBurst: UInt64 = 2_000_000_000
  /// The pause after a look is at least this many times as long as the look.
  private static let share: UInt64 = 10

  /// - Parameter look: Returns the state of the files; each call may return other files.
  package init(_ look: @escaping () -> FileStamps) {
    self.look = look
    known = look()
  }

  package var count: Int { known.count }

  /// Watches further files, which `look` returns from now on. Detects their changes since `stamps`,
  /// and pending changes of other files.
  package mutating func add(_ stamps: FileStamps) {
    known.add(stamps)
    changed?.add(stamps)
  }

  /// Whether files have changed since the last call that returned true, and the burst has ended.
  package mutating func hasChanged() -> Bool {
    let start = SystemInfo.ticks()
    guard start >= nextLook else { return false }
    let found = look()
    let end = SystemInfo.ticks()
    nextLook = end &+ (end &- start) &* Self.share
    guard found != known else {
      changed = nil
      return false
    }
    if changed == nil { firstChange = start }
    guard changed == found || start &- firstChange > Self.longestBurst else {
      changed = found
      return false
    }
    known = found
    changed = nil
    return true
  }

  /// Sleeps until the next look is due: 150 ms.
  package static func pause() { usleep(150_000) }
}
