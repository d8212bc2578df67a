internal import Platform
internal import Text

/// Finds the regular files below a folder. Skips folders named `node_modules`, and hidden items
/// unless `includesHidden`. Follows links only into one of the roots, and each folder once.
package struct FolderWalk: Sendable {
  /// The paths in byte order. Each begins with the path of the walked folder.
  package private(set) var files: [String] = []
  /// Paths with a name that is not UTF-8, shown with U+FFFD. These files can't be opened.
  package private(set) var unnameable: [String] = []
  /// Folders that could not be listed, and items without a readable status.
  package private(set) var problems: [FileError] = []
  /// Links that are not followed.
  package private(set) var unfollowed: [(path: String, reason: String, isFolder: Bool)] = []
  /// The hidden files and folders and those called `node_modules`, which are passed over.
  package private(set) var passedOver: (files: [String], folders: [String]) = ([], [])
  /// Pipes, sockets and devices, which are never opened.
  package private(set) var special: [String] = []
  /// Whether the walk stopped because there are more than `mostEntries` items.
  package private(set) var isCut = false

  package static let mostEntries = 1_000_000
  private let includesHidden: Bool
  private let depth: Int
  /// The real paths of the folder and of the roots. Without roots, links are skipped.
  private let base: String?
  private let roots: [String]
  private var followed: Set<String> = []

  /// - Parameters:
  ///   - folder: "" is the working folder; the paths then have no prefix.
  ///   - depth: The number of levels to search; 1 is the folder itself.
  ///   - roots: The folders that links may lead into. If empty, links are skipped.
  ///   - most: How many entries to look at.
  package init(
    _ folder: String, depth: Int = .max, includesHidden: Bool = false, roots: [String] = [],
    most: Int = mostEntries
  ) {
    self.includesHidden = includesHidden
    self.depth = depth
    base = roots.isEmpty ? nil : Folder.resolved(folder.isEmpty ? "." : folder)
    self.roots = roots.compactMap(Folder.resolved)
    var open = [(path: folder, depth: 1)]
    var count = 0
    while let (path, depth) = open.popLast(), !isCut {
      do throws(FileError) {
        for name in try Folder.names(in: path.isEmpty ? "." : path) {
          count += 1
          if count > most {
            isCut = true
            break
          }
          look(at: name, in: path, depth, &open)
        }
      } catch {
        problems.append(error)
      }
    }
    files.sort(by: ByteSearch.precedes)
    special.sort(by: ByteSearch.precedes)
    passedOver.files.sort(by: ByteSearch.precedes)
    passedOver.folders.sort(by: ByteSearch.precedes)
  }

  private mutating func look(
    at name: String, in folder: String, _ depth: Int, _ open: inout [(path: String, depth: Int)]
  ) {
    let isHidden = name.hasPrefix(".") && !includesHidden
    let path = folder.isEmpty ? name : Folder.joined(folder, name)
    var status = stat()
    guard lstat(path, &status) == 0 else {
      let code = errno
      if isHidden { return }
      if code == ENOENT {
        // Either the name is not UTF-8 and was decoded with U+FFFD, or the file is gone.
        if name.unicodeScalars.contains("\u{FFFD}") { unnameable.append(path) }
      } else {
        problems.append(FileError(.read, path, code: code))
      }
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG where isHidden: passedOver.files.append(path)
    case S_IFREG: files.append(path)
    case S_IFDIR where isHidden || name == "node_modules": passedOver.folders.append(path)
    case S_IFDIR where depth < self.depth: open.append((path, depth + 1))
    case S_IFLNK where !roots.isEmpty && !isHidden: follow(path, in: folder, depth, &open)
    case S_IFIFO where !isHidden, S_IFSOCK where !isHidden, S_IFCHR where !isHidden,
      S_IFBLK where !isHidden:
      special.append(path)
    default: break
    }
  }

  // MARK: Links

  private mutating func follow(
    _ link: String, in folder: String, _ depth: Int, _ open: inout [(path: String, depth: Int)]
  ) {
    var status = stat()
    guard stat(link, &status) == 0, let target = Folder.resolved(link) else {
      return unfollowed.append((link, "the link leads nowhere", isFolder: false))
    }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard roots.contains(where: { Self.isInside(target, $0) }) else {
      return unfollowed.append((link, "the link leads out of the root", isFolder))
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: if !isCovered(target) { files.append(link) }
    case S_IFDIR:
      let own = Folder.resolved(folder.isEmpty ? "." : folder)
      if own.map({ Self.isInside($0, target) }) ?? true
        || base.map({ Self.isInside($0, target) && $0 != target }) ?? true
      {
        unfollowed.append((link, "the link leads to a folder around it", isFolder))
      } else if depth < self.depth, !isCovered(target), followed.insert(target).inserted {
        open.append((link, depth + 1))
      }
    case S_IFIFO, S_IFSOCK, S_IFCHR, S_IFBLK: special.append(link)
    default: break
    }
  }

  /// Whether the walk finds an item without following a link.
  private func isCovered(_ target: String) -> Bool {
    guard let base, Self.isInside(target, base) else { return false }
    let parts = target.dropFirst(base.utf8.count).split(separator: "/")
    if parts.count > depth { return false }
    return parts.allSatisfy { $0 != "node_modules" && (includesHidden || !$0.hasPrefix(".")) }
  }

  private static func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }
}

/// The identity and size of a regular file, the same for every path that leads to the file.
package struct FileIdentity: Sendable, Hashable {
  private let device: UInt64
  private let number: UInt64
  /// The size in bytes.
  package let size: Int

  /// Nil unless the path leads to a regular file.
  package init?(_ path: String) {
    var status = stat()
    guard isUsablePath(path), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int(status.st_size)
  }
}
