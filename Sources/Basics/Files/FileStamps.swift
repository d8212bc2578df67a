internal import Platform

/// What can be told of files without reading them: when one of them is written, replaced, removed or
/// made, the stamps differ.
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

  /// nil for what is not there.
  private var stamps: [String: Stamp?] = [:]

  package init(_ paths: some Sequence<String> = []) {
    for path in paths { add(path) }
  }

  /// The number of files that are there.
  package var count: Int { stamps.values.count { $0 != nil } }

  /// Removes the stamps of the files that the paths lead to, by whatever paths they were added.
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

/// Notices that files have changed, by looking at them again and again: this finds changes on every
/// file system, and of files that an editor replaces. Several changes in a row count as one.
package struct FileWatch {
  private let look: () -> FileStamps
  private var known: FileStamps
  private var changed: FileStamps?
  private var firstChange: UInt64 = 0
  private var nextLook: UInt64 = 0

  /// How long a burst of changes may last before it is answered anyway, in nanoseconds.
  private static let longestBurst: UInt64 = 2_000_000_000
  /// Looking takes at most this share of the time.
  private static let share: UInt64 = 10

  /// - Parameter look: The state of the files, which may be others each time.
  package init(_ look: @escaping () -> FileStamps) {
    self.look = look
    known = look()
  }

  package var count: Int { known.count }

  /// Begins to watch further files, which `look` returns from now on. Their changes since `stamps`,
  /// and all pending changes of other files, are still noticed.
  package mutating func add(_ stamps: FileStamps) {
    known.add(stamps)
    changed?.add(stamps)
  }

  /// Whether files have changed since the last time that this was true, and have come to rest.
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

  /// Waits a moment before the next look.
  package static func pause() { usleep(150_000) }
}
