internal import Platform
internal import Synchronization

/// Keeps folders of a `ConfinedFolder` open, so that the path to many files is resolved only once.
/// If a folder is renamed or replaced meanwhile, the opened one stays in use.
final class OpenFolders: Sendable {
  /// The largest number of folders kept open. A folder is kept before its subfolders.
  private static let most = 12
  /// The descriptors by path.
  private let known: Mutex<[String: Int32]>

  init() { known = Mutex([:]) }

  /// - Parameter root: The descriptor of the folder itself; `deinit` closes it.
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

  /// Whether a folder is open, and therefore exists.
  func isOpen(_ path: String) -> Bool { known.withLock { $0[path] != nil } }

  /// Closes a folder that is removed or renamed, and its subfolders.
  func forget(_ path: String) {
    known.withLock { known in
      for (other, descriptor) in known where other == path || other.hasPrefix(path + "/") {
        close(descriptor)
        known[other] = nil
      }
    }
  }
}
