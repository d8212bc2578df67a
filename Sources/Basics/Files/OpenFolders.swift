internal import Platform
internal import Synchronization

/// The folders of a `ConfinedFolder` that were opened, so that many files in a few folders need not
/// find their way again. A folder that is renamed or replaced meanwhile stays the one that was opened.
final class OpenFolders: Sendable {
  /// The most folders that stay open: those that all others are in come first.
  private static let most = 12
  /// The descriptors by path.
  private let known: Mutex<[String: Int32]>

  init() { known = Mutex([:]) }

  /// - Parameter root: The descriptor of the folder itself, which is closed with this value.
  init(holding root: Int32) { known = Mutex(["": root]) }

  deinit {
    known.withLock { for descriptor in $0.values { close(descriptor) } }
  }

  func folder(
    _ path: String, in root: String, for operation: FileError.Operation
  ) throws(FileError) -> OpenFolder {
    if let descriptor = known.withLock({ $0[path] }) {
      return OpenFolder(
        borrowing: descriptor, path: path.isEmpty ? root : Folder.joined(root, path))
    }
    if path.isEmpty { return keep(try OpenFolder(root, for: operation), as: path) }
    let parent = try folder(ConfinedFolder.parent(of: path), in: root, for: operation)
    return keep(try parent.folder(ConfinedFolder.name(of: path), for: operation), as: path)
  }

  private func keep(_ folder: consuming OpenFolder, as path: String) -> OpenFolder {
    let full = folder.path
    guard known.withLock({ $0.count < Self.most && $0[path] == nil }) else { return folder }
    let descriptor = folder.released()
    known.withLock { $0[path] = descriptor }
    return OpenFolder(borrowing: descriptor, path: full)
  }

  /// Whether a folder is there, since it stays open.
  func isOpen(_ path: String) -> Bool { known.withLock { $0[path] != nil } }

  /// Closes a folder that goes, and those in it.
  func forget(_ path: String) {
    known.withLock { known in
      for (other, descriptor) in known where other == path || other.hasPrefix(path + "/") {
        close(descriptor)
        known[other] = nil
      }
    }
  }
}
